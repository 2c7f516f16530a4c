{% include "desk_write.js" %}

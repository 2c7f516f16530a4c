"use strict";
{
{% include "desk.js" %}
}

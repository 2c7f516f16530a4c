"use strict";
{
{% include "desk.js" %}
// The desk that this browser opened last, if it runs.
const known = localStorage.getItem(ROOT);
if (known && !location.pathname.startsWith(`${known}/`)) fetch(`${known}/`).then(answer => { if (answer.ok) location.replace(`${known}/`); });
}

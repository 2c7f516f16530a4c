"use strict";
{
{% include "desk.js" %}
const data = JSON.parse(one("script.data").textContent), {texts, mode} = data;
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key] ?? "");
const say = (name, facts = {}) => fill(texts[name], facts);

{% include "desk_table.js" %}
{% include "desk_record.js" %}
{% include "desk_jobs.js" %}
{% include "desk_take.js" %}
{% include "desk_begin.js" %}
{% include "desk_playing.js" %}
{% include "desk_ending.js" %}
restore().then(open);
}

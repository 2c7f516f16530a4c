"use strict";
{
{% include "desk.js" %}
{% include "desk_keys.js" %}
{% include "sorting.js" %}

// The heads of tables are buttons that sort them.
function sortable(within) {
  for (const head of all("table[data-sort] thead th:not(.file)", within)) {
    const button = make("button", "", {type: "button", onclick: () => sort(head, head.getAttribute("aria-sort") === "ascending" ? -1 : 1)});
    button.append(...head.childNodes);
    head.append(button);
  }
}
const found = one(".found"), said = one(".said"), live = one("[data-live]");
sortable(found);

// What is looked for is found as it is typed, and the address goes with it.
let waiting, asked;
async function look() {
  const form = live.form, wishes = new URLSearchParams(new FormData(form)), address = `${location.pathname}?${wishes}`;
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(`${address}&part=1`, {signal: asked.signal});
    const told = await answer.json();
    one(".refused")?.remove();
    found.innerHTML = told.html ?? "";
    said.textContent = told.said ?? told.error;
    sortable(found);
    history.replaceState(null, "", address);
  } catch (error) {
    if (error.name !== "AbortError") said.textContent = error.message;
  }
}
if (live) {
  live.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 180);
  });
  live.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    look();
  });
  live.form.elements.to?.addEventListener("change", look);
}
const statement = one(".statement textarea");
statement?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) statement.form.requestSubmit();
});
const stage = one(".setup .stage");
if (stage) {
{% include "desk_archive_board.js" %}
}
}

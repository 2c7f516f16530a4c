"use strict";
{
{% include "desk.js" %}
{% include "desk_keys.js" %}
const alike = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

// Tables sorted by a column; rows without a value stay last, whichever way the others go.
const keyOf = (row, head) => {
  const cell = row.cells[head.cellIndex], key = cell.dataset.key ?? cell.textContent.trim();
  if (!("number" in head.dataset) || key === "") return key;
  const number = parseFloat(key.replace(",", "."));
  return isNaN(number) ? "" : number;
};
function sort(head) {
  const body = head.closest("table").tBodies[0], way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  const compare = "number" in head.dataset ? (a, b) => a - b : alike.compare;
  const rows = [...body.rows].map((row) => [keyOf(row, head), row]);
  rows.sort(([a], [b]) => (a === "") - (b === "") || way * compare(a, b));
  for (const one of head.parentElement.cells) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
  body.append(...rows.map(([, row]) => row));
}
function sortable(within) {
  for (const head of all("table[data-sort] thead th:not(.file)", within)) {
    const button = make("button", "", {type: "button", onclick: () => sort(head)});
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

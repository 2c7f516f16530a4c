// The table sorted by a column, and searched: what is said of it stands in the page, in its language.
"use strict";
{
const table = document.querySelector("table");
const body = table?.tBodies[0];
const search = document.querySelector("search");
{% include "sorting.js" %}


function filter(input, said, texts) {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [row, text] of texts) {
    row.hidden = !words.every((word) => text.includes(word));
    count += !row.hidden;
  }
  const facts = { shown: count, all: texts.length };
  said.textContent = words.length ? said.dataset.shown.replace(/\{(\w+)\}/g, (_, name) => facts[name]) : "";
}

if (body) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(head, head.getAttribute("aria-sort") === "ascending" ? -1 : 1));
    head.append(button);
  }
  const input = search.querySelector("input");
  const said = search.querySelector("[role=status]");
  const texts = [...body.rows].map((row) =>
    [row, plain([...row.cells].map((cell) => `${cell.textContent} ${cell.dataset.key ?? ""}`).join(" "))]);
  input.addEventListener("input", () => filter(input, said, texts));
  search.hidden = false;
  if (input.value) filter(input, said, texts);
}
}

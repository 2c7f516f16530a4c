// The table sorted by a column, and searched: what is said of it stands in the page, in its language.
"use strict";
{
const table = document.querySelector("table");
const body = table?.tBodies[0];
const search = document.querySelector("search");
const alike = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
  .replaceAll("þ", "th").replaceAll("ð", "d").replaceAll("æ", "ae").replaceAll("ø", "o").replaceAll("ß", "ss");

const key = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.key ?? cell.textContent.trim();
};

// Rows without a value stay last, whichever way the others are sorted.
function sort(head, way) {
  const column = head.cellIndex;
  const compare = "number" in head.dataset ? (a, b) => a - b : alike.compare;
  const rows = [...body.rows].map((row) => [key(row, column), row]);
  rows.sort(([a], [b]) => (a === "") - (b === "") || way * compare(a, b));
  for (const one of head.parentElement.cells) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
  body.append(...rows.map(([, row]) => row));
}

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

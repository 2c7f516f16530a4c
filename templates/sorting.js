const alike = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
  .replaceAll("þ", "th").replaceAll("ð", "d").replaceAll("æ", "ae").replaceAll("ø", "o").replaceAll("ß", "ss");

const key = (head, row) => {
  const cell = row.cells[head.cellIndex], text = cell.dataset.key ?? cell.textContent.trim();
  if (!("number" in head.dataset) || text === "") return text;
  const number = parseFloat(text.replace(",", "."));
  return isNaN(number) ? "" : number;
};

// Rows without a value stay last, whichever way the others are sorted.
function sort(head, way) {
  const body = head.closest("table").tBodies[0];
  const compare = "number" in head.dataset ? (a, b) => a - b : alike.compare;
  const rows = [...body.rows].map((row) => [key(head, row), row]);
  rows.sort(([a], [b]) => (a === "") - (b === "") || way * compare(a, b));
  for (const one of head.parentElement.cells) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
  body.append(...rows.map(([, row]) => row));
}

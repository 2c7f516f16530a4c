// What stands in folds below the turns: the head of the record, and the name of its file.
// The head of the record
const about = one(".about"), heads = {{ heads|tojson }};
const headIs = (key, text) => new RegExp(`^${key}: *(.*)$`, "m").exec(text.split(/^(?:game|leikur|spil)\b/m)[0])?.[1] ?? "";
about.addEventListener("toggle", () => {
  if (!about.open || !record) return;
  one(".names", about).replaceChildren(...heads.map(([key, label]) => {
    const words = make("label", `${label} `), box = make("input", "", {name: key, maxLength: 120, value: headIs(key, record.text)});
    words.append(box);
    return words;
  }));
});
one("form", about).addEventListener("submit", event => {
  event.preventDefault();
  const changed = Object.fromEntries(all("input", about).filter(box => box.value !== headIs(box.name, record.text)).map(box => [box.name, box.value]));
  later(async () => {
    take(await ask("write/head", {text: record.text, changed}));
    about.open = false;
    show();
  });
});

// The name of the file
one(".take").addEventListener("toggle", () => { const box = one(".as [name=name]"); if (box && record) box.value = record.name; });
one(".as")?.addEventListener("submit", event => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  Object.assign(record, {name: name.endsWith(".kotra") ? name : `${name}.kotra`, version: null});
  keptText = null;
  store();
  keep();
});

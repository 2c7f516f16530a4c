// What stands in folds below the turns: the time in a film, the head of the record, what it can be taken away as, and
// whether others see it.
// The film: what a running watch says, from the time that was typed.
const film = one(".video .at");
let watch = null;
const seconds = text => text.split(":").reduce((sum, part) => sum * 60 + (+part || 0), 0);
function spelledTime(time) {
  const whole = Math.floor(time), parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((part, i) => i ? String(part).padStart(2, "0") : part).join(":");
}
const filmTime = () => watch ? spelledTime(watch.from + (performance.now() - watch.start) / 1000) : film.value.trim() || "0:00";
let thrownAt = "";
// A play is stamped with the time at which its dice were typed.
function stampFor(words, at) {
  if (!watch || at !== null) return [];
  if (/^[1-6]{2}$/.test(words)) thrownAt = filmTime();
  const over = standing.wants === "play" && !/^[#!?]/.test(words);
  return over ? [`video ${thrownAt || filmTime()}`] : [];
}
setInterval(() => { if (watch && document.activeElement !== film) film.value = filmTime(); }, 250);
film.addEventListener("change", () => { if (watch) watch = {from: seconds(film.value), start: performance.now()}; });

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

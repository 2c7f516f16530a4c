// What stands in folds below the turns: the time in a film, the head of the record, what it can be taken away as, and
// whether others see it.
{% if mode != "play" %}
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
{% endif %}

// Taken away
const told = one(".take .told");
function give(name, content) {
  const link = make("a", "", {href: URL.createObjectURL(new Blob([content])), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
const stemOf = () => (record.name || "match.kotra").replace(/\.kotra$/, "");
const named = (name = `${stemOf()}.kotra`, more = {}) => new URLSearchParams({name, ...more});
const asBlob = text => new Blob([text]);
async function takeAway(to) {
  if (to === "kotra") return give(`${stemOf()}.kotra`, record.text);
  const {files, findings} = await ask(`ask/convert?${named(undefined, {to})}`, asBlob(record.text));
  told.textContent = findings.length ? say("lost", {what: findings.slice(0, 12).map(found => found.message).join(" ")}) : "";
  for (const {name, content} of files) give(name, Uint8Array.from(atob(content), sign => sign.charCodeAt()));
}
// The page of the match, in a window of its own; with an analysis once that is done.
async function report(text = record.text) {
  const {page} = await ask(`ask/report?${named()}`, asBlob(text)), link = make("a", say("look"), {href: `${root}/${page}`, target: "_blank", rel: "noopener"});
  told.replaceChildren(link);
  window.open(link.href, "_blank", "noopener");
}
async function analysed(level) {
  const answer = await fetch(`${root}/analyse?${named(undefined, {level})}`, {method: "POST", body: asBlob(record.text)});
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", last = null;
  for (let part; !(part = await reader.read()).done;) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      last = JSON.parse(line);
      if ("done" in last) told.textContent = say("weighed", last);
    }
  }
  if (!last?.files) throw new Error(last?.error ?? say("silent"));
  await report(new TextDecoder().decode(Uint8Array.from(atob(last.files[0].content), sign => sign.charCodeAt())));
}
one(".take").addEventListener("toggle", () => { const box = one(".as [name=name]"); if (box && record) box.value = record.name; });
one(".as")?.addEventListener("submit", event => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  Object.assign(record, {name: name.endsWith(".kotra") ? name : `${name}.kotra`, version: null});
  keptText = null;
  store();
  keep();
});

// Spectators
const live = one(".live");
let sharing = false;
async function share() {
  const box = one("input", live), words = one(".address", live);
  box.checked = !!record.live;
  if (!record.live) { words.replaceChildren(say("live_none")); return; }
  if (sharing) return;
  sharing = true;
  try {
    for (let sent = null; record.live && sent !== record.text;) {
      sent = record.text;
      const {address, ...shown} = await ask("live", {...record.live, text: sent});
      if (record.live) record.live = shown;
      words.replaceChildren(`${say("live_at")} `, make("a", location.origin + address, {href: address, target: "_blank", rel: "noopener"}));
    }
    store();
  } catch (error) { words.replaceChildren(error.told ? error.message : say("silent")); }
  sharing = false;
}
async function showLive(on) {
  const {live: shown} = record;
  record.live = on ? {} : null;
  if (!on && shown) await ask("live", {...shown, over: true}).catch(() => {});
  store();
  share();
}

// Records are dropped, checked and looked at. The page keeps them; the desk is sent a file with each question.
"use strict";
{
{% include "desk.js" %}

const words = JSON.parse(one(".words").textContent);
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const plural = new Intl.PluralRules(document.documentElement.lang);
const say = (name, facts = {}) => fill(Array.isArray(words[name]) ? words[name][+(plural.select(facts.count) !== "one")] : words[name], facts);
const start = one(".start"), listed = one(".files-table"), opened = one(".open");
const table = one("table", listed), body = table.tBodies[0];
{% include "sorting.js" %}

// The files by their numbers: name, bytes, what they were before each mending, and where in the folder they lie.
const files = new Map();
let last = 0, waiting = [], busy = 0, passed = 0, now = null;
const MOST = 5000, AT_ONCE = 4, TOGETHER = 20;

const query = (some, more = {}) => {
  const facts = new URLSearchParams(more);
  for (const file of some) {
    facts.append("name", file.name);
    if (some.length > 1) facts.append("size", file.blob.size);
  }
  return facts;
};
// What the desk says of some files; where it has too much to do it is asked again.
async function asked(task, some, more) {
  for (const file of some) if (!file.blob) await load(file);
  if (some.reduce((sum, file) => sum + file.blob.size, 0) > words.largest) throw new Error(words.too_large);
  for (let tries = 0; ; tries++) {
    try {
      return await ask(`ask/${task}?${query(some, more)}`, new Blob(some.map(file => file.blob)));
    } catch (error) {
      if (!error.told) throw new Error(words.unreachable);
      if (error.status !== 503 || tries > 20) throw error;
      await new Promise(done => setTimeout(done, 300 * (tries + 1)));
    }
  }
}

// Files come in: by name, with what they hold; `path` in the folder of the desk. A zip that was named is unpacked.
function add(some) {
  for (const one of some.slice(0, MOST - files.size)) {
    const file = {...one, id: ++last, earlier: []};
    files.set(file.id, file);
    row(file);
    if (file.blob && !file.searched && /\.zip$/i.test(file.name)) unpack(file);
    else waiting.push(file);
  }
  if (!some.length) return;
  start.classList.add("small");
  listed.hidden = false;
  progress();
  for (; busy < AT_ONCE && waiting.length; busy++) work();
}
async function unpack(file) {
  try {
    const {files: some} = await asked("unpack", [file]);
    files.delete(file.id);
    file.row.remove();
    add(some.map(({name, content}) => ({name: `${file.name}/${name}`, blob: bytes(content), searched: true})));
  } catch (error) {
    tellVerdict(file, unchecked(error.message));
    progress();
    if (!busy) failedFirst();
  }
}
async function work() {
  while (waiting.length) {
    // Those of the folder are read there, many for one question.
    const there = waiting.findIndex(({path}) => !path), some = there ? waiting.splice(0, there < 0 ? TOGETHER : Math.min(there, TOGETHER)) : [];
    if (some.length) await checkThere(some);
    else await check(waiting.shift());
    progress();
  }
  busy--;
  progress();
  if (!busy) failedFirst();
  if (!busy && files.size === 1 && !now) go([...files.keys()][0]);
}
async function check(file) {
  try {
    tellVerdict(file, await asked("check", [file]));
  } catch (error) {
    tellVerdict(file, unchecked(error.message));
  }
}
async function checkThere(some) {
  const {verdicts} = await ask("folder/check", {paths: some.map(({path}) => path)}).catch(() => ({verdicts: []}));
  // What there was too much to do for is asked after alone.
  for (const [i, file] of some.entries()) {
    const verdict = verdicts[i];
    if (!verdict || verdict.status === 503) await check(file);
    else tellVerdict(file, verdict.error ? unchecked(verdict.error) : verdict);
  }
}
const unchecked = why => ({rows: [], words: words.unchecked, worst: "failed", why, counts: [0, 0, 0, 0]});
function tellVerdict(file, verdict) {
  file.verdict = verdict;
  if (file.searched && file.verdict.unknown) {
    files.delete(file.id);
    file.row?.remove();
    passed++;
  } else row(file);
}
const weight = ({worst, counts: [errors, warnings, notes]}) => worst === "failed" ? 1e9 : worst === "pending" ? "" : errors * 1e6 + warnings * 1e3 + notes;
const PENDING = {rows: [], words: "…", worst: "pending", counts: [0, 0, 0, 0]};
function row(file) {
  const verdict = file.verdict ?? PENDING, made = make("tr"), cell = (name, text, key) => {
    const cell = made.appendChild(make("td", "", {className: name}));
    cell.append(make("bdi", text));
    cell.dataset.label = one(`.files-table th.${name}`).textContent;
    if (key !== undefined) cell.dataset.key = key;
    return cell;
  };
  const choose = make("input", "", {type: "checkbox", checked: Boolean(file.chosen), ariaLabel: say("choose", {name: file.name})});
  choose.addEventListener("change", () => { file.chosen = choose.checked; buttons(); });
  made.appendChild(make("td", "", {className: "choose"})).append(choose);
  const name = made.appendChild(make("th", "", {scope: "row", className: "name"}));
  const link = name.appendChild(make("a", "", {href: `#${file.id}`}));
  link.append(make("bdi", file.name));
  const [first, ...others] = verdict.rows, players = cell("players", first?.[0] ?? verdict.positions ?? "");
  if (others.length) players.append(" ", make("small", say("more_matches", {count: others.length})));
  cell("length", first?.[1] ?? "", first?.[1] ?? "");
  cell("games", first?.[2] ?? "", first?.[2] ?? "");
  cell("score", first?.[3] ?? "");
  const said = cell("verdict", verdict.words, weight(verdict));
  said.classList.add(verdict.worst || "clean");
  said.prepend(make("span", "", {className: "mark", ariaHidden: "true"}));
  if (verdict.why) said.append(make("small", verdict.why));
  file.row?.isConnected ? file.row.replaceWith(made) : body.append(made);
  file.row = made;
}
function progress() {
  const bar = one("progress", listed), left = waiting.length + busy, all = [...files.values()].filter(file => file.verdict);
  bar.hidden = !left;
  bar.max = files.size || 1;
  bar.value = all.length;
  const sum = say("sum", {files: say("files", {count: all.length}), found: found(all.map(file => file.verdict))});
  one(".sum", listed).textContent = left ? say("under_way", {done: all.length, all: files.size}) : passed ? `${sum} ${say("passed", {count: passed})}` : sum;
  buttons();
}
// What was found in all, as "kotra check" ends: no word of "no problems" where a file was not checked.
function found(verdicts) {
  const failed = verdicts.filter(({worst}) => worst === "failed").length;
  const counts = verdicts.reduce((sums, {counts}) => sums.map((sum, i) => sum + counts[i]), [0, 0, 0, 0]);
  const ignored = counts.pop(), clean = verdicts.filter(({counts, worst}) => worst !== "failed" && !counts.slice(0, 3).some(Boolean)).length;
  const parts = ["errors", "warnings", "notes"].map((name, i) => counts[i] && say(name, {count: counts[i]})).filter(Boolean);
  if (!parts.length) parts.push(failed ? say("clean_files", {number: clean}) : words.nothing);
  if (ignored) parts.push(say("ignored_findings", {number: ignored}));
  if (failed) parts.push(say("unchecked_files", {number: failed}));
  return parts.join(", ");
}
// What was not checked stands first, until somebody sorts the table.
function failedFirst() {
  if ([...table.tHead.rows[0].cells].some(cell => /ing$/.test(cell.getAttribute("aria-sort")))) return;
  body.prepend(...[...files.values()].filter(({verdict}) => verdict?.worst === "failed").map(file => file.row));
}
const chosen = () => [...files.values()].filter(file => file.chosen);
function buttons() {
  one(".compare").disabled = chosen().length !== 2;
  one(".merge").disabled = chosen().length < 2;
}
one(".clear").addEventListener("click", () => {
  if ([...files.values()].some(unsaved) && !confirm(words.lose)) return;
  files.clear();
  waiting = [];
  passed = 0;
  body.replaceChildren();
  listed.hidden = true;
  start.classList.remove("small");
  one(".files").focus();
});
const unsaved = file => file.earlier.length > 0 && !file.taken;
addEventListener("beforeunload", event => { if ([...files.values()].some(unsaved)) event.preventDefault(); });

// Where files come from: dropped, chosen, the folder of the desk, an example
async function* below(entry) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed)).catch(() => null);
    if (file) yield {name: entry.fullPath.replace(/^\//, ""), blob: file, searched: entry.fullPath.lastIndexOf("/") > 0};
    return;
  }
  const reader = entry.createReader();
  for (let some; (some = await new Promise(done => reader.readEntries(done, () => done([])))).length;)
    for (const inner of some) if (!inner.name.startsWith(".")) yield* below(inner);
}
let depth = 0;
const over = on => { one(".over-all").hidden = !on; };
const carries = event => event.dataTransfer?.types.includes("Files");
addEventListener("dragenter", event => { if (carries(event)) { depth++; over(true); } });
addEventListener("dragleave", event => { if (carries(event) && --depth <= 0) over(depth = 0); });
addEventListener("dragover", event => { if (carries(event)) event.preventDefault(); });
addEventListener("drop", async event => {
  if (!carries(event)) return;
  event.preventDefault();
  over(depth = 0);
  const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()), plain = [...event.dataTransfer.files];
  const some = [];
  if (entries.some(Boolean)) {
    for (const entry of entries.filter(Boolean)) for await (const file of below(entry)) if (some.length < MOST) some.push(file);
  } else some.push(...plain.map(blob => ({name: blob.name, blob})));
  go(null);
  add(some);
});
for (const [button, input] of [[".files", ".pick-files"], [".folder", ".pick-folder"]]) {
  one(button).addEventListener("click", () => one(input).click());
  one(input).addEventListener("change", ({target}) => {
    const some = [...target.files].map(blob => ({name: blob.webkitRelativePath || blob.name, blob, searched: Boolean(blob.webkitRelativePath)}));
    add(some.filter(({name}) => !name.split("/").some(part => part.startsWith("."))));
    target.value = "";
  });
}
const pasting = one(".pasting");
const addPasted = text => { if (text.trim()) { go(null); add([{name: words.pasted, blob: new Blob([text])}]); } };
one(".paste").addEventListener("click", () => { one("textarea", pasting).value = ""; pasting.showModal(); });
one(".do", pasting).addEventListener("click", () => { pasting.close(); addPasted(one("textarea", pasting).value); });
addEventListener("paste", event => {
  if (event.target.closest?.("input, textarea") || one("dialog[open]")) return;
  const some = [...event.clipboardData.files];
  some.length ? add(some.map(blob => ({name: blob.name, blob}))) : addPasted(event.clipboardData.getData("text/plain"));
});
one(".kept")?.addEventListener("click", async () => {
  const {files: some} = await ask("folder");
  add(some.map(({path}) => ({name: path, path, searched: true})));
});
async function load(file) {
  const answer = await fetch(`${root}/folder/file?${new URLSearchParams({path: file.path})}`);
  if (!answer.ok) throw new Error((await answer.json()).error);
  file.version = answer.headers.get("etag");
  file.blob = await answer.blob();
}
// The latest records of the folder as cards; what is no match has none.
const LATEST = 8, LARGEST_CARD = 1e6;
async function latest() {
  const place = one(".last ul"), {files: some} = await ask("folder"), newest = some.filter(({size}) => size < LARGEST_CARD).sort((a, b) => b.time - a.time);
  let shown = 0;
  for (const {path} of newest.slice(0, 3 * LATEST)) {
    if (shown === LATEST) break;
    const file = {name: path, path, searched: true};
    try {
      await load(file);
      const {rows, words: verdict, worst, board} = await asked("card", [file]);
      if (!board) continue;
      const item = make("li"), button = make("button", "", {type: "button", innerHTML: board}), [players, , , score] = rows[0];
      const word = make("small", verdict, {className: worst || "clean"});
      word.prepend(make("span", "", {className: "mark", ariaHidden: "true"}));
      button.append(make("bdi", players), ` ${score}`, make("small", path), word);
      button.addEventListener("click", () => add([{name: path, path}]));
      item.append(button);
      place.append(item);
      shown++;
      one(".last").hidden = false;
    } catch { /* a file that is gone, or is no record */ }
  }
}
if (one(".last")) latest().catch(() => {});
one(".look").addEventListener("submit", async event => {
  event.preventDefault();
  const place = one(".meaning"), word = one("#word").value.trim();
  if (word) try { place.textContent = (await ask(`explain?${new URLSearchParams({word})}`)).text; } catch (error) { place.textContent = error.message; }
});
one(".example").addEventListener("click", () => add(["mat", "kotra"].map(kind =>
  ({name: say("example", {kind}), blob: new Blob([one(`.example-${kind}`).textContent])}))));
for (const head of table.tHead.rows[0].cells) {
  if (head.classList.contains("choose")) continue;
  const button = make("button", "", {type: "button"});
  button.append(...head.childNodes);
  button.addEventListener("click", () => sort(head, head.getAttribute("aria-sort") === "ascending" ? -1 : 1));
  head.append(button);
}

// The table, or one file, as match or as text: the address says which
function go(id, view = "") {
  location.hash = id ? `${id}${view}` : "";
  show();
}
addEventListener("hashchange", show);
// A key that is pressed before the browser has told of a new address finds what that one shows.
addEventListener("keydown", show, true);
const AS_TEXT = "-text", asText = () => location.hash.endsWith(AS_TEXT);
let address = null;
function show() {
  const file = files.get(parseInt(location.hash.slice(1))) ?? null, before = now;
  if (file === before && location.hash === address) return;
  address = location.hash;
  now = file;
  opened.hidden = !file;
  start.hidden = Boolean(file);
  listed.hidden = Boolean(file) || !files.size;
  if (file) open(file);
  else if (before) one(".name a", before.row)?.focus();
}
{% include "desk_check_file.js" %}
{% include "desk_check_match.js" %}

{% include "desk_check_make.js" %}

{% include "desk_keys.js" %}

show();
}

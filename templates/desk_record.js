// The record that is written: its text, where it stands, every text before it, and where it is kept. What it is for
// the page lies in `record`; `standing` is what the desk said of its text last.
const SHELF = "kotra.record.", KEPT_RECORDS = 40;
let record = null, standing = null;

// How one text becomes another: where, what goes, and what comes.
function patchOf(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [start, before.slice(start, before.length - end), after.slice(start, after.length - end)];
}
const exchanged = (text, at, gone, come) => text.slice(0, at) + come + text.slice(at + gone.length);

// What stands in local storage reaches the disk only now and then, what stands in a data base at once: a browser that
// is killed finds it there.
const base = new Promise(done => {
  const asked = indexedDB.open("kotra");
  asked.onupgradeneeded = () => asked.result.createObjectStore("records", {keyPath: "id"});
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => done(null);
});
const stored = async (deed, way = "readwrite") => {
  const found = await base;
  return found && new Promise(done => {
    const asked = deed(found.transaction("records", way).objectStore("records"));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  });
};
async function restore() {
  for (const one of await stored(place => place.getAll(), "readonly") ?? []) {
    const there = localStorage.getItem(SHELF + one.id);
    if (!there || JSON.parse(there).at < one.at) localStorage.setItem(SHELF + one.id, JSON.stringify(one));
  }
}
function forget(id) {
  localStorage.removeItem(SHELF + id);
  stored(place => place.delete(id));
}

function shelved() {
  const found = [];
  for (const key of Object.keys(localStorage)) if (key.startsWith(SHELF)) try { found.push(JSON.parse(localStorage[key])); } catch { localStorage.removeItem(key); }
  return found.sort((one, other) => other.at - one.at);
}
function store() {
  record.at = Date.now();
  stored(place => place.put(record));
  try {
    localStorage.setItem(SHELF + record.id, JSON.stringify(record));
  } catch {
    // The place for all records is used up: the oldest go.
    const [oldest] = shelved().filter(one => one.id !== record.id).reverse();
    if (!oldest) return;
    forget(oldest.id);
    store();
  }
}
function newRecord(answer, more = {}) {
  for (const old of shelved().slice(KEPT_RECORDS)) forget(old.id);
  record = {
    id: Math.random().toString(36).slice(2, 10), text: answer.text, name: answer.name ?? "", version: answer.version ?? null,
    past: [], future: [], ...more,
  };
  standing = answer.standing;
  keptText = null;
  store();
  keep();
}

// A new text with its standing; it can be undone.
function take(answer) {
  if (answer.text !== record.text) {
    record.past.push(patchOf(record.text, answer.text));
    record.future = [];
  }
  put(answer);
}
function put({text, standing: found}) {
  const changed = text !== record.text;
  record.text = text;
  standing = found;
  if (changed) {
    one(".written").toggleAttribute("data-unkept", data.keeps);
    store();
    keep();
    share();
  }
}
// The folder gets every text, one after the other; what it does not get now it gets when the desk answers again.
// A match with no turn yet is worth no file.
let keeping = null, keptText = null, again = 0;
const isWorthKeeping = () => record.version || standing.turns.some(({play, cube, action}) => play || cube || action && !action.startsWith("opening"));
async function keep() {
  if (!record || !standing) return;
  if (!data.keeps || !record.name || !isWorthKeeping()) {
    one(".written").removeAttribute("data-unkept");
    return tellKept(say("kept_here"));
  }
  if (keeping === record) return;
  const mine = keeping = record;
  clearTimeout(again);
  try {
    while (mine === record && keptText !== mine.text) {
      const {text, name, version} = mine, answer = await ask("write/save", {name, text, version: mine.version});
      Object.assign(mine, {name: answer.name, version: answer.version});
      if (mine === record) keptText = text;
      if (mine === record) store();
      // That a record has parted from its file stays said.
      if (answer.moved) mine.parted = say(version ? "moved" : "name_taken", {old: name, name: mine.name});
      tellKept(mine.parted ?? say("kept_as", {name: mine.name}), !!mine.parted);
    }
    if (mine === record) one(".written").removeAttribute("data-unkept");
  } catch (error) {
    tellKept(error.told ? say("not_kept", {why: error.message}) : say("silent"), true);
    again = setTimeout(keep, 2000);
  } finally {
    if (keeping === mine) keeping = null;
  }
}
// The same match in another tab of this browser: what is done there is followed here.
let follows = false;
function leadHere() {
  if (!follows) return;
  follows = false;
  if (!waiting) settled();
}
addEventListener("storage", ({key, newValue}) => {
  if (record && newValue && key === SHELF + record.id) later(async () => {
    const found = JSON.parse(newValue);
    if (found.at <= record.at) return;
    const changed = found.text !== record.text;
    Object.assign(record, found);
    keptText = null;
    if (changed) {
      follows = true;
      followed();
      standing = (await inquire("write/stand", {text: record.text})).standing;
    }
    show();
    if (follows) tellKept(say("followed"));
  });
});
// A record of this browser taken up again: the folder may have more of it, or something else under its name.
async function resume(found) {
  record = found;
  keptText = null;
  let file = null;
  if (data.keeps && record.name) file = await ask("write/open", {name: record.name}).catch(error => { if (error.told) return null; throw error; });
  if (file?.text !== undefined && file.text !== record.text && file.version !== record.version && file.text.startsWith(record.text)) {
    record.past.push(patchOf(record.text, file.text));
    record.text = file.text;
  }
  if (file?.text === record.text) {
    record.version = file.version;
    keptText = file.text;
  }
  standing = (await ask("write/stand", {text: record.text})).standing;
  store();
  keep();
}

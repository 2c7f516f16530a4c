// How a match begins: by a form, out of what this browser has kept, by a file. The page begins a match by
// `beginRecord` and shows it by `showRecord`.
const begin = one(".begin"), form = one(".new");
const field = name => form.elements[name];
const isOld = () => field("rules").value !== "modern";
function showForm() {
  const old = isOld();
  all(".modern", form).forEach(part => { part.hidden = old; });
  all(".old", form).forEach(part => { part.hidden = !old; });
}
form.addEventListener("change", showForm);
one(".other input[type=number]")?.addEventListener("focus", () => { one(".other input[type=radio]").checked = true; });
form.addEventListener("submit", async event => {
  event.preventDefault();
  if (form.ariaBusy) return;
  const old = isOld(), kind = old ? "old" : "modern", wrong = one(".wrong", form);
  const ticked = all(`.ticks.${kind} input`, form).filter(box => box.checked !== (box.dataset.on === "1")).map(box => `${box.name.slice(7)}=${box.checked ? "on" : "off"}`);
  const rules = [field("rules").value, ...ticked, ...field("others").value.split(",").filter(Boolean)].join(",");
  const chosen = field("to").value, length = old ? null : +(chosen === "other" ? field("points").value : chosen);
  const info = Object.fromEntries(all("[name^='info.']", form).map(box => [box.name.slice(5), box.value]));
  wrong.textContent = "";
  form.ariaBusy = true;
  try {
    await beginRecord({players: [field("white").value, field("black").value], length, rules, info});
  } catch (error) { wrong.textContent = error.message; }
  form.ariaBusy = null;
});

function itemOf(words, facts, act) {
  const item = make("li"), button = make("button", words, {type: "button", onclick: act});
  item.append(button, facts ? make("small", facts) : "");
  return item;
}
const titleOf = text => {
  const [white, black] = [/^(?:white|hvítur): *(.*)$/m, /^(?:black|svartur): *(.*)$/m].map(name => name.exec(text)?.[1].replace(/^"|"$/g, "") ?? "");
  return white || black ? `${white} – ${black}` : say("nameless");
};
async function showDoors() {
  epoch++;
  record = null;
  begin.hidden = false;
  one(".written").hidden = true;
  document.title = one("h1", begin).textContent + " – kotra";
  const found = shelved().filter(one => (one.mode ?? "write") === mode), recent = one(".recent");
  recent.hidden = !found.length;
  one("ul", recent).replaceChildren(...found.slice(0, 8).map(old => {
    const item = itemOf(titleOf(old.text), `${old.name} ${new Date(old.at).toLocaleString(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"})}`, () => goOn(old));
    const away = make("button", say("away"), {type: "button", className: "away", onclick() { forget(old.id); showDoors(); }});
    item.append(away);
    return item;
  }));
  const files = one(".files ul");
  if (!files) return;
  const {files: there} = await ask("folder").catch(() => ({files: []}));
  files.replaceChildren(...there.map(({path}) => itemOf(path, "", async () => {
    const answer = await fetch(`${root}/folder/file?${new URLSearchParams({path})}`);
    openFile(path.split("/").pop(), await answer.blob(), path);
  })));
}
async function goOn(old) {
  try {
    await resume(old);
    enterRecord();
  } catch (error) {
    showForm();
    showDoors();
    one(".wrong", begin).textContent = error.told ? error.message : say("silent");
  }
}

// A file: one in our own notation is written on as it stands, any other is converted first, and what is lost is said.
const opening = one(".open"), which = opening && one(".which", opening);
async function openFile(name, blob, path = null) {
  const wrong = one(".wrong", opening);
  wrong.textContent = "";
  which.replaceChildren();
  try {
    const text = await blob.text(), own = /^\ufeff?kotra\b/.test(text);
    const whole = own ? await ask("write/open", path ? {name: path} : {text}).catch(error => { if (!error.told) throw error; return null; }) : null;
    if (whole) return openText(whole, []);
    const {files, findings} = await ask(`ask/convert?${new URLSearchParams({name, to: "kotra", split: 1})}`, blob);
    const texts = files.map(({content}) => new TextDecoder().decode(Uint8Array.from(atob(content), sign => sign.charCodeAt())));
    const lost = findings.map(found => `${found.line ? say("line", {number: found.line, line: found.line}) + ": " : ""}${found.message}`);
    if (texts.length === 1) return openText(await ask("write/open", {text: texts[0]}), lost);
    which.replaceChildren(make("li", say("which")), ...texts.map(text => itemOf(titleOf(text), "", async () => {
      try { openText(await ask("write/open", {text}), lost); } catch (error) { wrong.textContent = error.message; }
    })));
  } catch (error) { wrong.textContent = error.told ? error.message : say("silent"); }
}
function openText(answer, lost) {
  newRecord(answer);
  enterRecord();
  if (lost.length) object(new Error(say("lost", {what: lost.slice(0, 12).join(" ")})));
}
if (opening) {
  one("input[type=file]", opening).addEventListener("change", ({target}) => { if (target.files[0]) openFile(target.files[0].name, target.files[0]); target.value = ""; });
  begin.addEventListener("dragover", event => event.preventDefault());
  begin.addEventListener("drop", event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file.name, file);
  });
}

function enterRecord() {
  epoch++;
  follows = false;
  begin.hidden = true;
  one(".written").hidden = false;
  // A place of its own in the history: the browser's way back leads to the form.
  if (location.hash !== `#${record.id}`) location.hash = record.id;
  showRecord();
  share();
  scrollTo(0, 0);
}
const tellKept = (words, grave = false) => {
  const place = one(".kept");
  if (place.textContent !== words) place.textContent = words;
  place.classList.toggle("grave", grave);
};
function open() {
  const found = shelved().find(one => `#${one.id}` === location.hash);
  if (found) goOn(found);
  else { showForm(); showDoors(); }
}
addEventListener("hashchange", () => { if (`#${record?.id}` !== location.hash) open(); });

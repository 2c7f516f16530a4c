// How a match begins: by a form, out of what this browser has kept, by a file.
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
  const old = isOld(), kind = old ? "old" : "modern", wrong = one(".wrong", form);
  const ticked = all(`.ticks.${kind} input`, form).filter(box => box.checked !== (box.dataset.on === "1")).map(box => `${box.name.slice(7)}=${box.checked ? "on" : "off"}`);
  const rules = [field("rules").value, ...ticked, ...field("others").value.split(",").filter(Boolean)].join(",");
  const chosen = field("to").value, length = old ? null : +(chosen === "other" ? field("points").value : chosen);
  const info = Object.fromEntries(all("[name^='info.']", form).map(box => [box.name.slice(5), box.value]));
  let players = [field("white").value, field("black").value];
  const more = mode === "play" ? {game: gameOf(form)} : {};
  if (more.game?.level) players = players.map((name, seat) => name.trim() || (seat === more.game.seat ? say("engine") : say("you")));
  wrong.textContent = "";
  try {
    newRecord(await ask("write/begin", {players, length, rules, info}), more);
    enterRecord();
  } catch (error) { wrong.textContent = error.message; }
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
  record = null;
  begin.hidden = false;
  one(".written").hidden = true;
  document.title = one("h1", begin).textContent + " – kotra";
  const found = shelved().filter(one => (one.mode ?? "write") === mode), recent = one(".recent");
  recent.hidden = !found.length;
  one("ul", recent).replaceChildren(...found.slice(0, 8).map(old => {
    const item = itemOf(titleOf(old.text), `${old.name} ${new Date(old.at).toLocaleString(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"})}`, () => goOn(old));
    const away = make("button", say("away"), {type: "button", className: "away", onclick() { localStorage.removeItem(SHELF + old.id); showDoors(); }});
    item.append(away);
    return item;
  }));
  const files = one(".files ul");
  if (files) {
    const {names} = await ask("write/records", {});
    files.replaceChildren(...names.map(name => itemOf(name, "", () => openFile({name}, name))));
  }
}
async function goOn(old) {
  try {
    await resume(old);
    enterRecord();
  } catch (error) { one(".wrong", begin).textContent = error.told ? error.message : say("silent"); }
}

const opening = one(".open"), which = opening && one(".which", opening);
async function openFile(asked, name) {
  const wrong = one(".wrong", opening);
  wrong.textContent = "";
  which.replaceChildren();
  try {
    const answer = await ask("write/open", asked);
    if (answer.matches) {
      which.replaceChildren(make("li", say("which")), ...answer.matches.map((title, i) => itemOf(title, "", () => openFile({...asked, match: i + 1}, name))));
      return;
    }
    const own = asked.data === undefined && answer.version;
    newRecord({...answer, name: own ? name : answer.name});
    if (own) keptText = answer.text;
    enterRecord();
    if (answer.lost.length) object(new Error(say("lost", {what: answer.lost.join(" ")})));
  } catch (error) { wrong.textContent = error.message; }
}
async function openBlob(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  openFile({data: btoa(text)}, blob.name);
}
if (opening) {
  one("input[type=file]", opening).addEventListener("change", ({target}) => { if (target.files[0]) openBlob(target.files[0]); target.value = ""; });
  begin.addEventListener("dragover", event => event.preventDefault());
  begin.addEventListener("drop", event => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openBlob(event.dataTransfer.files[0]);
  });
}

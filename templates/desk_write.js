"use strict";
{
{% include "desk.js" %}
const data = JSON.parse(one("script.data").textContent), {texts, mode} = data;
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key] ?? "");
const say = (name, facts = {}) => fill(texts[name], facts);

{% include "desk_table.js" %}
{% include "desk_record.js" %}
{% include "desk_jobs.js" %}
{% include "desk_entry.js" %}
{% include "desk_turns.js" %}
{% include "desk_more.js" %}
{% include "desk_film.js" %}
{% include "desk_take.js" %}
{% include "desk_begin.js" %}

// The boards, and the one of the game that is written
const heard = {
  made(text) { entry.value = text; complete(false); showDone(); },
  done() { submit(); },
};
const boards = {modern: tableOfModern(one(".stage.modern svg"), data.modern, heard), old: tableOfOld(one(".stage.old svg"), data.old, heard)};
let table = boards.modern;
const called = () => standing.players.map((name, seat) => name || data.modern.names[seat]);

// What is asked, in words.
function asked() {
  const names = called(), {seat, dice, wants} = standing, name = names[seat], facts = {name, dice, white: names[0], black: names[1], other: names[1 - seat], line};
  if (before) return say("wants_insert", facts);
  if (wants === "answer") return say(standing.offer === "resignation" ? "wants_resignation" : "wants_double", {...facts, name: names[1 - seat], other: name});
  if (line !== null && wants !== "play") return say("wants_line", facts);
  return say(`wants_${wants}`, facts);
}
function showDone() {
  const done = one("[data-do=done]"), ready = standing.wants === "play" && (table.whither(ofPlay(entry.value)) !== undefined || standing.plays.length === 1 && !entry.value.trim());
  done.hidden = standing.wants !== "play";
  done.classList.toggle("ready", ready);
  // In a match that is written an illegal play may be written too.
  done.disabled = !ready && !entry.value.trim();
  one("[data-do=undo]").disabled = !table.moved() && !record.past.length;
}
// A line of the record with the name of its side: "Anna wins 4", "Anna wins 15 (jan)", "Anna resigns single".
function byName(words, names) {
  const [, sign, points, kind] = /^([WB]) wins ([\d.]+)(?: by (.+?))?(?: and the match)?$/.exec(words) ?? [];
  const how = kind ? ` (${kind})` : "";
  if (sign) return `${names["WB".indexOf(sign)]} ${say("wins", {points})}${how}`;
  return words.replace(/^[WB](?= [a-z])/, sign => names["WB".indexOf(sign)]);
}
const resultOf = names => byName(standing.result, names);
const may = (name, on) => { one(`[data-do=${name}]`).hidden = !on; };
function show() {
  const names = called(), {wants, score, length, offer} = standing, here = line !== null, answer = wants === "answer" && !here;
  table = standing.old ? boards.old : boards.modern;
  one(".stage.modern").hidden = standing.old;
  one(".stage.old").hidden = !standing.old;
  all("dialog.keys dl > [class]").forEach(row => { row.hidden = !row.classList.contains(standing.old ? "old" : "modern"); });
  table.show(standing.stop, names, [...score, length, standing.crawford ? 1 : 0, 0], wants === "play" ? standing.plays.map(({text, men, steps}) => [text, men, steps]) : []);
  likely = null;
  if (!waiting || waiting === 1) expects = here ? "line" : wants;
  one("#match").textContent = names.join(" – ");
  document.title = `${names.join(" – ")} – kotra`;
  const [white, black] = score;
  one(".match .score").textContent = [say(length ? "of" : "score", {white, black, length}), standing.crawford && say("crawford"), wants === "nothing" || wants === "game" ? standing.result && say("won", {result: resultOf(names)}) : ""].filter(Boolean).join(" · ");
  one(".asked").textContent = asked();
  pad.hidden = here || !["opening", "dice", "game"].includes(wants);
  if (!pad.hidden) { tapped = [0, 0]; layPad(); }
  may("double", standing.may_double && !here);
  may("take", answer && offer !== "resignation");
  may("drop", answer && offer !== "resignation");
  may("beaver", answer && standing.may_beaver);
  may("accept", answer && offer === "resignation");
  may("refuse", answer && offer === "resignation");
  may("resign", ["dice", "play"].includes(wants) && !here);
  one(".lines").hidden = !here;
  one("[data-do=redo]").disabled = !record.future.length;
  complete();
  showDone();
  showTurns();
  showFilm();
}
function tell(words) {
  const last = standing.turns.at(-1), names = called();
  if (!last) return;
  const name = names[last.seat] ?? "", {dice} = last;
  const done = last.dice ? last.play ? say(/^\S*\d|[/?]/.test(last.play) ? "played" : "no_play", {name, dice, play: last.play}) : say("threw", {name, dice}) : last.cube ? `${name} ${last.cube}` : byName(last.action, names);
  hear(`${done} ${asked()}`);
}

// A line that is written anew; null is the end.
function goTo(at, {seek: seeks = true} = {}) {
  if (seeks) seek(at);
  close();
  before = false;
  line = at;
  entry.value = "";
  return later(async () => {
    const words = record.text.split(/\r\n|\r|\n/)[at - 1] ?? "", turn = standing.turns.find(turn => turn.line === at);
    const dice = turn?.dice && !/\+/.test(turn.dice) ? turn.dice : undefined;
    standing = (await inquire("write/stand", {text: record.text, line: at, dice})).standing;
    show();
    // What was typed meanwhile stands.
    const typed = entry.value && entry.value !== given;
    given = turn?.dice ? turn.play ? `${turn.dice}: ${turn.play}` : "" : words;
    if (!typed) entry.value = given;
    showTurns();
    showFilm();
    entry.focus({preventScroll: true});
    if (!typed) entry.select();
  });
}
function goEnd({seek: seeks = true} = {}) {
  if (seeks) seek(null);
  close();
  given = null;
  before = false;
  line = null;
  entry.value = "";
  return later(async () => {
    standing = (await inquire("write/stand", {text: record.text})).standing;
    show();
  });
}
function goBy(step) {
  const lines = standing.turns.map(turn => turn.line), at = line === null ? lines.length : lines.findIndex(one => one >= line), next = lines[at + step];
  if (next !== undefined) goTo(next);
  else if (step > 0 && line !== null) goEnd();
}

const tellFailed = error => { told.textContent = error.told ? error.message : say("silent"); };
const type = (words, from = words.length) => { entry.value = words; entry.focus(); entry.setSelectionRange(from, words.length); };
const side = () => "WB"[standing.seat ?? 0];
const deeds = {
  undo() { if (table.back()) return; entry.value = ""; line = null; before = false; close(); later(async () => { await undo(); show(); }); },
  redo() { later(async () => { await redo(); show(); }); },
  flip: () => table.flip(),
  done: () => submit(),
  double: () => submit("d", {chosen: true}), take: () => submit("t", {chosen: true}), drop: () => submit("p", {chosen: true}),
  beaver: () => submit("b", {chosen: true}), accept: () => submit("y", {chosen: true}), refuse: () => submit("n", {chosen: true}),
  resign: () => type(standing.old ? "r" : "r1", 1),
  comment: () => type("# "),
  clock: () => type(`${"WB"[1 - (standing.seat ?? 1)]} clock `),
  keys: () => one("dialog.keys").showModal(),
  end: () => goEnd(),
  without() { const at = line; line = null; entry.value = ""; later(async () => { take(await inquire("write/without", {text: record.text, line: at})); show(); }); },
  before() { before = true; entry.value = ""; one(".asked").textContent = asked(); entry.focus(); },
  watch(button) {
    watch = watch ? null : {from: seconds(clock.value), start: performance.now()};
    button.setAttribute("aria-pressed", !!watch);
  },
  stamp() {
    const last = standing.turns.findLast(({play, cube}) => play || cube);
    if (last) remark(last.line, {roll: seconds(clock.value)});
  },
  ...filmDeeds,
  taken: button => takeAway(button.dataset.to ?? one("select.to").value).catch(tellFailed),
  report: () => report().catch(tellFailed),
  analysed: () => analyse("quick", words => { told.textContent = words; }).then(report).catch(tellFailed),
  live: box => showLive(box.checked),
  leave() { location.hash = ""; },
};
one(".written").addEventListener("click", ({target}) => {
  const button = target.closest("[data-do]");
  leadHere();
  if (button && deeds[button.dataset.do]) deeds[button.dataset.do](button);
});
document.addEventListener("keydown", event => {
  if (!record || document.querySelector("dialog[open]")) return;
  const {key, altKey} = event, ctrl = event.ctrlKey || event.metaKey, typing = event.target.closest("input, textarea, select") && event.target !== entry;
  if (typing) return;
  leadHere();
  // Whatever is typed goes into the line, wherever one was.
  if (key.length === 1 && key !== " " && key !== "?" && !ctrl && !altKey && event.target !== entry) { entry.focus(); return; }
  if (ctrl && key.toLowerCase() === "z" && !event.shiftKey) deeds.undo();
  else if (ctrl && (key.toLowerCase() === "y" || key.toLowerCase() === "z")) deeds.redo();
  else if (altKey && key.toLowerCase() === "f") deeds.flip();
  else if (altKey && !film.hidden && FILM_KEYS[event.code]) deeds[FILM_KEYS[event.code]]();
  else if (key === "PageUp") goBy(-1);
  else if (key === "PageDown") goBy(1);
  else if (key === "Escape" && (line !== null || entry.value)) goEnd();
  else if (key === "Escape") close();
  else if (key === "?" && event.target !== entry) deeds.keys();
  else return;
  event.preventDefault();
});

async function beginRecord(asked) {
  newRecord(await ask("write/begin", asked));
  enterRecord();
}
function showRecord() {
  line = null;
  before = false;
  entry.value = "";
  drawn.length = 0;
  list.replaceChildren();
  shownFindings = "";
  close();
  show();
  if (matchMedia("(pointer: fine)").matches) entry.focus();
  else one("#match").focus({preventScroll: true});
}
restore().then(open);
}

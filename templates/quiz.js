// A quiz: one question at a time. What is right is looked up, and shown, only when one has chosen.
"use strict";
{
const root = document.currentScript.closest(".kotra-report");
const one = (selector, within = root) => within.querySelector(selector);
const all = (selector, within = root) => [...within.querySelectorAll(selector)];
const data = JSON.parse(one(".data").textContent), {losses, right: least, places = 3, comma, texts, names} = data;
const say = (name, facts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
const number = value => value.toFixed(places).replace(".", comma);
const questions = all(".question"), answers = all(".answer"), lists = questions.map(question => one(".choices", question));
const chosen = questions.map(() => null), status = one(".score");
const key = name => one(`[data-key="${CSS.escape(name)}"]`);
const current = () => now;
let now = 0, bottom = 0, state, trial = null, board, layer;

{% include "hand.js" %}
{% include "board.js" %}
{% include "playing.js" %}
const boards = questions.map(question => one("svg", question)), layers = [];
boards.forEach(byHand);
// The board of a question as the script draws it; those of the old game stay as they are.
function draw() {
  if (!stops[now].men.some(Boolean)) return;
  state = {...stops[now], ...trial};
  layer.innerHTML = scene(trial ? group('class="trial"', arrows(state.arrows)) : "");
}
function lay() {
  if (!questions.length) return;
  putDown();
  board = boards[now];
  bottom = data.asked[now];
  if (!layers[now] && stops[now].men.some(Boolean)) {
    layers[now] = document.createElementNS(board.namespaceURI, "g");
    board.replaceChildren(...all("title, desc, .kotra-table", board), layers[now]);
  }
  layer = layers[now];
  const list = lists[now], at = chosen[now], plays = all("bdi", list).map(name => name.textContent);
  if (at !== null) trial = {arrows: hopsOf(plays[at])};
  else if (stops[now].thrown.length) list.after(answerByHand(stops[now], plays, texts, choose));
  draw();
}
for (const list of lists) {
  list.classList.add("live");
  [...list.children].forEach((item, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = `<kbd>${i + 1}</kbd>`;
    button.append(...item.childNodes);
    item.append(button);
  });
}

function show(i, {focus = true, address = true} = {}) {
  now = Math.max(0, Math.min(i, questions.length - 1));
  questions.forEach((question, at) => question.classList.toggle("away", at !== now));
  one(".progress").textContent = say("progress", {number: now + 1, all: questions.length});
  key("ArrowLeft").disabled = now === 0;
  key("ArrowRight").disabled = now === questions.length - 1;
  lay();
  if (address) history.replaceState(null, "", `#${questions[now].id}`);
  if (focus) {
    one("h2", questions[now]).focus({preventScroll: true});
    scrollTo(0, 0);
  }
}

function choose(at) {
  const list = lists[now], lost = losses[now];
  if (chosen[now] !== null || !(at in lost)) return;
  chosen[now] = at;
  const was = one("button", list.children[at]) === document.activeElement;
  [...list.children].forEach((item, i) => {
    const fine = lost[i] < least, mark = document.createElement("b");
    item.classList.add(fine ? "right" : "worse");
    item.classList.toggle("chosen", i === at);
    mark.textContent = fine ? "✓" : `−${number(lost[i])}`;
    one("button", item).append(mark);
    one("button", item).disabled = true;
  });
  one(".side", questions[now]).append(answers[now]);
  lay();
  tell(lost[at]);
  if (was) (key("ArrowRight").disabled ? one("h2", questions[now]) : key("ArrowRight")).focus({preventScroll: true});
}

function tell(loss) {
  const told = chosen.map((at, i) => at === null ? null : losses[i][at]).filter(one => one !== null);
  const facts = {
    right: told.filter(one => one < least).length, asked: told.length, all: questions.length,
    loss: number(told.reduce((sum, one) => sum + one, 0)),
  };
  const first = loss < least ? texts.right : say("wrong", {loss: number(loss)});
  status.textContent = `${first} ${say(told.length === questions.length ? "end" : "score", facts)}`;
}

const go = step => show(now + step);
const deeds = {ArrowLeft: () => go(-1), ArrowRight: () => go(1), "?": () => keys.showModal()};
const keys = one("dialog");
one("dl", keys).innerHTML += all("[data-key]").map(button => {
  const name = {ArrowLeft: "←", ArrowRight: "→"}[button.dataset.key] ?? button.dataset.key;
  return `<dt><kbd>${plain(name)}</kbd></dt><dd>${plain(button.title || button.textContent)}</dd>`;
}).join("");

root.addEventListener("click", event => {
  const button = event.target.closest("button"), item = event.target.closest(".choices li");
  if (button?.dataset.key) deeds[button.dataset.key]();
  else if (item && button) choose([...item.parentElement.children].indexOf(item));
});
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
  if (/^[1-9]$/.test(event.key)) choose(event.key - 1);
  else if (event.key === "Enter" && chosen[now] !== null && !event.target.closest("button, a")) go(1);
  else if (event.key in deeds) deeds[event.key]();
  else return;
  event.preventDefault();
});

// A finger on the board
let touch;
for (const board of all(".question figure")) {
  board.addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
  board.addEventListener("touchend", event => {
    const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });
}

const addressed = () => questions.findIndex(question => `#${question.id}` === location.hash);
addEventListener("hashchange", () => { if (addressed() >= 0) show(addressed(), {address: false}); });
root.classList.add("quizzing");
one(".tools").hidden = false;
show(Math.max(0, addressed()), {focus: false, address: false});
}

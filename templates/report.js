{% set crawford = page.games|selectattr("crawford")|list %}
{% set by_hand = page.evaluated or not page.lettered %}
{% set known = page.evaluated or "known" in kinds %}
// `size` are the measures of the board that Python draws; they are put in where the page is made.
// The large board: it shows the stop that is selected, by the list, a key, a chart or the address.
"use strict";
{
const root = document.currentScript.closest(".kotra-report");
const one = (selector, within = root) => within.querySelector(selector);
const all = selector => [...root.querySelectorAll(selector)];
const has = (item, name) => item.classList.contains(name);
const press = (button, on) => button.ariaPressed = on;
const data = JSON.parse(one(".data").textContent), {names, called = names} = data;
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const say = (name, facts = {}) => fill(data.texts[name], facts);
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);

// What there is: a link in the list for each stop, in the order of the data.
const links = all(".turns > li > a");
for (const link of links) link.href = `#${link.id}`;
const items = links.map(link => link.parentElement);
const place = new Map(links.map((link, i) => [link.id, i]));
const games = all(".game"), first = games.map(game => items.findIndex(item => game.contains(item)));
const addressed = () => place.get(location.hash.slice(1));
const clip = (i, list) => max(0, min(i, list.length - 1));
const current = () => first.findLastIndex(start => start <= now);
let now = 0, bottom = 0, told = false, stand = 0, timer = 0, shown = items, state;
// What an engine said may set: what the board shows in place of the stop, what is known of a stop, the quiz of errors.
{% if known %}
let weighed{{ ", quizzes = null" if page.evaluated }};
{% endif %}
{% if by_hand %}
let trial = null;
{% endif %}
{% if page.evaluated %}
const shares = [];
{% endif %}
const moments = all(".highlights a"), opening = {% if page.evaluated %}place.get(moments[0]?.hash.slice(1)) ?? {% endif %}0;
const hides = () => !told && (has(root, "quiz"){% if page.evaluated %} || has(root, "asking"){% endif %});

{% if by_hand %}
{% include "hand.js" %}
{% endif %}
{% include "board.js" %}
{% include "telling.js" %}
// The board that is on the page becomes the one that changes: what is not the table goes.
const board = one(".stage svg");
const layer = document.createElementNS(board.namespaceURI, "g");
board.replaceChildren(one(".kotra-table", board), layer);
function draw() {
  state = stops[now];
  let play = hides() ? "" : arrows(state.arrows);
{% if by_hand %}
  if (trial) {
    state = {...state, ...trial};
    play = group('class="trial"', arrows(state.arrows));
  }
{% endif %}
  layer.innerHTML = scene(play);
  board.ariaLabel = sentence();
}
{% if page.highlights %}
// Small boards beside what decided the match, seen by whose turn it was.
for (const link of moments) {
  const small = board.cloneNode();
  state = stops[now = place.get(link.hash.slice(1))];
  bottom = state.seat;
  small.setAttribute("viewBox", "-52 -6 640 420");
  small.ariaHidden = true;
  small.innerHTML = board.firstChild.innerHTML + drawing(arrows(state.arrows));
  link.prepend(small);
}
now = bottom = 0;
{% endif %}

// Showing a stop
const caption = one(".caption"), detail = one(".detail"), cursors = all(".chart .cursor");
// A jump is a place of its own in the history, a step takes the place of the one before. That costs as much as all
// else that a key does: the address follows when the reader rests, or turns to anything but the next step.
let resting = 0;
function settle() {
  clearTimeout(resting);
  if (resting) history.replaceState(null, "", links[now].hash);
  resting = 0;
}
addEventListener("pagehide", settle);
addEventListener("pointerdown", settle, true);
addEventListener("keydown", ({key, altKey}) => { if (altKey || !key.startsWith("Arrow")) settle(); }, true);
function show(i, {address = true, scroll = true, jump = false} = {}) {
  if (jump || !address) settle();
  links[now].ariaCurrent = null;
  now = clip(i, links);
  told = false;
{% if by_hand %}
  putDown();
{% endif %}
{% if page.evaluated %}
  detail.classList.remove("whole");
{% endif %}
  const link = links[now];
  link.ariaCurrent = true;
  clearTimeout(resting);
  if (jump && link.hash !== location.hash) history.pushState(null, "", link.hash);
  else if (address) resting = setTimeout(settle, 250);
  render();
{% if not page.lettered %}
  tryOut();
{% endif %}
  for (const cursor of cursors) cursor.setAttribute("transform", `translate(${now})`);
  for (const other of moments) other.classList.toggle("here", other.hash === link.hash);
  tell(now);
  const high = one(".stand").offsetHeight;
  if (high !== stand) root.style.setProperty("--stand", `${stand = high}px`);
  if (scroll) bringUp();
  if (links.includes(document.activeElement)) link.focus({preventScroll: true});
}
// The turn is in sight, and the board whole: below the last turns it would be pushed out.
function bringUp() {
  for (const part of [links[now], board]) part.scrollIntoView({block: "nearest"});
}
const spoken = (i = now) => [...links[i].childNodes].map(({tagName, textContent}) => {
  const words = textContent.trim();
  return tagName === "B" ? `${words}:` : tagName === "EM" ? `(${words})` : tagName === "SUP" ? "" : words;
}).filter(Boolean).join(" ");
function render() {
  const quiz = has(root, "quiz"), hidden = hides(), item = items[now], game = item.closest(".game"), answer = one(".answer");
  const every = quiz || one(".ahead") ? all(".turns > li") : [], from = quiz ? every.indexOf(item) + told : every.length;
  every.forEach((later, i) => later.classList.toggle("ahead", i >= from));
  const title = one("h3", game).firstChild.textContent.trim(), number = /-t(\d+)$/.exec(links[now].id)?.[1];
  const words = hidden ? "" : spoken(), who = has(item, "end") ? "" : names[+has(item, "b")];
  caption.textContent = [title,{% if crawford %} data.games[current()][3] && say("crawford_game"),{% endif %} number && say("turn", {number}), who && (hidden && quiz ? say("hidden") : who)].filter(Boolean).join(" · ") + (words && `: ${words}`) + (has(item, "unsure") ? ` ${say("unsure")}` : "");
{% if page.evaluated %}
  const reason = hidden ? null : moments.find(moment => moment.hash === links[now].hash)?.querySelector(".why");
  detail.replaceChildren(...(reason ? [reason.cloneNode(true)] : []), ...(hidden ? [] : weighed(game, links[now].id)));
{% elif known %}
  detail.replaceChildren(...(hidden ? [] : weighed(game, links[now].id)));
{% endif %}
  if (answer) answer.hidden = !hidden;
  draw();
}

// The chart by the board says its value, at the pointer or at the stop that is shown.
const graph = one(".board .chart svg");
function tell(i) {
  if (!graph) return;
  const kept = state;
  state = stops[i];
{% if page.evaluated %}
  const share = shares[i] ?? shares.at(-1);
{% endif %}
  one(".board output").textContent = {% if page.evaluated %}shares.length ? {% if page.lettered %}`${share < 0 ? "−" : "+"}${abs(share).toFixed(1).replace(".", data.comma)}`{% else %}`\u2068${called[0]}\u2069 ${share} % – ${100 - share} % \u2068${called[1]}\u2069`{% endif %} : {% endif %}`${pips(0)} – ${pips(1)}`;
  state = kept;
}
const under = ({clientX}, plot = graph) => {
  const {left, width} = plot.getBoundingClientRect();
  return clip(Math.round((clientX - left) / width * (links.length - 1)), links);
};
if (graph) Object.assign(graph, {onpointermove: event => (event.buttons ? show : tell)(under(event)), onpointerleave: () => tell(now)});

// Going about
const go = step => {
  const at = shown.indexOf(items[now]);
  const next = at >= 0 ? shown[at + step] : shown.find(item => (items.indexOf(item) - now) * step > 0);
  if (next) show(items.indexOf(next));
};
{% if page.evaluated %}
// Key moments, and errors, of one side or both.
const ofSide = item => !root.dataset.side || +root.dataset.side === +has(item, "b");
const toMoment = step => {
  const some = moments.filter(moment => ofSide(moment.parentElement));
  const moment = some[clip(some.findIndex(other => other.hash === links[now].hash) + step, some)];
  if (!moment) return;
  show(place.get(moment.hash.slice(1)), {scroll: false});
  for (const part of [moment, board]) part.scrollIntoView({block: "nearest"});
};
{% endif %}
const toGame = step => {
  const at = current(), back = step < 0 && now > first[at] ? 0 : step;
  show(first[clip(at + back, first)]);
};
{% if page.found or page.evaluated or "commented" in kinds %}
const FOUND = ".error, .warning, .note";
const toMarked = (selector, step) => {
  for (let at = now + step; at in items; at += step) if (items[at].matches(selector){% if page.evaluated %} && ofSide(items[at]){% endif %}) return show(at);
};
{% endif %}
function play(on = !timer) {
  const last = links.length - 1;
  clearInterval(timer);
  timer = on && now < last ? setInterval(() => {
    go(1);
    if (now === last || has(items[now], "commented")) play(false);
  }, one("[data-set=speed]").value) : 0;
  press(one("[data-key=' ']"), !!timer);
}
const reveal = on => { told = on; render(); };
const turn = {% if page.evaluated %}step => quizzes && has(root, "asking") ? quizzes.step(step) : go(step){% else %}go{% endif %};
const deeds = {
  ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), ArrowUp: () => toGame(-1), ArrowDown: () => toGame(1),
  Home: () => show(0), End: () => show(links.length - 1), " ": () => play(),
{% if page.found %}
  n: () => toMarked(FOUND, 1), p: () => toMarked(FOUND, -1),
{% endif %}
{% if page.evaluated %}
  b: () => toMarked(".blunder", 1), B: () => toMarked(".blunder", -1),
{% endif %}
{% if page.evaluated %}
  m: () => toMoment(1), M: () => toMoment(-1),
{% endif %}
{% if "commented" in kinds %}
  k: () => toMarked(".commented", 1), K: () => toMarked(".commented", -1),
{% endif %}
  f: () => { bottom = 1 - bottom; draw(); },
  q: button => {{ "quizzes ? quizzes.toggle(button) : " if page.evaluated }}(press(button, root.classList.toggle("quiz")), reveal(false)),
  a: () => reveal(true),
{% if by_hand %}
  Escape: () => { giveBack(); stage.focus({preventScroll: true}); },
{% endif %}
  c: () => copy("{{ "text" if page.lettered else "xgid" }}"),
  "?": () => keys.showModal(),
};
const keys = one("dialog");
one("dl", keys).innerHTML = all("[data-key]").map(button => {
  const {key} = button.dataset, name = {ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣"}[key] ?? key;
  const deed = button.title || button.textContent;
  button.title = `${deed} (${name})`;
  return `<dt><kbd>${plain(name)}</kbd></dt><dd>${plain(deed)}</dd>`;
}).join("");

root.onclick = event => {
  const [button, link, plot] = ["button", "a[href^='#']", ".chart svg"].map(selector => event.target.closest(selector));
  const {key, copy: what, filter: chosen} = button?.dataset ?? {};
  if (key) { if (key !== " ") play(false); deeds[key](button); }
  else if (what) copy(what);
  else if (chosen !== undefined) filter(button);
{% if page.evaluated %}
  else if (button?.dataset.side) chooseSide(button);
{% endif %}
  else if (link) {
    const id = link.hash.slice(1), i = place.get(id) ?? first[games.findIndex(game => game.id === id)];
    if (i === undefined) return;
    event.preventDefault();
    play(false);
    show(i, {scroll: !link.closest(".highlights"), jump: true});
  } else if (plot) show(under(event, plot), {jump: true});
};
// A fragment takes no keys but those pressed in it; keys that scroll, the page only at the board and the turns.
const SCROLLING = /^(Arrow[UD].*|Home|End| )$/;
(root.closest(".kotra-embed") ?? document).addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open || event.target.closest("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  if (SCROLLING.test(event.key) && !event.target.closest(".board, .turns")) return;
  const button = one(`[data-key="${CSS.escape(event.key)}"]`);
  if (!button || button.closest("[hidden]") || !(button.checkVisibility() || button.closest(".more"){% if page.evaluated %} && !has(root, "asking"){% endif %})) return;
  event.preventDefault();
  button.click();
});
addEventListener("hashchange", () => {
  clearTimeout(resting);
  resting = 0;
  const i = location.hash ? addressed() : opening;
  if (i !== undefined) show(i, {address: false});
});

// A finger on the board
let touch;
const stage = one(".stage");
stage.addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
stage.addEventListener("touchend", event => {
  const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
  if (abs(x) > 40 && abs(x) > 2 * abs(y)) turn(x < 0 ? 1 : -1);
});

// Only what one looks for; colours
function filter(button) {
{% if page.evaluated %}
  const count = button.closest(".count"), chosen = count && button.ariaPressed === "true" ? "" : button.dataset.filter;
{% else %}
  const chosen = button.dataset.filter;
{% endif %}
  const fits = item => !chosen || item.matches(`${chosen},.end`);
  for (const other of all("[data-filter]")) press(other, other.dataset.filter === chosen);
  one(".text").classList.toggle("filtered", !!chosen);
  for (const item of all(".turns > li")) item.classList.toggle("off", !fits(item));
  shown = items.filter(fits);
{% if page.evaluated %}
  if (chosen && count) show(items.findIndex(item => item.matches(chosen)));
{% endif %}
}
{% if page.evaluated %}
function chooseSide(button) {
  const chosen = root.dataset.side === button.dataset.side ? "" : button.dataset.side;
  root.dataset.side = chosen;
  for (const other of all("[data-side]")) press(other, other.dataset.side === chosen);
}
{% endif %}
root.onchange = ({target: {value, dataset: {set}}}) => {
  if (set === "scheme") root.dataset.scheme = value;
  if (set === "speed" && timer) play(true);
};

// What may be copied
const sides = () => [0, 1].map(seat => {
  const words = points(seat).map(i => `${ {{- "lettered(seat, i)" if page.lettered else "i" -}} }{{ "" if page.lettered else "x" }}${count(seat, i)}`){{ ".sort()" if page.lettered }};
  for (const [name, number] of [["bar", count(seat, 25)], ["off", off(seat)]]) if (number) words.push(name + number);
  return `${"WB"[seat]}: ${words.join(" ")}`;
});
{% if not page.lettered %}
// Numbers of so many bits each as so many bytes in base64, the first in the lowest bits.
const packed = (fields, bytes) => {
  let number = 0n, shift = 0n, text = "";
  for (const [value, width] of fields) { number |= BigInt(value) << shift; shift += BigInt(width); }
  for (; bytes--; number >>= 8n) text += String.fromCharCode(Number(number & 255n));
  return btoa(text).replace(/=+$/, "");
};
{% endif %}
const ids = {
  text: () => [...sides(), state.memory].filter(Boolean).join("; "),
{% if not page.lettered %}
  xgid([white, black, length, crawford, money]) {
    const signs = state.men.map(men => men ? String.fromCharCode(abs(men) + (men < 0 ? 64 : 96)) : "-").reverse();
    return ["XGID=" + signs.join(""), log2(state.value), [-1, 1][state.owner] ?? 0, state.seat ? 1 : -1, state.dice, black, white, length ? crawford : money, length, 10].join(":");
  },
  gnubg([white, black, length, crawford, money]) {
    const {seat, owner, value, offered} = state, [high, low] = [...state.thrown, 0, 0].slice(0, 2).sort().reverse();
    // A man on a point is a one, the end of a point a zero.
    const men = [1 - seat, seat].flatMap(seat => [...Array(25)].map((_, i) => [2 ** count(seat, i + 1) - 1, count(seat, i + 1) + 1]));
    const match = [[log2(value), 4], [owner ?? 3, 2], [seat, 1], [crawford, 1], [1, 3], [offered ? 1 - seat : seat, 1], [+offered, 1], [0, 2], [high, 3], [low, 3], [length, 15], [white, 15], [black, 15], [money & 1 ? 0 : 1, 1]];
    return `${packed(men, 10)}:${packed(match, 9)}`;
  },
{% endif %}
  play: () => spoken(),
  link: () => location.href.split("#")[0] + links[now].hash,
  svg() {
    const whole = board.cloneNode(true), [parts, copies] = [board, whole].map(svg => svg.querySelectorAll("[class]"));
    parts.forEach((part, i) => {
      for (const name of ["fill", "stroke"]) copies[i].setAttribute(name, getComputedStyle(part)[name]);
    });
    return new XMLSerializer().serializeToString(whole);
  },
};
async function copy(what) {
  const text = ids[what](data.games[current()]), status = one(".status");
  let name = "copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    name = "uncopied";
  }
  status.textContent = say(name, {text});
  status.classList.remove("hidden");
  setTimeout(() => status.classList.add("hidden"), 4000);
}

{% if page.origin.content %}
// The record, which stands in the page compressed, is handed out as it was.
one("a.source")?.addEventListener("click", async event => {
  const link = event.currentTarget, packed = Uint8Array.from(atob(link.href.split(",")[1]), sign => sign.charCodeAt());
  event.preventDefault();
  const whole = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), way = document.createElement("a");
  way.href = URL.createObjectURL(await new Response(whole).blob());
  way.download = link.download.replace(/\.gz$/, "");
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 10000);
});
{% endif %}
{% if by_hand %}
{% include "trying.js" %}
{% endif %}
{% if page.evaluated %}
{% include "weighed.js" %}
{% elif known %}
{% include "known.js" %}
{% endif %}
for (const part of all(".tools, .filters{% if page.evaluated %}, .moments .row{% endif %}")) part.hidden = false;
const begun = addressed(), scroll = begun !== undefined;
show(begun ?? opening, {address: false, scroll});
// The browser goes to the place in the address by itself, late.
if (scroll) addEventListener("load", () => requestAnimationFrame(bringUp));
}

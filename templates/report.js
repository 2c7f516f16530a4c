// `size` are the measures of the board that Python draws; they are put in where the page is made.
// The large board: it shows the stop that is selected, by the list, a key, a chart or the address.
"use strict";
{
const root = document.currentScript.closest(".kotra-report");
const one = (selector, within = root) => within.querySelector(selector);
const all = selector => [...root.querySelectorAll(selector)];
const has = (item, name) => item.classList.contains(name);
const press = (button, on) => button.setAttribute("aria-pressed", on);
const letters = text => [...text].map(sign => sign.charCodeAt() - 97);
const data = JSON.parse(one(".data").textContent), {names} = data, map = letters(data.map);
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const say = (name, facts = {}) => fill(data.texts[name], facts);
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);

// What there is: a link in the list for each stop, in the order of the data.
const links = all(".turns > li > a");
const items = links.map(link => link.parentElement);
const place = new Map(links.map((link, i) => [link.id, i]));
const games = all(".game"), first = games.map(game => items.findIndex(item => game.contains(item)));
const addressed = () => place.get(location.hash.slice(1));
const current = () => first.findLastIndex(start => start <= now);
let now = 0, bottom = 0, told = false, stand = 0, timer = 0, shown = items, state;
// What an engine said may set: a play that is tried, what is known of a stop, the quiz of errors.
let trial = null, weighed = () => [], quizzes = null;
const hides = () => !told && (has(root, "quiz") || has(root, "asking"));

// The men as seat 0 sees them behind a play; `own` is 1 for a man of seat 0 and -1 for one of seat 1.
function played(men, seat, hops) {
  const own = seat ? -1 : 1, behind = [...men];
  for (const hop of hops) {
    const [source, target] = seat ? hop.map(i => map[i]) : hop;
    behind[source] -= own;
    if (!hop[1]) continue;
    if (behind[target] * own < 0) {
      behind[seat ? 25 : 0] += behind[target];
      behind[target] = 0;
    }
    behind[target] += own;
  }
  return behind;
}
let men;
const stops = data.stops.split("|").map(text => {
  const fields = text.split(" ").map(field => field === "." ? "" : field);
  const [[sign, ...dice], hops = "", board, cube, marked = "", ...rest] = fields, [owner, ...value] = cube || "-1";
  const seat = +sign, arrows = (hops.match(/../g) ?? []).map(letters), here = board ?
    board.match(/\d+|\D/g).flatMap(sign => +sign ? Array(+sign).fill(0) : sign < "a" ? sign.charCodeAt() - 64 : 96 - sign.charCodeAt()) : men;
  men = played(here, seat, arrows);
  return {
    men: here, seat, arrows, dice: dice.join(""), thrown: dice[0] > 0 ? dice.map(Number) : [], offered: "DBR".includes(dice[0]),
    owner: owner === "-" ? null : +owner, value: +value.join(""), marked: letters(marked), memory: rest.join(" "),
  };
});

// Of the stop that is shown: the men of a seat on one of its own points; the data counts points as seat 0 does.
const count = (seat, i) => Math.max(0, seat ? -state.men[map[i]] : state.men[i]);
const sum = (seat, worth) => state.men.reduce((total, _, i) => total + worth(i) * count(seat, i), 0);
const pips = seat => sum(seat, i => i);
const off = seat => data.men[seat] - sum(seat, () => 1);
const label = (seat, i) => {{ "data.labels[seat][i - 1]" if page.lettered else "i" }};

// Drawing
const above = i => (i > 12) === (data.view === "towards");
const column = i => {
  const number = i > 12 ? i - 13 : 12 - i;
  return (number > 5 ? size.column_x_right_half : size.column_x) + number * size.point;
};
function spot(seat, i, slot) {
  const high = seat !== bottom, step = Math.min(slot, size.stack - 1);
  if (i === 25) return [size.bar_x, size.middle + (high ? -1 : 1) * (size.man_bar + size.man_bar_step * step)];
  if (i === 0) return [size.turn_x, high ? size.slab_edge + 60 : size.foot - size.slab_edge - 60];
  const seen = seat === bottom ? i : map[i], y = size.man_edge + size.man_step * step;
  return [column(seen), above(seen) ? y : size.foot - y];
}
const group = (look, shapes) => `<g ${look}>${shapes}</g>`;
const ink = shapes => group('class="kotra-ink"', shapes);
// What is in the colours of a side, and what is marked on it.
const coloured = (seat, shapes, marks = "") => {
  const name = `kotra-${["white", "black"][seat]}`;
  return group(`class="${name} ${name}-edge" stroke-width="1.5"`, shapes) + group(`class="${name}-mark"`, marks);
};
const disc = (x, y, radius) => `<circle cx=${x} cy=${y} r=${radius} />`;
const box = (x, y, width, height, more = "") => `<rect x=${x} y=${y} width=${width} height=${height}${more} />`;
const write = (x, y, text, big = size.label_size, more = "") => `<text x=${x} y=${y} font-size=${big}${more}>${plain(text)}</text>`;

function checkers(seat) {
  let shapes = "", numbers = "";
  for (let i = 1; i <= 25; i++) {
    const here = count(seat, i);
    for (let slot = 0; slot < Math.min(here, size.stack); slot++) {
      const [x, y] = spot(seat, i, slot);
      shapes += disc(x, y, size.man);
      if (here > size.stack && slot === size.stack - 1) numbers += write(x, y + size.number_drop, here, size.number_size);
    }
  }
  for (let slot = 0; slot < Math.min(off(seat), 15); slot++) {
    const y = size.slab_edge + size.slab_step * slot;
    shapes += box(size.slab_left, seat === bottom ? size.foot - size.slab_height - y : y, size.slab_width, size.slab_height);
  }
  return coloured(seat, shapes, numbers);
}
// Where the one on roll has the dice, or the cube that is offered.
const half = () => state.seat === bottom ? size.right_half_x : size.left_half_x;
function dice() {
  if (!state.thrown[0]) return "";
  const y = size.middle - 17;
  let boxes = "", spots = "";
  state.thrown.forEach((die, number) => {
    if (!die) return;
    const x = half() - 38 + size.die_step * number;
    boxes += box(x, y, size.die, size.die, ' rx="size.die_round"');
    for (const at of ["4", "08", "048", "0268", "02468", "023568"][die - 1])
      spots += disc(x + 8 + size.spot_step * (at % 3), y + 8 + size.spot_step * Math.floor(at / 3), size.spot);
  });
  return coloured(state.seat, boxes, spots);
}
function cube() {
  if (!data.cube) return "";
  const {offered, owner} = state, value = offered ? state.value * 2 : state.value, edge = size.cube / 2;
  const x = offered ? half() - edge : size.cube_left;
  const y = offered || owner === null ? size.middle - edge : owner === bottom ? size.foot - size.cube : 0;
  return box(x, y, size.cube, size.cube, ' rx="size.cube_round" class="kotra-paper kotra-line" stroke-width="1.5"') + ink(write(x + edge, y + edge + 6, value, value > 99 ? 14 : 18));
}
function arrows(hops) {
  const left = {}, landed = {}, {seat} = state;
  let lines = "", heads = "";
  for (const [source, target] of hops) {
    const gone = left[source] ?? 0, come = landed[target] ?? 0;
    const [x, y] = spot(seat, source, Math.max(0, count(seat, source) + (landed[source] ?? 0) - 1 - gone));
    const [u, v] = spot(seat, target, target && count(seat, target) + come);
    left[source] = gone + 1;
    landed[target] = come + 1;
    const row = y < size.middle === v < size.middle, inwards = y < size.middle ? 1 : -1;
    const p = (x + u) / 2 + (row ? 0 : (y - v) / 10), q = (y + v) / 2 + (row ? inwards * (24 + Math.abs(u - x) / 5) : (u - x) / 10);
    const far = Math.hypot(u - p, v - q) || 1, cos = (u - p) / far, sin = (v - q) / far, [a, b] = [u - 16 * cos, v - 16 * sin];
    const round = (...numbers) => numbers.map(number => number.toFixed(1)).join(" ");
    lines += `M${x} ${y}Q${round(p, q, a, b)}`;
    heads += `M${u} ${v}L${round(a - 9 * sin, b + 9 * cos, a + 9 * sin, b - 9 * cos)}z`;
  }
  const path = (name, way, more = "") => `<path class="kotra-${name}"${more} d="${way}"/>`;
  return lines && group('fill="none" stroke-linecap="round" stroke-linejoin="round"', path("halo", lines + heads, ' stroke-width="9"') + path("arrow", lines, ' stroke-width="4"')) + path("arrow-head", heads);
}
function labels() {
  let text = "", marks = "";
  for (let i = 1; i <= 24; i++) text += write(column(i), above(i) ? size.label_above : size.label_below, label(bottom, i));
  for (const seat of [0, 1]) {
    const y = seat === bottom ? size.name_below : size.name_above;
    const [...score] = data.games[current()], end = score[2] ? `/${score[2]}` : "";
    text += write(size.name_x, y, (data.called ?? names)[seat], size.name_size, ' text-anchor="start"') + write(size.right, y, say("pips", {count: pips(seat)}), size.label_size, ' text-anchor="end"');
    text += write(size.right - 84, y, score[seat] + end, size.name_size, ' text-anchor="end" font-weight="700"');
    marks += coloured(seat, disc(size.name_man_x, y - size.name_man_lift, size.name_man));
  }
  return ink(text) + marks;
}
function onTurn() {
  const way = state.seat === bottom ? 1 : -1, y = size.middle - way * size.turn_height / 2, wide = size.turn_width;
  return `<path class="kotra-ink" d="M${size.turn_x - wide / 2} ${y}h${wide}l${-wide / 2} ${way * size.turn_height}z"/>`;
}
{% if page.lettered %}
// The points of a form that stands, made by the side that is not on roll.
const form = () => state.marked.map(i => {
  const seen = state.seat !== bottom ? i : map[i], high = size.man_edge + size.man_step * (size.stack - 1) + size.man + 2;
  return box(column(seen) - size.point / 2 + 2, above(seen) ? 2 : size.foot - 2 - high, size.point - 4, high, ' rx="9" class="kotra-mark kotra-mark-inside" fill-opacity=".16" stroke-width="3"');
}).join("");
{% else %}
const form = () => "";
{% endif %}

// The points a seat holds, the farthest first.
const points = seat => [...Array(24)].map((_, i) => 24 - i).filter(i => count(seat, i));
function side(seat) {
  const words = points(seat).map(i => say("on_point", {count: count(seat, i), point: label(seat, i)}));
  const more = (name, number) => number && words.push(say(name, {count: number}));
  more("{{ "dead" if page.lettered else "on_bar" }}", count(seat, 25));
  more("borne_off", off(seat));
  return say("side", {name: names[seat], pips: pips(seat), men: words.join(say("comma")) || say("nothing")});
}
function sentence() {
  const {seat, owner, value, thrown, offered} = state, name = names[seat];
  const what = offered ? say("offers", {name, value: value * 2}) : thrown[0] ? say("to_play", {name, dice: thrown.filter(Boolean).join("-")}) : say("on_roll", {name});
  const cube = !data.cube ? "" : owner === null ? say("cube_middle", {value}) : say("cube_owned", {value, name: names[owner]});
  const [white, black] = data.games[current()];
  return `${what}. ${say("sides", {white: side(0), black: side(1)})} ${cube} ${say("score", {white, black})}`;
}

// The board that is on the page becomes the one that changes: what is not the table goes.
const board = one(".stage svg");
const layer = document.createElementNS(board.namespaceURI, "g");
board.replaceChildren(one(".kotra-table", board), layer);
// Arrows pass over the men and below what lies on the table.
const drawing = play => checkers(0) + checkers(1) + play + dice() + cube();

function draw() {
  state = stops[now];
  const play = trial ? group('class="trial"', arrows(trial)) : hides() ? "" : arrows(state.arrows);
  layer.innerHTML = labels() + form() + drawing(play) + onTurn();
  board.setAttribute("aria-label", sentence());
}
{% if page.highlights %}
// Small boards beside what decided the match, seen by whose turn it was.
for (const link of all(".highlights a")) {
  const small = board.cloneNode(), kept = bottom;
  state = stops[place.get(link.hash.slice(1))];
  bottom = state.seat;
  small.setAttribute("viewBox", "-52 -6 640 420");
  small.setAttribute("aria-hidden", true);
  small.innerHTML = one(".kotra-table", board).innerHTML + drawing(arrows(state.arrows));
  link.prepend(small);
  bottom = kept;
}
{% endif %}

// Showing a stop
const caption = one(".caption"), detail = one(".detail"), cursors = all(".chart .cursor");
// A jump is a place of its own in the history, a step takes the place of the one before.
function show(i, {address = true, scroll = true, jump = false} = {}) {
  links[now].removeAttribute("aria-current");
  now = Math.max(0, Math.min(i, links.length - 1));
  told = false;
  trial = null;
  detail.classList.remove("whole");
  const link = links[now];
  link.setAttribute("aria-current", "true");
  if (address) history[jump && link.hash !== location.hash ? "pushState" : "replaceState"](null, "", link.hash);
  render();
  for (const cursor of cursors) cursor.setAttribute("transform", `translate(${now} 0)`);
  for (const other of all(".highlights a")) other.classList.toggle("here", other.hash === link.hash);
  tell(now);
  const high = one(".stand").offsetHeight;
  if (high !== stand) root.style.setProperty("--stand", `${stand = high}px`);
  if (scroll) link.scrollIntoView({block: "nearest"});
  if (links.includes(document.activeElement)) link.focus({preventScroll: true});
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
  caption.textContent = [title, data.games[current()][3] && say("crawford"), number && say("turn", {number}), who && (hidden && quiz ? say("hidden") : who)].filter(Boolean).join(" · ") + (words && `: ${words}`) + (has(item, "unsure") ? ` ${say("unsure")}` : "");
  detail.replaceChildren(...(hidden ? [] : weighed(game, links[now].id)));
  if (answer) answer.hidden = !hidden;
  draw();
}

// The chart by the board says its value, at the pointer or at the stop that is shown.
const graph = one(".board .chart svg");
function tell(i) {
  if (!graph) return;
  const values = data.chances && data.chances.split(","), kept = state;
  while (values && i > 0 && !values[i]) i--;
  state = stops[i];
  const share = values && Math.round(values[i] / 10), both = values ? [`${share} %`, `${100 - share} %`] : [pips(0), pips(1)];
  one(".board output").textContent = both.join(" – ");
  state = kept;
}
const under = ({clientX}) => {
  const {left, width} = graph.getBoundingClientRect();
  return Math.max(0, Math.min(links.length - 1, Math.round((clientX - left) / width * (links.length - 1))));
};
graph?.addEventListener("pointermove", event => tell(under(event)));
graph?.addEventListener("pointerleave", () => tell(now));

// Going about
const go = step => {
  const at = shown.indexOf(items[now]);
  const next = at >= 0 ? shown[at + step] : shown.find(item => (items.indexOf(item) - now) * step > 0);
  if (next) show(items.indexOf(next));
};
const toGame = step => {
  const at = current(), back = step < 0 && now > first[at] ? 0 : step;
  show(first[Math.max(0, Math.min(at + back, first.length - 1))]);
};
{% if page.found or page.evaluated %}
const FOUND = ".error, .warning, .note";
const toMarked = (selector, step) => {
  for (let at = now + step; at in items; at += step) if (items[at].matches(selector)) return show(at);
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
const turn = step => quizzes && has(root, "asking") ? quizzes.step(step) : go(step);
const deeds = {
  ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), ArrowUp: () => toGame(-1), ArrowDown: () => toGame(1),
  Home: () => show(0), End: () => show(links.length - 1), " ": () => play(),
{% if page.found %}
  n: () => toMarked(FOUND, 1), p: () => toMarked(FOUND, -1),
{% endif %}
{% if page.evaluated %}
  b: () => toMarked(".blunder", 1), B: () => toMarked(".blunder", -1),
{% endif %}
  f: () => { bottom = 1 - bottom; draw(); },
  q: button => quizzes ? quizzes.toggle(button) : (press(button, root.classList.toggle("quiz")), reveal(false)),
  a: () => reveal(true),
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

root.addEventListener("click", event => {
  const [button, link, plot] = ["button", "a[href^='#']", ".chart svg"].map(selector => event.target.closest(selector));
  const {key, copy: what, filter: chosen} = button?.dataset ?? {};
  if (key) { if (key !== " ") play(false); deeds[key](button); }
  else if (what) copy(what);
  else if (chosen !== undefined) filter(button);
  else if (link) {
    const id = link.hash.slice(1), i = place.get(id) ?? first[games.findIndex(game => game.id === id)];
    if (i === undefined) return;
    event.preventDefault();
    play(false);
    show(i, {scroll: !link.closest(".highlights"), jump: true});
  } else if (plot) {
    const {left, width} = plot.getBoundingClientRect();
    show(Math.round((event.clientX - left) / width * (links.length - 1)), {jump: true});
  }
});
// A fragment takes no keys but those pressed in it; keys that scroll, the page only at the board and the turns.
const SCROLLING = ["ArrowUp", "ArrowDown", "Home", "End", " "];
(root.closest(".kotra-embed") ?? document).addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open || event.target.closest("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  if (SCROLLING.includes(event.key) && !event.target.closest(".board, .turns")) return;
  const button = one(`[data-key="${CSS.escape(event.key)}"]`);
  if (!button || button.closest("[hidden]") || !(button.checkVisibility() || button.closest(".more") && !has(root, "asking"))) return;
  event.preventDefault();
  button.click();
});
addEventListener("hashchange", () => {
  const i = location.hash ? addressed() : 0;
  if (i !== undefined) show(i, {address: false});
});

// A finger on the board
let touch;
const stage = one(".stage");
stage.addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
stage.addEventListener("touchend", event => {
  const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
});

// Only what one looks for; colours, size of text
function filter(button) {
  const again = button.closest(".count") && button.ariaPressed === "true", chosen = again ? "" : button.dataset.filter;
  for (const other of all("[data-filter]")) press(other, other.dataset.filter === chosen);
  one(".text").classList.toggle("filtered", !!chosen);
  for (const item of all(".turns > li")) item.classList.toggle("off", !!chosen && !item.matches(`${chosen},.end`));
  shown = chosen ? items.filter(item => item.matches(`${chosen},.end`)) : items;
  if (chosen && button.closest(".count")) show(items.findIndex(item => item.matches(chosen)));
}
root.addEventListener("change", ({target: {value, dataset: {set}}}) => {
  if (set === "scheme") root.dataset.scheme = value;
  if (set === "size") root.style.fontSize = value && `calc(1.0625rem * ${parseInt(value) / 100})`;
  if (set === "speed" && timer) play(true);
});

// What may be copied
const sides = () => [0, 1].map(seat => {
  const words = points(seat).map(i => `${label(seat, i)}{{ "" if page.lettered else "x" }}${count(seat, i)}`){{ ".sort()" if page.lettered }};
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
    const signs = state.men.map(men => men ? String.fromCharCode(Math.abs(men) + (men < 0 ? 64 : 96)) : "-").reverse();
    return ["XGID=" + signs.join(""), Math.log2(state.value), [-1, 1][state.owner] ?? 0, state.seat ? 1 : -1, state.dice, black, white, length ? crawford : money, length, 10].join(":");
  },
  gnubg([white, black, length, crawford, money]) {
    const {seat, owner, value, offered} = state, [high, low] = [...state.thrown, 0, 0].slice(0, 2).sort().reverse();
    // A man on a point is a one, the end of a point a zero.
    const men = [1 - seat, seat].flatMap(seat => [...Array(25)].map((_, i) => [2 ** count(seat, i + 1) - 1, count(seat, i + 1) + 1]));
    const match = [[Math.log2(value), 4], [owner ?? 3, 2], [seat, 1], [crawford, 1], [1, 3], [offered ? 1 - seat : seat, 1], [+offered, 1], [0, 2], [high, 3], [low, 3], [length, 15], [white, 15], [black, 15], [money & 1 ? 0 : 1, 1]];
    return `${packed(men, 10)}:${packed(match, 9)}`;
  },
{% endif %}
  play: () => spoken(),
  link: () => location.href.split("#")[0] + links[now].hash,
  svg() {
    const whole = board.cloneNode(true), parts = svg => [svg, ...svg.querySelectorAll("*")], copies = parts(whole);
    parts(board).forEach((part, i) => {
      const look = getComputedStyle(part);
      for (const name of ["fill", "stroke"]) if (part.className.baseVal) copies[i].setAttribute(name, look[name]);
    });
    whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
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
{% if page.evaluated %}
{% include "weighed.js" %}
{% endif %}
for (const part of all(".tools, .filters")) part.hidden = false;
show(addressed() ?? 0, {address: false, scroll: addressed() !== undefined});
}

// `size` are the measures of the board that Python draws; they are put in where the page is made.
// The large board: it shows the stop that is selected, by the list, a key, a chart or the address.
"use strict";
{
const root = document.currentScript.closest(".kotra-report");
const one = (selector, within = root) => within.querySelector(selector);
const all = (selector) => [...root.querySelectorAll(selector)];
const data = JSON.parse(one(".data").textContent);
const stops = data.stops.split("|");
const say = (name, facts = {}) => data.texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const plain = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

// What there is: a link in the list for each stop, in the order of the data.
const links = all(".turns > li > a");
const items = links.map((link) => link.parentElement);
const place = new Map(links.map((link, i) => [link.id, i]));
const first = all(".game").map((game) => items.findIndex((item) => game.contains(item)));
let now = 0, bottom = 0, told = false, timer = 0, shown = items;

const standing = (i) => data.games[first.findLastIndex((start) => start <= i)];

const letters = (text) => [...text].map((sign) => sign.charCodeAt() - 97);
function stop(i) {
  const [men, [seat, ...dice], arrows, cube, marked, ...rest] = stops[i].split(" ");
  const [owner, ...value] = cube && cube !== "." ? cube : "-1";
  return {
    men: men.match(/\d+|\D/g).flatMap((sign) => +sign ? Array(+sign).fill(0) : sign < "a" ? sign.charCodeAt() - 64 : 96 - sign.charCodeAt()),
    seat: +seat, dice: dice.join(""), owner: owner === "-" ? null : +owner, value: +value.join(""),
    arrows: (arrows?.match(/[a-z]{2}/g) ?? []).map(letters), marked: letters((marked ?? "").replace(".", "")), memory: rest.join(" "),
    offered: "DBR".includes(dice[0]),
  };
}

// Men of a seat on one of its own points; the data counts points as seat 0 does.
const count = (state, seat, i) => Math.max(0, seat ? -state.men[data.map[i]] : state.men[i]);
const pips = (state, seat) => state.men.reduce((sum, _, i) => sum + i * count(state, seat, i), 0);
const off = (state, seat) => data.men[seat] - state.men.reduce((sum, _, i) => sum + count(state, seat, i), 0);
const label = (seat, i) => data.labels ? data.labels[seat][i - 1] : i;

// Drawing
const above = (i) => (i > 12) === (data.view === "towards");
const column = (i) => {
  const number = i > 12 ? i - 13 : 12 - i;
  return (number > 5 ? size.column_x_right_half : size.column_x) + number * size.point;
};
function spot(state, seat, i, slot) {
  const high = seat !== bottom, step = Math.min(slot, size.stack - 1);
  if (i === 25) return [size.bar_x, size.middle + (high ? -1 : 1) * (size.man_bar + size.man_bar_step * step)];
  if (i === 0) return [size.turn_x, high ? size.slab_edge + 60 : size.foot - size.slab_edge - 60];
  const seen = seat === bottom ? i : data.map[i], y = size.man_edge + size.man_step * step;
  return [column(seen), above(seen) ? y : size.foot - y];
}
const colours = ["white", "black"];
const colour = (seat) => `class="kotra-${colours[seat]} kotra-${colours[seat]}-edge" stroke-width="1.5"`;
const mark = (seat) => `class="kotra-${colours[seat]}-mark"`;
const write = (x, y, text, big = size.label_size, more = "") => `<text x="${x}" y="${y}" font-size="${big}"${more}>${plain(text)}</text>`;

function men(state, seat) {
  let shapes = "", numbers = "";
  for (let i = 1; i <= 25; i++) {
    const here = count(state, seat, i);
    for (let slot = 0; slot < Math.min(here, size.stack); slot++) {
      const [x, y] = spot(state, seat, i, slot);
      shapes += `<circle cx="${x}" cy="${y}" r="${size.man}"/>`;
      if (here > size.stack && slot === size.stack - 1) numbers += write(x, y + size.number_drop, here, size.number_size);
    }
  }
  for (let slot = 0; slot < Math.min(off(state, seat), 15); slot++) {
    const y = size.slab_edge + size.slab_step * slot;
    shapes += `<rect x="${size.slab_left}" y="${seat === bottom ? size.foot - size.slab_height - y : y}" width="${size.slab_width}" height="${size.slab_height}"/>`;
  }
  return `<g ${colour(seat)}>${shapes}</g><g ${mark(seat)}>${numbers}</g>`;
}
// Where the one on roll has the dice, or the cube that is offered.
const half = (state) => state.seat === bottom ? size.right_half_x : size.left_half_x;
function dice(state) {
  if (!(state.dice[0] > 0)) return "";
  const x = half(state) - 38, y = size.middle - 17;
  let boxes = "", spots = "";
  [...state.dice].forEach((die, number) => {
    if (die === "0") return;
    boxes += `<rect x="${x + size.die_step * number}" y="${y}" width="${size.die}" height="${size.die}" rx="${size.die_round}"/>`;
    for (const at of ["", "4", "08", "048", "0268", "02468", "023568"][die])
      spots += `<circle cx="${x + size.die_step * number + 8 + size.spot_step * (at % 3)}" cy="${y + 8 + size.spot_step * Math.floor(at / 3)}" r="${size.spot}"/>`;
  });
  return `<g ${colour(state.seat)}>${boxes}</g><g ${mark(state.seat)}>${spots}</g>`;
}
function cube(state) {
  if (!data.cube) return "";
  const value = state.offered ? state.value * 2 : state.value, edge = size.cube / 2;
  const x = state.offered ? half(state) - edge : size.cube_left;
  const y = state.offered || state.owner === null ? size.middle - edge : state.owner === bottom ? size.foot - size.cube : 0;
  return `<rect class="kotra-paper kotra-line" stroke-width="1.5" x="${x}" y="${y}" width="${size.cube}" height="${size.cube}" rx="${size.cube_round}"/>`
    + `<g class="kotra-ink">${write(x + edge, y + edge + 6, value, value > 99 ? 14 : 18)}</g>`;
}
function arrows(state) {
  const left = new Map(), landed = new Map();
  let lines = "", heads = "";
  for (const [source, target] of state.arrows) {
    const gone = left.get(source) ?? 0, come = landed.get(target) ?? 0;
    const [x, y] = spot(state, state.seat, source, Math.max(0, count(state, state.seat, source) + (landed.get(source) ?? 0) - 1 - gone));
    const [u, v] = spot(state, state.seat, target, target ? count(state, state.seat, target) + come : 0);
    left.set(source, gone + 1);
    landed.set(target, come + 1);
    const row = y < size.middle === v < size.middle, inwards = y < size.middle ? 1 : -1;
    const p = (x + u) / 2 + (row ? 0 : (y - v) / 10), q = (y + v) / 2 + (row ? inwards * (24 + Math.abs(u - x) / 5) : (u - x) / 10);
    const far = Math.hypot(u - p, v - q) || 1, cos = (u - p) / far, sin = (v - q) / far, [a, b] = [u - 16 * cos, v - 16 * sin];
    const round = (...numbers) => numbers.map((number) => number.toFixed(1)).join(" ");
    lines += `M${x} ${y}Q${round(p, q, a, b)}`;
    heads += `M${u} ${v}L${round(a - 9 * sin, b + 9 * cos, a + 9 * sin, b - 9 * cos)}z`;
  }
  return lines && `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path class="kotra-halo" stroke-width="9" d="${lines + heads}"/><path class="kotra-arrow" stroke-width="4" d="${lines}"/></g><path class="kotra-arrow-head" d="${heads}"/>`;
}
function labels(state) {
  let text = "";
  for (let i = 1; i <= 24; i++) text += write(column(i), above(i) ? size.label_above : size.label_below, label(bottom, i));
  for (const seat of [0, 1]) {
    const y = seat === bottom ? size.name_below : size.name_above;
    text += write(size.name_x, y, data.names[seat], size.name_size, ' text-anchor="start"') + write(size.right, y, say("pips", {count: pips(state, seat)}), size.label_size, ' text-anchor="end"');
  }
  return `<g class="kotra-ink">${text}</g>` + [0, 1].map((seat) => `<g ${colour(seat)}><circle cx="${size.name_man_x}" cy="${(seat === bottom ? size.name_below : size.name_above) - size.name_man_lift}" r="${size.name_man}"/></g>`).join("");
}
function onTurn(state) {
  const way = state.seat === bottom ? 1 : -1, y = size.middle - way * size.turn_height / 2;
  return `<path class="kotra-ink" d="M${size.turn_x - size.turn_width / 2} ${y}h${size.turn_width}l${-size.turn_width / 2} ${way * size.turn_height}z"/>`;
}
// The points of a form that stands, made by the side that is not on roll.
const form = (state) => state.marked.map((i) => {
  const seat = 1 - state.seat, seen = seat === bottom ? i : data.map[i], high = size.man_edge + size.man_step * (size.stack - 1) + size.man + 2;
  return `<rect class="kotra-mark kotra-mark-inside" fill-opacity=".16" stroke-width="3" x="${column(seen) - size.point / 2 + 2}" y="${above(seen) ? 2 : size.foot - 2 - high}" width="${size.point - 4}" height="${high}" rx="9"/>`;
}).join("");

// The points a seat holds, the farthest first.
const points = (state, seat) => [...Array(24)].map((_, i) => 24 - i).filter((i) => count(state, seat, i));
function side(state, seat) {
  const men = points(state, seat).map((i) => say("on_point", {count: count(state, seat, i), point: label(seat, i)}));
  if (count(state, seat, 25)) men.push(say(data.labels ? "dead" : "on_bar", {count: count(state, seat, 25)}));
  if (off(state, seat)) men.push(say("borne_off", {count: off(state, seat)}));
  return say("side", {name: data.names[seat], pips: pips(state, seat), men: men.join(say("comma")) || say("nothing")});
}
function sentence(state) {
  const name = data.names[state.seat];
  const what = state.offered ? say("offers", {name, value: state.value * 2}) : state.dice[0] > 0 ? say("to_play", {name, dice: [...state.dice].filter((die) => die > 0).join("-")}) : say("on_roll", {name});
  const cube = !data.cube ? "" : state.owner === null ? say("cube_middle", {value: state.value}) : say("cube_owned", {value: state.value, name: data.names[state.owner]});
  return `${what}. ${say("sides", {white: side(state, 0), black: side(state, 1)})} ${cube}`;
}

// The board that is on the page becomes the one that changes: what is not the table goes.
const board = one(".stage svg");
const layer = document.createElementNS(board.namespaceURI, "g");
board.replaceChildren(one(".kotra-table", board), layer);

function draw() {
  const state = stop(now), hidden = root.classList.contains("quiz") && !told;
  layer.innerHTML = labels(state) + form(state) + men(state, 0) + men(state, 1) + dice(state) + cube(state) + onTurn(state) + (hidden ? "" : arrows(state));
  board.setAttribute("aria-label", sentence(state));
}

// Showing a stop
const caption = one(".caption"), detail = one(".detail"), cursors = all(".chart .cursor"), narrow = matchMedia("(max-width: 63.99rem)");
function show(i, {address = true, scroll = true} = {}) {
  links[now].removeAttribute("aria-current");
  now = Math.max(0, Math.min(i, links.length - 1));
  told = false;
  const link = links[now];
  link.setAttribute("aria-current", "true");
  if (address) history.replaceState(null, "", link.hash);
  render();
  for (const cursor of cursors) cursor.setAttribute("transform", `translate(${now} 0)`);
  if (scroll) link.scrollIntoView({block: "nearest"});
  if (links.includes(document.activeElement)) link.focus({preventScroll: true});
}
const spoken = () => [...links[now].childNodes].map(({tagName, textContent}) => tagName === "B" ? `${textContent}:` : tagName === "EM" ? `(${textContent.trim()})` : textContent.trim()).join(" ");
function render() {
  const quiz = root.classList.contains("quiz"), hidden = quiz && !told, item = items[now], game = item.closest(".game");
  all(".ahead").forEach((one) => one.classList.remove("ahead"));
  if (quiz) {
    const every = all(".turns > li");
    for (const later of every.slice(every.indexOf(item) + (told ? 1 : 0))) later.classList.add("ahead");
  }
  const title = one("h3", game).firstChild.textContent.trim(), number = /-t(\d+)$/.exec(links[now].id)?.[1];
  const state = stop(now), words = hidden ? "" : spoken();
  const who = item.classList.contains("end") ? "" : data.names[item.classList.contains("b") ? 1 : 0];
  caption.textContent = [title, number && say("turn", {number}), who && (hidden ? say("hidden") : who)].filter(Boolean).join(" · ") + (words ? `: ${words}` : "") + (item.classList.contains("unsure") ? ` ${say("unsure")}` : "");
  (narrow.matches ? item : one(".board")).append(detail);
  detail.replaceChildren(...(hidden ? [] : weighed(game).get(links[now].id) ?? []));
  one(".answer").hidden = !hidden;
  draw();
}

// What readers without scripts find behind a game, by the stop it belongs to.
const behind = new Map();
function weighed(game) {
  if (!behind.has(game)) {
    const box = document.createElement("template");
    box.innerHTML = one("noscript", game)?.textContent ?? "";
    behind.set(game, new Map([...box.content.querySelectorAll("[data-at]")].map((part) => [part.dataset.at, [...part.children].slice(1)])));
  }
  return behind.get(game);
}

// Going about
const go = (step) => {
  const at = shown.indexOf(items[now]);
  const next = at >= 0 ? shown[at + step] : shown.find((item) => (items.indexOf(item) - now) * step > 0);
  if (next) show(items.indexOf(next));
};
const toGame = (step) => {
  const at = first.findLastIndex((start) => start <= now), back = step < 0 && now > first[at] ? 0 : step;
  show(first[Math.max(0, Math.min(at + back, first.length - 1))]);
};
const toMarked = (selector, step) => {
  for (let at = now + step; at in items; at += step) if (items[at].matches(selector)) return show(at);
};
function play(on = !timer) {
  clearInterval(timer);
  timer = on && now < links.length - 1 ? setInterval(() => {
    go(1);
    if (now === links.length - 1 || items[now].classList.contains("commented")) play(false);
  }, one("[data-set=speed]").value) : 0;
  one("[data-key=' ']").setAttribute("aria-pressed", String(!!timer));
}
const FOUND = ".error, .warning, .note";
const deeds = {
  ArrowLeft: () => go(-1), ArrowRight: () => go(1), ArrowUp: () => toGame(-1), ArrowDown: () => toGame(1),
  Home: () => show(0), End: () => show(links.length - 1), n: () => toMarked(FOUND, 1), p: () => toMarked(FOUND, -1),
  b: () => toMarked(".blunder", 1), B: () => toMarked(".blunder", -1), " ": () => play(),
  f: () => { bottom = 1 - bottom; draw(); },
  q: (button) => { button.setAttribute("aria-pressed", String(root.classList.toggle("quiz"))); told = false; render(); },
  a: () => { told = true; render(); },
  c: () => copy(data.labels ? "text" : "xgid"),
  "?": () => keys.showModal(),
};
const keys = one("dialog");
one("dl", keys).innerHTML = all("[data-key]").map((button) => {
  const name = {ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣"}[button.dataset.key] || button.dataset.key;
  return `<dt><kbd>${plain(name)}</kbd></dt><dd>${plain(button.title || button.textContent)}</dd>`;
}).join("");

root.addEventListener("click", (event) => {
  const button = event.target.closest("button"), link = event.target.closest("a[href^='#']"), plot = event.target.closest(".chart svg");
  const {key, copy: what, filter: chosen} = button?.dataset ?? {};
  if (key) { if (key !== " ") play(false); deeds[key](button); }
  else if (what) copy(what);
  else if (chosen !== undefined) filter(button);
  else if (link) {
    const id = link.hash.slice(1), i = place.get(id) ?? first[all(".game").findIndex((game) => game.id === id)];
    if (i === undefined) return;
    event.preventDefault();
    play(false);
    show(i);
  } else if (plot) {
    const box = plot.getBoundingClientRect();
    show(Math.round((event.clientX - box.left) / box.width * (links.length - 1)));
  }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open || event.target.closest("input, select, textarea")) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  const button = one(`[data-key="${CSS.escape(event.key)}"]`);
  if (!button || button.closest("[hidden]")) return;
  event.preventDefault();
  button.click();
});
addEventListener("hashchange", () => {
  const i = place.get(location.hash.slice(1));
  if (i !== undefined) show(i, {address: false});
});

// A finger on the board
let touch = null;
one(".stage").addEventListener("touchstart", (event) => { touch = event.changedTouches[0]; }, {passive: true});
one(".stage").addEventListener("touchend", (event) => {
  const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
});

// Only what one looks for; colours, size of text
function filter(button) {
  for (const other of all("[data-filter]")) other.setAttribute("aria-pressed", String(other === button));
  one(".text").dataset.filter = button.dataset.filter;
  shown = button.dataset.filter ? items.filter((item) => item.offsetParent !== null) : items;
}
root.addEventListener("change", ({target}) => {
  const {set} = target.dataset;
  if (set === "scheme") root.dataset.scheme = target.value;
  if (set === "size") root.style.fontSize = target.value ? `calc(1.0625rem * ${parseInt(target.value) / 100})` : "";
  if (set === "speed" && timer) play(true);
});

// What may be copied
const sides = (state) => [0, 1].map((seat) => {
  const words = points(state, seat).map((i) => `${data.labels ? label(seat, i) : i + "x"}${count(state, seat, i)}`);
  if (data.labels) words.sort();
  if (count(state, seat, 25)) words.push(`bar${count(state, seat, 25)}`);
  if (off(state, seat)) words.push(`off${off(state, seat)}`);
  return `${"WB"[seat]}: ${words.join(" ")}`;
});
const bits = (number, bytes) => {
  let text = "";
  for (let at = 0; at < bytes; at++) text += String.fromCharCode(Number(number >> BigInt(8 * at) & 255n));
  return btoa(text).replace(/=+$/, "");
};
const ids = {
  text: (state) => [...sides(state), ...(state.memory ? [state.memory] : [])].join("; "),
  xgid(state, [white, black, length, crawford, money]) {
    const signs = state.men.map((men) => men ? String.fromCharCode(Math.abs(men) + (men < 0 ? 64 : 96)) : "-").reverse();
    const owner = [-1, 1][state.owner] ?? 0;
    return `XGID=${signs.join("")}:${Math.log2(state.value)}:${owner}:${state.seat ? 1 : -1}:${state.dice}:${black}:${white}:${length ? crawford : money}:${length}:10`;
  },
  gnubg(state, [white, black, length, crawford, money]) {
    let position = 0n, at = 0n;
    for (const seat of [1 - state.seat, state.seat]) for (let i = 1; i <= 25; i++) {
      for (let man = count(state, seat, i); man; man--) position |= 1n << at++;
      at++;
    }
    const thrown = state.dice[0] > 0 ? [...state.dice].map(Number).sort().reverse() : [0, 0];
    const fields = [[Math.log2(state.value), 4], [state.owner ?? 3, 2], [state.seat, 1], [crawford, 1], [1, 3], [state.offered ? 1 - state.seat : state.seat, 1], [+state.offered, 1], [0, 2], [thrown[0], 3], [thrown[1], 3], [length, 15], [white, 15], [black, 15], [money & 1 ? 0 : 1, 1]];
    let match = 0n, shift = 0n;
    for (const [value, width] of fields) { match |= BigInt(value) << shift; shift += BigInt(width); }
    return `${bits(position, 10)}:${bits(match, 9)}`;
  },
  play: spoken,
  link: () => location.href.split("#")[0] + links[now].hash,
  svg() {
    const whole = board.cloneNode(true), parts = [board, ...board.querySelectorAll("*")], copies = [whole, ...whole.querySelectorAll("*")];
    parts.forEach((part, i) => {
      const look = getComputedStyle(part);
      for (const name of ["fill", "stroke"]) if (part.className.baseVal) copies[i].setAttribute(name, look[name]);
    });
    whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new XMLSerializer().serializeToString(whole);
  },
};
async function copy(what) {
  const text = ids[what](stop(now), standing(now)), status = one(".status");
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = say("copied", {text});
  } catch {
    status.textContent = say("uncopied", {text});
  }
  status.classList.remove("hidden");
  setTimeout(() => status.classList.add("hidden"), 4000);
}

for (const part of all(".tools, .filters")) part.hidden = false;
one(".facts").open = !narrow.matches;
show(place.get(location.hash.slice(1)) ?? 0, {address: false, scroll: place.has(location.hash.slice(1))});
}

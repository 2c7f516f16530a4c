// A position set up by hand: checkers are put on points, by a click, by touch or by keys, and written as a text.
const texts = JSON.parse(stage.dataset.texts), names = [texts.white, texts.black];
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
const say = (name, facts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const data = {map: "zyxwvutsrqponmlkjihgfedcba", men: [15, 15], view: "towards", cube: false, games: ["  "], stops: "0 . 26"};
const current = () => 0, bottom = 0;
let state;
{% include "board.js" %}
state = {...stops[0], men: JSON.parse(stage.dataset.men)};
const entry = one(".setup").elements.position;
const board = one("svg", stage), shapes = (name, facts) => {
  const shape = document.createElementNS(board.namespaceURI, name);
  for (const [key, value] of Object.entries(facts)) shape.setAttribute(key, value);
  return shape;
};
const layer = shapes("g", {}), spots = shapes("g", {});
board.replaceChildren(one(".kotra-table", board), layer, spots);
board.setAttribute("role", "group");
board.setAttribute("aria-label", texts.board);
const order = [...Array(24)].map((_, i) => 24 - i).concat(25, 0);
let colour = 0;

// The men of a side as a position text has them; what is on no point is off.
const side = seat => {
  const men = order.slice(0, 24).map(i => [i, count(seat, i)]).filter(([, n]) => n).map(([i, n]) => `${i}x${n}`);
  const bar = count(seat, 25), out = off(seat);
  return "WB"[seat] + ": " + [...men, bar && "bar" + bar, out && "off" + out].filter(Boolean).join(" ");
};
function draw() {
  layer.innerHTML = labels() + checkers(0) + checkers(1);
  for (const spot of spots.children) spot.setAttribute("aria-label", told(+spot.dataset.at));
}
function told(at) {
  const n = state.men[at], where = at === 25 || at === 0 ? say("bar", {name: names[+(at === 0)]}) : say("point", {point: at});
  return n ? say("holds", {where, number: Math.abs(n), name: names[+(n < 0)]}) : say("empty", {where});
}
// One checker of a side more on a point, or one less; the other side's checkers there give way.
function put(at, seat, more) {
  const own = seat ? -1 : 1, here = state.men[at] * own;
  if (at === 25 && seat || at === 0 && !seat) return;
  if (more && (off(seat) < 1)) return;
  const men = [...state.men];
  men[at] = more ? own * (Math.max(0, here) + 1) : own * Math.max(0, here - 1);
  if (!more && here <= 0) return;
  state = {...state, men};
  entry.value = `${side(0)}; ${side(1)}`;
  draw();
}
const barOf = at => at === 25 ? 0 : at === 0 ? 1 : colour;
function keys(event) {
  const at = +event.target.dataset.at, step = {ArrowRight: 1, ArrowLeft: -1}[event.key], here = [...spots.children];
  if (step) here[(here.indexOf(event.target) + step + here.length) % here.length].focus();
  else if (["ArrowUp", "+", "Enter", " "].includes(event.key)) put(at, barOf(at), true);
  else if (["ArrowDown", "-", "Delete", "Backspace"].includes(event.key)) put(at, state.men[at] < 0 ? 1 : 0, false);
  else if (event.key === "w" || event.key === "b") put(at, +(event.key === "b"), true);
  else return;
  event.preventDefault();
}
for (const at of [...order.slice(0, 24).reverse(), 25, 0]) {
  const bar = at === 25 || at === 0, high = bar ? at === 0 : above(at);
  const facts = bar
    ? {x: size.bar_left, width: size.bar_width, y: high ? 0 : size.middle, height: size.middle}
    : {x: column(at) - size.point / 2, width: size.point, y: high ? 0 : size.foot - size.point_height, height: size.point_height};
  const spot = shapes("rect", {...facts, class: "spot", role: "button", tabindex: at === 1 ? 0 : -1, "data-at": at});
  spot.addEventListener("click", event => event.shiftKey || take.checked ? put(at, state.men[at] < 0 ? 1 : 0, false) : put(at, barOf(at), true));
  spot.addEventListener("focus", () => { for (const other of spots.children) other.setAttribute("tabindex", other === spot ? 0 : -1); });
  spot.addEventListener("keydown", keys);
  spots.append(spot);
}
const tools = make("div", "", {className: "tools"});
const chosen = (text, act, on) => {
  const label = make("label"), input = make("input", "", {type: "radio", name: "colour", checked: on, onchange: act});
  label.append(input, ` ${text}`);
  tools.append(label);
  return input;
};
chosen(names[0], () => colour = 0, true);
chosen(names[1], () => colour = 1, false);
const take = chosen(texts.take, () => {}, false);
const set = (text, men) => tools.append(make("button", text, {type: "button", onclick() {
  state = {...state, men};
  entry.value = men.some(Boolean) ? `${side(0)}; ${side(1)}` : "";
  draw();
}}));
set(texts.start, JSON.parse(stage.dataset.start));
set(texts.clear, Array(26).fill(0));
stage.append(tools, make("p", texts.hint, {className: "soft"}));
stage.hidden = false;
draw();

// A play made on the board by hand: checkers are dragged, or tapped, as far as the dice go. Which answer it is
// tells the board it leads to. It needs board.js, and `board`, `layer`, `trial` and `draw` of what includes it.
// The way of a play as it is written; a choice about the cube has none.
const ends = {bar: 25, off: 0};
{% set lettered = page is defined and page.lettered %}
const pointOf = end => {{ "isNaN(end) ? 24 - (end.charCodeAt() - 97 + 12 * stops[now].seat) % 24 : 25 - end" if lettered else "+end" }};
const hopsOf = text => text.split(" ").flatMap(part => {
  const [, way, times = 1] = /^([\w/*]+?)(?:\((\d)\))?$/.exec(part) ?? [, ""];
  const points = way.split("/").map(end => (end = end.replace(/\*\d*$/, "")) in ends ? ends[end] : pointOf(end));
  return Array(+times).fill(points.slice(1).map((to, i) => [points[i], to])).flat();
}).filter(hop => hop.every(end => end >= 0 && end <= 25));

let hand = null, lifted = null;
const steps = () => hand.steps.flat();
// The dice that are left, the next one first.
function left() {
  const [one, two] = hand.stop.thrown, dice = one === two ? [one, one, one, one] : hand.turned ? [two, one] : [one, two];
  for (const [, , die] of steps()) dice.splice(dice.indexOf(die), 1);
  return dice;
}
// Where a die leads from a point of the side on roll; nowhere if that is held, or another must go first.
function landing(source, die) {
  const {seat} = state, to = Math.max(0, source - die), last = [...Array(26).keys()].findLast(i => count(seat, i));
  if (!count(seat, source) || last === 25 && source < 25) return;
  if (to ? count(1 - seat, map[to]) < 2 : last < 7 && (source === die || source === last)) return to;
}
// One checker's steps to a point, or without one by the next die that it can go by.
function reach(source, target) {
  const dice = left(), {stop} = hand;
  for (const order of [dice, [...dice].reverse()]) {
    const found = [];
    let at = source;
    for (const die of order) {
      state = {...stop, men: played(stop.men, stop.seat, [...steps(), ...found])};
      const to = landing(at, die);
      if (to === undefined) break;
      found.push([at, to, die]);
      if (target === undefined || to === target) return found;
      at = to;
    }
  }
}
function showHand() {
  const {stop} = hand, dice = left(), pair = stop.thrown[0] === stop.thrown[1];
  trial = {men: played(stop.men, stop.seat, steps()), thrown: pair ? dice.slice(0, Math.ceil(dice.length / 2)) : dice, arrows: []};
  draw();
  hand.changed();
  if (!lifted?.to) return;
  const {source, to: {x, y}} = lifted, [u, v] = spot(stop.seat, source, count(stop.seat, source) - 1);
  layer.insertAdjacentHTML("beforeend", `<g class="kotra-lifted">${disc(u, v, size.man)}</g>` + coloured(stop.seat, disc(x, y, size.man)));
}
// Begins a play; gives the line with its buttons. `choose` is told which of the answers it is.
function takeUp(stop, answers, words, choose) {
  const line = document.createElement("p"), told = document.createElement("span");
  const [undo, done] = [words.undo, words.done].map(word => Object.assign(document.createElement("button"), {type: "button", textContent: word}));
  line.className = "by-hand";
  told.setAttribute("role", "status");
  line.append(told, undo, done);
  hand = {stop, line, steps: [], turned: false, changed() {
    undo.disabled = done.disabled = !hand.steps.length;
    told.textContent = words.hand;
  }};
  undo.addEventListener("click", () => { hand.steps.pop(); showHand(); });
  done.addEventListener("click", () => {
    const leads = text => { const way = hopsOf(text); return way.length && played(stop.men, stop.seat, way).join() === trial.men.join(); };
    const at = answers.findIndex(leads);
    if (at < 0) told.textContent = words.elsewhere;
    else choose(at);
  });
  board.classList.add("by-hand");
  showHand();
  return line;
}
function putDown() {
  hand?.line.remove();
  board?.classList.remove("by-hand");
  hand = lifted = trial = null;
}
// Where a pointer is in the units of the picture, and on which point of the side on roll.
const onBoard = ({clientX, clientY}) => new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
function pointAt({x, y}) {
  if (x > size.right) return 0;
  if (Math.abs(x - size.bar_x) <= size.bar_width / 2) return 25;
  return [...Array(25).keys()].find(i => {
    const seen = state.seat === bottom ? i : map[i];
    return i && Math.abs(x - column(seen)) <= size.point / 2 && y < size.middle === above(seen);
  });
}
function byHand(svg) {
  svg.addEventListener("pointerdown", event => {
    if (!hand || svg !== board || lifted || event.button) return;
    state = {...hand.stop, ...trial};
    const from = onBoard(event), source = pointAt(from);
    if (Math.abs(from.y - size.middle) <= size.die / 2 + 3 && Math.abs(from.x - half()) <= size.die_step) {
      hand.turned = !hand.turned;
      showHand();
    } else if (count(state.seat, source)) {
      svg.setPointerCapture(event.pointerId);
      lifted = {source, from};
    } else return;
    event.preventDefault();
  });
  svg.addEventListener("pointermove", event => {
    if (!lifted) return;
    const at = onBoard(event), {from} = lifted;
    if (!lifted.to && Math.hypot(at.x - from.x, at.y - from.y) < 8) return;
    lifted.to = at;
    showHand();
  });
  svg.addEventListener("pointerup", () => {
    if (!lifted) return;
    const {source, to} = lifted, way = reach(source, to && pointAt(to));
    lifted = null;
    if (way) hand.steps.push(way);
    showHand();
  });
  svg.addEventListener("pointercancel", () => {
    if (!lifted) return;
    lifted = null;
    showHand();
  });
  // A finger that plays does not turn the page.
  for (const name of ["touchstart", "touchend"]) svg.addEventListener(name, event => { if (hand) event.stopPropagation(); }, {passive: true});
}

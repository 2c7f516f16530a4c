// A play made on the board by hand: checkers are dragged, or tapped, as far as the dice go. Which answer it is
// tells the board it leads to. It needs board.js, and `board`, `layer`, `trial` and `draw` of what includes it.
{% include "hand.js" %}
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
  drawLifted();
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
  }, dice() {
    hand.turned = !hand.turned;
    showHand();
  }, go(source, target) {
    const way = reach(source, target);
    if (way) hand.steps.push(way);
  }, show: showHand};
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

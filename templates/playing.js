// A play made on the board by hand: checkers are dragged, or tapped, as far as the dice go. It needs hand.js and
// board.js, and `board`, `layer`, `trial` and `draw` of what includes it.
{# Where no answers are to be had, plays are only tried. #}
{% set judged = page is not defined or page.evaluated %}
{% include "moves.js" %}
// A legal step of modern kotra: from the bar first, to no point that is held, off only when all are home.
function free(men, seat, i, die) {
  const last = [...Array(26).keys()].findLast(i => holds(men, seat, i) > 0), to = target(i, die);
  return (last < 25 || i === 25) && (to ? holds(men, seat, to) > -2 : last < 7 && (i === die || i === last));
}
// How many of the dice can be played.
function depth(men, dice) {
  const {stop: {seat}, depths} = hand, key = `${men}/${dice}`;
  let most = depths.get(key);
  if (most === undefined) {
    most = 0;
    for (const die of new Set(dice)) {
      for (let i = 25; i && most < dice.length; i--) {
        if (holds(men, seat, i) > 0 && free(men, seat, i, die)) most = max(most, 1 + depth(played(men, seat, [[i, target(i, die)]]), without(dice, die)));
      }
    }
    depths.set(key, most);
  }
  return most;
}
// As many dice as can be are played; the larger of two if only one can.
function leads(men, dice) {
  const start = hand.stop.men, all = diceOf(hand.stop), most = depth(start, all), large = max(...all);
  return all.length - dice.length + depth(men, dice) === most && (most > 1 || all.length > 2 || !dice.includes(large) || !depth(start, [large]));
}
function showHand() {
  const {stop, made, turned} = hand;
  trial = {men: played(stop.men, stop.seat, hops()), thrown: shownDice(left()), arrows: []};
  const lit = lifted ? landings(lifted.source) : "";
  if (!lifted && !made.length && !turned) trial = null;
  draw();
  layer.insertAdjacentHTML("beforeend", lit);
  drawLifted();
  hand.changed();
}
// Begins a play, and a line that tells of it, with its buttons; `changed` is called when it has changed. A `loose` one
// is made in passing.
function takeUp(stop, words, changed, loose = false) {
  const line = document.createElement("p"), button = (name, deed) => {
    const made = Object.assign(document.createElement("button"), {textContent: words[name], onclick: deed});
    line.append(made);
    return made;
  };
  line.className = "by-hand";
{% if judged %}
  const told = document.createElement("span");
  told.setAttribute("role", "status");
  line.append(told);
{% endif %}
  const undo = button("undo", () => { hand.made.pop(); showHand(); });
  hand = {stop, line, {{ "told, " if judged }}button, loose, made: [], turned: false, depths: new Map(), changed() {
    undo.disabled = !hand.made.length;
    changed();
  }, dice() {
    hand.turned = !hand.turned;
    showHand();
  }, go(source, target) {
    const way = wayOf(source, target);
    if (way) hand.made.push(way);
  }, show: showHand};
  board.classList.add(loose ? "loose" : "by-hand");
  return hand;
}
{% if judged %}
const isComplete = () => hand.made.length > 0 && !depth(trial.men, left());
const madeBy = text => {
  const {men, seat} = hand.stop, way = hopsOf(text);
  return way.length > 0 && played(men, seat, way).join() === trial.men.join();
};
// A question answered on the board; `choose` is told which of the answers it is.
function answerByHand(stop, answers, words, choose) {
  const {line, told, button} = takeUp(stop, words, () => {
    done.disabled = !hand.made.length;
    told.textContent = words.hand;
  });
  const done = button("done", () => {
    const at = answers.findIndex(madeBy);
    if (at < 0) told.textContent = words.elsewhere;
    else choose(at);
  });
  showHand();
  return line;
}
{% endif %}
function putDown() {
  hand?.line.remove();
  board?.classList.remove("by-hand", "loose");
  hand = lifted = trial = null;
}

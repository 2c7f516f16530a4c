// The board of the desk for either game: it shows a stop, plays are made on it by hand, and what is typed is seen
// on it. `board` is its picture, `data` what board.js asks for; `heard` is told of what a hand does.
{% for lettered in (false, true) %}
function tableOf{{ "Old" if lettered else "Modern" }}(board, data, heard) {
const {texts} = data, now = 0, current = () => 0;
const say = (name, facts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
const layer = document.createElementNS(board.namespaceURI, "g");
let {names} = data, bottom = 0, state, trial = null, past = "", coming = "";
{% include "board.js" %}
{% include "telling.js" %}
{% include "hand.js" %}
board.append(layer);
board.removeAttribute("aria-hidden");
board.setAttribute("role", "img");

// What plays lead to, by the men; and whether some play still can come of men and the dice that are left.
let plays = new Map(), leading = new Map();
const without = (dice, die) => dice.toSpliced(dice.indexOf(die), 1);
const target = (source, die) => Math.max(0, source - die);
const holds = (men, seat, i) => (seat ? -men[map[i]] : men[i]);
// A step that is part of a legal play is one, whatever stands where it leads: the old game breaks points.
let steps = new Set();
const free = (men, seat, from, to) => !to || holds(men, seat, to) > -2 || steps.has(`${from}/${to}`);
function leads(men, dice) {
  const key = `${men}/${[...dice].sort()}`;
  if (leading.has(key)) return leading.get(key);
  leading.set(key, plays.has(men.join()));
  if (leading.get(key)) return true;
  const {seat} = hand.stop;
  const may = [...new Set(dice)].some(die => {
    for (let i = 25; i; i--) {
      if (holds(men, seat, i) < 1 || !free(men, seat, i, target(i, die))) continue;
      if (leads(played(men, seat, [[i, target(i, die)]]), without(dice, die))) return true;
    }
  });
  leading.set(key, may);
  return may;
}
// Where one checker may go by the dice that are left, and how: by each point the hops to it.
function ways(source) {
  const {seat} = hand.stop, found = new Map();
  const walk = (at, men, dice, path) => {
    for (const die of new Set(dice)) {
      const to = target(at, die), behind = played(men, seat, [[at, to]]), left = without(dice, die), way = [...path, [at, to, die]];
      if (!free(men, seat, at, to) || !leads(behind, left)) continue;
      if (!found.has(to)) found.set(to, way);
      if (to) walk(to, behind, left, way);
    }
  };
  walk(source, trial.men, left(), []);
  return found;
}
const hops = () => hand.made.flat();
// The dice that are left, the next one first.
function left() {
  const [first, second] = hand.stop.thrown, dice = first === second ? Array(4).fill(first) : hand.turned ? [second, first] : [first, second];
  return hops().reduce((dice, [, , die]) => die ? without(dice, die) : dice, dice).filter(Boolean);
}
const nameOf = (seat, i) => i === 25 ? "bar" : i ? label(seat, i) : "off";
// What was made by hand, as it is typed: the play it comes to, else its hops.
function written() {
  const found = plays.get(trial.men.join());
  if (found || !hand.made.length) return found ?? "";
  return hand.made.map(way => [way[0][0], ...way.map(hop => hop[1])].map(i => nameOf(hand.stop.seat, i)).join("/")).join(" ");
}
const complete = () => hand.made.length > 0 && plays.has(trial.men.join());
function lit() {
  if (!lifted) return "";
  return [...ways(lifted.source).keys()].map(i => {
    const [x, y] = i ? spot(hand.stop.seat, i, Math.min(count(hand.stop.seat, i), size.stack - 1)) : spot(hand.stop.seat, 0);
    return `<circle class="landing" cx=${x} cy=${y} r=${i ? size.man - 3 : 11} />`;
  }).join("");
}
function draw() {
  state = {...stops[0], ...trial};
  layer.innerHTML = scene(trial?.arrows ? arrows(trial.arrows) : past) + (hand ? lit() : "");
  board.setAttribute("aria-label", sentence());
}
function showHand() {
  const {stop} = hand, dice = left(), pair = stop.thrown[0] === stop.thrown[1];
  trial = {men: played(stop.men, stop.seat, hops()), thrown: pair ? dice.slice(0, Math.ceil(dice.length / 2)) : dice};
  if (!dice.length) trial.thrown = stop.thrown;
  draw();
  drawLifted();
}
byHand(board);

return {
  // Shows a stop of one who is called so, whose score is so; `legal` are the plays as [text, men, steps], none to wait.
  show(text, called, standing, legal) {
    names = data.names = called;
    data.called = called.map(name => name.length > 22 ? `${name.slice(0, 21)}…` : name);
    data.games = [standing];
    stops[0] = stopOf(text);
    trial = hand = lifted = null;
    [past, coming] = [coming, ""];
    plays = new Map(legal.map(([play, men]) => [stopOf(`${text[0]} . ${men}`).men.join(), play]).reverse());
    leading = new Map();
    steps = new Set(legal.flatMap(([, , way]) => way.map(([from, to]) => `${from}/${to}`)));
    const may = legal.length > 0 && stops[0].thrown[0] > 0;
    board.classList.toggle("by-hand", may);
    if (may) {
      hand = {
        stop: stops[0], made: [], turned: false, show: showHand,
        dice() {
          if (complete()) return heard.done();
          hand.turned = !hand.turned;
          showHand();
        },
        go(source, to) {
          const found = ways(source), dice = left();
          // A tap goes by the next die that it can; a checker that was carried lies where it was laid.
          const die = dice.find(die => found.has(target(source, die))), by = source - to;
          const way = to === undefined ? found.get(target(source, die)) : found.get(to);
          if (way) hand.made.push(way);
          // Where a match is played a checker that no die brings there springs back; where one is written it lies there.
          else if (!data.strict && to !== undefined && to !== source) hand.made.push([[source, to, dice.includes(by) ? by : 0]]);
          else return;
          trial.men = played(hand.stop.men, hand.stop.seat, hops());
          heard.made(written(), complete());
        },
      };
      showHand();
    } else draw();
  },
  // What is typed, as the men lie behind it; null shows what was made by hand, or nothing.
  type(text) {
    if (!hand) return;
    hand.made = text ? hopsOf(text).map(([from, to]) => [[from, to, left().includes(from - to) ? from - to : 0]]) : [];
    if (data.strict && hand.made.length && !leads(played(hand.stop.men, hand.stop.seat, hops()), left())) hand.made = [];
    showHand();
  },
  // A play with its arrows, before it is made; null takes them away.
  point(text) {
    if (text === null && !hand) { trial = null; draw(); }
    else if (text === null) showHand();
    else { trial = {arrows: hopsOf(text)}; draw(); }
  },
  // The play that led to what is shown next stays marked there.
  trace(text) { state = stops[0]; coming = group('class="past"', arrows(hopsOf(text))); },
  // What is sure to come before the desk has said so: the men behind a play, or the dice that were thrown.
  ahead(men, thrown) {
    hand = lifted = null;
    trial = {thrown, ...(men === null ? {} : {men: stopOf(`${stops[0].seat}00 . ${men}`).men, seat: 1 - stops[0].seat})};
    draw();
  },
  // Takes the last checker back; false where none was moved.
  back() {
    if (!hand?.made.pop()) return false;
    showHand();
    heard.made(written(), complete());
    return true;
  },
  moved: () => hand?.made.length > 0,
  leadsTo: (text, men) => played(stops[0].men, stops[0].seat, hopsOf(text)).join() === men,
  menOf: men => stopOf(`${stops[0].seat}00 . ${men}`).men.join(),
  whither: text => { const way = hopsOf(text); return way.length ? plays.get(played(stops[0].men, stops[0].seat, way).join()) : undefined; },
  flip() { bottom = 1 - bottom; draw(); },
  sentence: () => sentence(),
};
}
{% endfor %}

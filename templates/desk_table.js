// The board of the desk for either game: it shows a stop, plays are made on it by hand, and what is typed is seen
// on it. `board` is its picture, `data` what board.js asks for; `heard` is told of what a hand does. A `strict` board
// takes no illegal step: there checkers that may move are marked, keys move them too, and moves are seen.
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
// A step that is part of a legal play is one, whatever stands where it leads: the old game breaks points.
let steps = new Set();
{% include "moves.js" %}
function free(men, seat, from, die) {
  const to = target(from, die);
  return !to || holds(men, seat, to) > -2 || steps.has(`${from}/${to}`);
}
function leads(men, dice) {
  const key = `${men}/${[...dice].sort()}`;
  if (leading.has(key)) return leading.get(key);
  leading.set(key, plays.has(men.join()));
  if (leading.get(key)) return true;
  const {seat} = hand.stop;
  const may = [...new Set(dice)].some(die => {
    for (let i = 25; i; i--) {
      if (holds(men, seat, i) < 1 || !free(men, seat, i, die)) continue;
      if (leads(played(men, seat, [[i, target(i, die)]]), without(dice, die))) return true;
    }
  });
  leading.set(key, may);
  return may;
}
const nameOf = (seat, i) => i === 25 ? "bar" : i ? label(seat, i) : "off";
// What was made by hand, as it is typed: the play it comes to, else its hops.
function written() {
  const found = plays.get(trial.men.join());
  if (found || !hand.made.length) return found ?? "";
  return hand.made.map(way => [way[0][0], ...way.map(hop => hop[1])].map(i => nameOf(hand.stop.seat, i)).join("/")).join(" ");
}
const complete = () => hand.made.length > 0 && plays.has(trial.men.join());
// The points from which a checker may go, and where that one may go which is lifted, by a pointer or by keys.
const movable = () => [...Array(25).keys()].map(i => 25 - i).filter(i => count(hand.stop.seat, i) && ways(i).size);
let picked = null, cursor = null;
const source = () => lifted?.source ?? picked;
const open = () => source() === null ? movable() : [...ways(source()).keys()];
function lit() {
  const landing = source() !== null;
  if (!landing && !data.strict) return "";
  const marks = landing ? landings(source()) : open().map(i => markAt(i, "movable", size.man - 3)).join("");
  const ring = cursor !== null && open().includes(cursor) ? markAt(cursor, "cursor", size.man + 4, landing) : "";
  return marks + ring + (picked === null ? "" : markAt(picked, "picked", size.man));
}
// Moves as they are seen, behind which the board is already drawn: of each checker the places it comes by, and of
// one that it hits the way to the bar.
const quiet = matchMedia("(prefers-reduced-motion: reduce)"), FLIGHT = 250;
function fly(before, seat, hops) {
  if (quiet.matches) return;
  const after = state, trips = [], gone = {}, come = {}, flights = [];
  const from = (side, i, slot) => {
    state = {...after, men: before};
    const place = spot(side, i, Math.max(0, slot ?? count(side, i) - 1)), there = count(side, i);
    state = after;
    return {place, there};
  };
  for (const [source, to] of hops) {
    if (trips.at(-1)?.at(-1) === source) trips.at(-1).push(to);
    else trips.push([source, to]);
  }
  let time = 0;
  for (const [source, ...stops] of trips) {
    const to = stops.at(-1), first = from(seat, source).there - 1 - (gone[source] ?? 0);
    gone[source] = (gone[source] ?? 0) + 1;
    come[to] = (come[to] ?? 0) + 1;
    const path = [from(seat, source, first).place, ...stops.slice(0, -1).map(i => from(seat, i, 0).place)];
    flights.push({side: seat, path, end: spot(seat, to, Math.max(0, Math.min(size.stack, count(seat, to)) - come[to])), time, off: !to});
    for (const i of stops) {
      time += FLIGHT;
      const other = 1 - seat, blot = i && from(other, map[i], 0);
      if (blot && blot.there > 0) flights.push({side: other, path: [blot.place], end: spot(other, 25, count(other, 25) - 1), time});
    }
  }
  return Promise.all(flights.map(({side, path, end: [x, y], time, off}) => {
    if (off) layer.insertAdjacentHTML("beforeend", coloured(side, disc(x, y, size.man)));
    const man = all(`.kotra-${side ? "black" : "white"} circle[cx="${x}"][cy="${y}"]`, layer).at(-1);
    const frames = [...path, [x, y]].map(([u, v]) => ({transform: `translate(${u - x}px, ${v - y}px)`}));
    const flight = man?.animate(frames, {duration: FLIGHT * path.length, delay: time, fill: "backwards", easing: "ease-in-out"});
    return flight?.finished.catch(() => {}).then(() => { if (off) man.parentElement.remove(); });
  }));
}
function draw() {
  state = {...stops[0], ...trial};
  layer.innerHTML = scene(trial?.arrows ? arrows(trial.arrows) : past) + (hand ? lit() : "");
  board.setAttribute("aria-label", sentence());
}
function showHand() {
  const {stop} = hand, dice = left();
  trial = {men: played(stop.men, stop.seat, hops()), thrown: dice.length ? shownDice(dice) : stop.thrown};
  draw();
  drawLifted();
}
byHand(board);

return {
  // Shows a stop of one who is called so, whose score is so; `legal` are the plays as [text, men, steps], none to wait.
  // Dice that are thrown `singly` are played in their order.
  show(text, called, standing, legal, singly = false) {
    names = data.names = called;
    data.called = called.map(name => name.length > 22 ? `${name.slice(0, 21)}…` : name);
    data.games = [standing];
    stops[0] = stopOf(text);
    trial = hand = lifted = picked = cursor = null;
    [past, coming] = [coming, ""];
    plays = new Map(legal.map(([play, men]) => [stopOf(`${text[0]} . ${men}`).men.join(), play]).reverse());
    leading = new Map();
    steps = new Set(legal.flatMap(([, , way]) => way.map(([from, to]) => `${from}/${to}`)));
    const may = legal.length > 0 && stops[0].thrown[0] > 0;
    board.classList.toggle("by-hand", may);
    if (may) {
      hand = {
        stop: {...stops[0], singly}, made: [], turned: false, show: showHand,
        dice() {
          if (complete()) return heard.done();
          if (data.strict && hand.made.length || singly) return;
          hand.turned = !hand.turned;
          showHand();
        },
        go(source, to, byKeys = false) {
          const way = wayOf(source, to), by = source - to;
          picked = cursor = null;
          if (way) hand.made.push(way);
          // Where a match is played a checker that no die brings there springs back; where one is written it lies there.
          else if (!data.strict && to !== undefined && to !== source) hand.made.push([[source, to, left().includes(by) ? by : 0]]);
          else return;
          const {men} = trial;
          showHand();
          // A checker that was carried is where it is.
          if (data.strict && (to === undefined || byKeys)) fly(men, hand.stop.seat, way);
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
  complete: () => !!hand && complete(),
  made: () => hand ? written() : "",
  // Keys go through what may be lifted, or where it may be laid, and say where they are; false where nothing is.
  step(by) {
    const some = hand ? open() : [], at = some.indexOf(cursor);
    if (!some.length) return false;
    cursor = some[at < 0 ? by > 0 ? 0 : some.length - 1 : (at + by + some.length) % some.length];
    showHand();
    return nameOf(hand.stop.seat, cursor);
  },
  pick() {
    if (!hand || cursor === null || !open().includes(cursor)) return false;
    if (picked === null) {
      picked = cursor;
      cursor = open()[0];
      showHand();
    } else hand.go(picked, cursor, true);
    return true;
  },
  drop() {
    if (picked === null) return false;
    [picked, cursor] = [null, picked];
    showHand();
    return true;
  },
  bottom: () => bottom,
  seat: () => state.seat,
  // The stop that is shown becomes the one behind a play, as one sees it.
  play(text) {
    const {men, seat} = stops[0], way = hopsOf(text);
    hand = null;
    trial = {men: played(men, seat, way), thrown: stops[0].thrown};
    past = "";
    draw();
    return fly(men, seat, way);
  },
  leadsTo: (text, men) => played(stops[0].men, stops[0].seat, hopsOf(text)).join() === men,
  menOf: men => stopOf(`${stops[0].seat}00 . ${men}`).men.join(),
  whither: text => { const way = hopsOf(text); return way.length ? plays.get(played(stops[0].men, stops[0].seat, way).join()) : undefined; },
  flip() { bottom = 1 - bottom; draw(); },
  sentence: () => sentence(),
};
}
{% endfor %}

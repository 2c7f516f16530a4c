// Checkers that are moved one after another by the dice that are left, for hand.js. What includes it says by `free`
// where a checker may go by a die, and by `leads` if a legal play can still come of the men and the dice that are left.
const without = (dice, die) => dice.toSpliced(dice.indexOf(die), 1);
const target = (source, die) => max(0, source - die);
const holds = (men, seat, i) => (seat ? -men[map[i]] : men[i]);
const hops = () => hand.made.flat();
// All dice of a roll, and those that are left, the next one first.
const diceOf = ({thrown: [first, second], singly}, turned) => first === second && !singly ? Array(4).fill(first) : turned ? [second, first] : [first, second];
const left = () => hops().reduce((dice, [, , die]) => die ? without(dice, die) : dice, diceOf(hand.stop, hand.turned)).filter(Boolean);
// Where one checker may go by the dice that are left, and how: by each point the hops to it.
function ways(source) {
  const {men, seat} = hand.stop, found = new Map();
  const walk = (at, men, dice, path) => {
    for (const die of new Set(dice)) {
      const to = target(at, die), behind = played(men, seat, [[at, to]]), left = without(dice, die), way = [...path, [at, to, die]];
      if (!free(men, seat, at, die) || !leads(behind, left)) continue;
      // A checker is borne off by one die where it can be.
      if (!(found.get(to)?.length <= way.length)) found.set(to, way);
      if (to) walk(to, behind, left, way);
    }
  };
  walk(source, played(men, seat, hops()), left(), []);
  return found;
}
// The way to where a checker was carried; one that was tapped goes by the next die that it can.
function wayOf(source, to) {
  const found = ways(source);
  return found.get(to ?? target(source, left().find(die => found.has(target(source, die)))));
}
// The dice that lie on the board while a play is made.
const shownDice = dice => dice[0] === dice[1] ? dice.slice(0, ceil(dice.length / 2)) : dice;
// A mark on the last checker of a point, or where one would come to lie.
const markAt = (i, look, radius, landing) => {
  const {seat} = hand.stop, [x, y] = i ? spot(seat, i, landing ? min(count(seat, i), size.stack - 1) : count(seat, i) - 1) : spot(seat, 0);
  return `<circle class="${look}" cx=${x} cy=${y} r=${i ? radius : 11} />`;
};
const landings = source => [...ways(source).keys()].map(i => markAt(i, "landing", size.man - 3, true)).join("");

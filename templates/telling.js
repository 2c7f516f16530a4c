// What a board shows, in words. It needs board.js, and `names`, `say`, `data` and `current` of what includes it.
{% set lettered = lettered|default(page is defined and page.lettered) %}
{% set crawford = page.games|selectattr("crawford")|list if page is defined else true %}
// The points a seat holds, the farthest first.
const points = seat => [...Array(24)].map((_, i) => 24 - i).filter(i => count(seat, i));
function side(seat) {
  const words = points(seat).map(i => say("on_point", {count: count(seat, i), point: label(seat, i)}));
  const more = (name, number) => number && words.push(say(name, {count: number}));
  more("{{ "dead" if lettered else "on_bar" }}", count(seat, 25));
  more("borne_off", off(seat));
  return say("side", {name: names[seat], pips: pips(seat), men: words.join(say("comma")) || say("nothing")});
}
function sentence() {
  const {seat, owner, value, thrown, offered} = state, name = names[seat];
  const what = offered ? say("offers", {name, value: value * 2}) : thrown[0] ? say("to_play", {name, dice: thrown.filter(Boolean).join("-")}) : say("on_roll", {name});
  const cube = !data.cube ? "" : {% if crawford %}data.games[current()][3] && owner === null && !offered ? say("crawford") : {% endif %}owner === null ? say("cube_middle", {value}) : say("cube_owned", {value, name: names[owner]});
  const [white, black] = data.games[current()];
  return `${what}. ${say("sides", {white: side(0), black: side(1)})} ${cube} ${say("score", {white, black})}`;
}

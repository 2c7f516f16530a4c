{% set lettered = lettered|default(page is defined and page.lettered) %}
{% set paths = page is defined and page.paths %}
{% set crawford = page.games|selectattr("crawford")|list if page is defined else true %}
// A board drawn by the script: what lies at a stop, its checkers, dice, cube and labels as markup. It needs `data`,
// `names`, `say`, `plain`, `current` and the variables `bottom` and `state`.
const {abs, ceil, floor, hypot, log2, max, min} = Math;
const letters = text => [...text].map(sign => sign.charCodeAt() - 97), map = letters(data.map);
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
{# On a page of modern kotra rolls and plays are read from the list of turns. #}
{% set spelled = page is defined and not page.lettered %}
let men;
const stopOf = (text{{ ", i" if spelled }}) => {
  const [head, hops = "", board, cube, marked = "", ...rest] = text.split(" ").map(field => field === "." ? "" : field),
    [sign, ...dice] = head{% if spelled %} || +has(items[i], "b") + one("b", links[i]).textContent{% endif %}, [owner, ...value] = cube || "-1", seat = +sign, arrows = {{ "!hops ? hopsOf(links[i].textContent, seat) : " if spelled }}(hops.match(/../g) ?? []).map(letters), here = board ?
    board.match(/\d+|\D/g).flatMap(sign => +sign ? Array(+sign).fill(0) : sign < "a" ? sign.charCodeAt() - 64 : 96 - sign.charCodeAt()) : men;
  men = played(here, seat, arrows);
  return {
    men: here, seat, arrows, dice: dice.join(""), thrown: dice[0] > 0 ? dice.map(Number) : [], offered: "DBR".includes(dice[0]),
    owner: owner === "-" ? null : +owner, value: +value.join(""), marked: letters(marked), memory: rest.join(" "),
  };
}, stops = data.stops.split("|").map(stopOf);

// Of the stop that is shown: the men of a seat on one of its own points; the data counts points as seat 0 does.
const count = (seat, i) => max(0, seat ? -state.men[map[i]] : state.men[i]);
const sum = (seat, worth) => state.men.reduce((total, _, i) => total + worth(i) * count(seat, i), 0);
const pips = seat => sum(seat, i => i);
const off = seat => data.men[seat] - sum(seat, () => 1);
{% if lettered %}
const lettered = (seat, i) => String.fromCharCode(97 + (24 - i + 12 * seat) % 24);
{% endif %}
const label = (seat, i) => {{ ("25 - i" if paths else "lettered(seat, i)") if lettered else "i" }};

// Drawing
const above = i => (i > 12) === (data.view === "towards");
const column = i => {
  const number = i > 12 ? i - 13 : 12 - i;
  return (number > 5 ? size.column_x_right_half : size.column_x) + number * size.point;
};
function spot(seat, i, slot) {
  const high = seat !== bottom, step = min(slot, size.stack - 1);
  if (i === 25) return [size.bar_x, size.middle + (high ? -1 : 1) * (size.man_bar + size.man_bar_step * step)];
  if (i === 0) return [size.turn_x, high ? size.slab_edge + 60 : size.foot - size.slab_edge - 60];
  const seen = seat === bottom ? i : map[i], y = size.man_edge + size.man_step * step;
  return [column(seen), above(seen) ? y : size.foot - y];
}
const group = (look, shapes) => `<g ${look}>${shapes}</g>`;
const ink = shapes => group('class=kotra-ink', shapes);
// What is in the colours of a side, and what is marked on it.
const coloured = (seat, shapes, marks = "") => {
  const name = `kotra-${seat ? "black" : "white"}`;
  return group(`class="${name} ${name}-edge" stroke-width=1.5`, shapes) + group(`class="${name}-mark"`, marks);
};
const disc = (x, y, radius) => `<circle cx=${x} cy=${y} r=${radius} />`;
const box = (x, y, width, height, more = "") => `<rect x=${x} y=${y} width=${width} height=${height}${more} />`;
const write = (x, y, text, big = size.label_size, more = "") => `<text x=${x} y=${y} font-size=${big}${more}>${plain(text)}</text>`;

function checkers(seat) {
  let shapes = "", numbers = "";
  for (let i = 1; i <= 25; i++) {
    const here = count(seat, i);
    for (let slot = 0; slot < min(here, size.stack); slot++) {
      const [x, y] = spot(seat, i, slot);
      shapes += disc(x, y, size.man);
      if (here > size.stack && slot === size.stack - 1) numbers += write(x, y + size.number_drop, here, size.number_size);
    }
  }
  for (let slot = 0; slot < min(off(seat), 15); slot++) {
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
    boxes += box(x, y, size.die, size.die, ' rx=size.die_round');
    for (const at of ["4", "08", "048", "0268", "02468", "023568"][die - 1])
      spots += disc(x + 8 + size.spot_step * (at % 3), y + 8 + size.spot_step * floor(at / 3), size.spot);
  });
  return coloured(state.seat, boxes, spots);
}
function cube() {
  if (!data.cube) return "";
{% if crawford %}
  // Where nobody may double it stands in the place of the cube.
  if (data.games[current()][3] && state.owner === null && !state.offered) return ink(write(size.cube_left + 23, size.middle, "Crawford", size.name_size, ` transform="rotate(-90 ${size.cube_left + 23} size.middle)"`));
{% endif %}
  const {offered, owner} = state, value = offered ? state.value * 2 : state.value, edge = size.cube / 2;
  const x = offered ? half() - edge : size.cube_left;
  const y = offered || owner === null ? size.middle - edge : owner === bottom ? size.foot - size.cube : 0;
  return box(x, y, size.cube, size.cube, ' rx=size.cube_round class="kotra-paper kotra-line" stroke-width=1.5') + ink(write(x + edge, y + edge + 6, value, value > 99 ? 14 : 18));
}
function arrows(hops) {
  const left = {}, landed = {}, {seat} = state;
  let lines = "", heads = "";
  for (const [source, target] of hops) {
    const gone = left[source] ?? 0, come = landed[target] ?? 0;
    const [x, y] = spot(seat, source, max(0, count(seat, source) + (landed[source] ?? 0) - 1 - gone));
    const [u, v] = spot(seat, target, target && count(seat, target) + come);
    left[source] = gone + 1;
    landed[target] = come + 1;
    const row = y < size.middle === v < size.middle, inwards = y < size.middle ? 1 : -1;
    const p = (x + u) / 2 + (row ? 0 : (y - v) / 10), q = (y + v) / 2 + (row ? inwards * (24 + abs(u - x) / 5) : (u - x) / 10);
    const far = hypot(u - p, v - q) || 1, cos = (u - p) / far, sin = (v - q) / far, [a, b] = [u - 16 * cos, v - 16 * sin];
    const round = (...numbers) => numbers.map(number => number.toFixed(1)).join(" ");
    lines += `M${x} ${y}Q${round(p, q, a, b)}`;
    heads += `M${u} ${v}L${round(a - 9 * sin, b + 9 * cos, a + 9 * sin, b - 9 * cos)}z`;
  }
  const path = (name, way, more = "") => `<path class="kotra-${name}"${more} d="${way}"/>`;
  return lines && group('fill=none stroke-linecap=round stroke-linejoin=round', path("halo", lines + heads, ' stroke-width=9') + path("arrow", lines, ' stroke-width=4')) + path("arrow-head", heads);
}
function labels() {
  let text = "", marks = "";
  for (let i = 1; i <= 24; i++) text += write(column(i), above(i) ? size.label_above : size.label_below, {{ "label(bottom, i)" if lettered else "state.seat === bottom ? i : 25 - i" }});
  for (const seat of [0, 1]) {
    const y = seat === bottom ? size.name_below : size.name_above;
    const [...score] = data.games[current()], end = score[2] ? `/${score[2]}` : "";
    text += write(size.name_x, y, (data.called ?? names)[seat], size.name_size, ' text-anchor=start') + write(size.right, y, say("pips", {count: pips(seat)}), size.label_size, ' text-anchor=end');
    text += write(size.right - 84, y, score[seat] + end, size.name_size, ' text-anchor=end font-weight=700');
    marks += coloured(seat, disc(size.name_man_x, y - size.name_man_lift, size.name_man));
  }
  return ink(text) + marks;
}
function onTurn() {
  const way = state.seat === bottom ? 1 : -1, y = size.middle - way * size.turn_height / 2, wide = size.turn_width;
  return `<path class=kotra-ink d="M${size.turn_x - wide / 2} ${y}h${wide}l${-wide / 2} ${way * size.turn_height}z"/>`;
}
{% if lettered %}
// The points of a form that stands, made by the side that is not on roll.
const form = () => state.marked.map(i => {
  const seen = state.seat !== bottom ? i : map[i], high = size.man_edge + size.man_step * (size.stack - 1) + size.man + 2;
  return box(column(seen) - size.point / 2 + 2, above(seen) ? 2 : size.foot - 2 - high, size.point - 4, high, ' rx=9 class="kotra-mark kotra-mark-inside" fill-opacity=.16 stroke-width=3');
}).join("");
{% endif %}
// Arrows pass over the men and below what lies on the table.
const drawing = play => checkers(0) + checkers(1) + play + dice() + cube();
const scene = play => labels() + {{ "form() + " if lettered }}drawing(play) + onTurn();

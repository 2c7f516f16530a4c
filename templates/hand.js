// Checkers under a finger or a pointer, and a play that is written as hops. It needs board.js, and `board`, `layer`,
// `trial`, `stops` and `now` of what includes it. Who plays is a `hand`: its `stop`, and what it does when the dice
// are tapped, when a checker was lifted and laid down (nowhere: it was tapped), and when all is to be drawn again.
// Of a `loose` hand a finger taps checkers only: it turns pages as well.
// The way of a play as it is written; a choice about the cube has none.
const ends = {bar: 25, off: 0};
{% set lettered = lettered|default(page is defined and page.lettered) %}
{% if lettered %}
const pointOf = (end, seat) => isNaN(end) ? 24 - (end.charCodeAt() - 97 + 12 * seat) % 24 : 25 - end;
{% endif %}
const hopsOf = (text, seat = stops[now].seat) => text.split(" ").flatMap(part => {
  const [, way, times = 1] = /^([\w/*]+?)(?:\((\d)\))?$/.exec(part) ?? [, ""];
  const points = way.split("/").map(end => (end = end.replace(/\*\d*$/, "")) in ends ? ends[end] : {{ "pointOf(end, seat)" if lettered else "+end" }});
  return Array(+times).fill(points.slice(1).map((to, i) => [points[i], to])).flat();
}).filter(hop => hop.every(end => end >= 0 && end <= 25));

let hand = null, lifted = null;
function drawLifted() {
  if (!lifted?.to) return;
  const {source, to: {x, y}} = lifted, {seat} = hand.stop, [u, v] = spot(seat, source, count(seat, source) - 1);
  layer.insertAdjacentHTML("beforeend", `<g class="kotra-lifted">${disc(u, v, size.man)}</g>` + coloured(seat, disc(x, y, size.man)));
}
// Where a pointer is in the units of the picture, and on which point of the side on roll.
const onBoard = ({clientX, clientY}) => new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
function pointAt({x, y}) {
  if (x > size.right) return 0;
  if (abs(x - size.bar_x) <= size.bar_width / 2) return 25;
  return [...Array(25).keys()].find(i => {
    const seen = state.seat === bottom ? i : map[i];
    return i && abs(x - column(seen)) <= size.point / 2 && y < size.middle === above(seen);
  });
}
function byHand(svg) {
  svg.onpointerdown = event => {
    if (!hand || svg !== board || lifted || event.button) return;
    state = {...hand.stop, ...trial};
    const from = onBoard(event), source = pointAt(from);
    if (abs(from.y - size.middle) <= size.die / 2 + 3 && abs(from.x - half()) <= size.die_step) hand.dice();
    else if (count(state.seat, source)) {
      svg.setPointerCapture(event.pointerId);
      lifted = {source, from, swipes: hand.loose && event.pointerType === "touch"};
      if (!lifted.swipes) hand.show();
    } else return;
    event.preventDefault();
  };
  svg.onpointermove = event => {
    if (!lifted) return;
    const at = onBoard(event), {from} = lifted;
    if (!lifted.to && hypot(at.x - from.x, at.y - from.y) < 8) return;
    if (lifted.swipes) return lifted = null;
    lifted.to = at;
    hand.show();
  };
  svg.onpointerup = svg.onpointercancel = ({type}) => {
    if (!lifted) return;
    const {source, to} = lifted;
    lifted = null;
    if (type === "pointerup") hand.go(source, to && pointAt(to));
    hand.show();
  };
{% if page is not defined or page.evaluated %}
  // A finger that plays does not turn the page.
  for (const name of ["touchstart", "touchend"]) svg.addEventListener(name, event => { if (hand && !hand.loose) event.stopPropagation(); }, {passive: true});
{% endif %}
}

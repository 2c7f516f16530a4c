// The element <kotra-board id="…">: a board for any page, by a position's GNU id, alone or with that of the match
// behind a colon, or by its XGID. `dice="31"` and `play="8/5 6/5"` show a roll and the arrows of a play. `dark` draws it in dark colours; else it goes by the colour scheme of the page.
"use strict";
{
const data = {{ facts }}, {names, texts} = data, current = () => 0;
const say = (name, facts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key]);
const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
let bottom = 0, state;
{% include "board.js" %}
{% include "telling.js" %}
// A reader of fields of so many bits from base64, the lowest bit of each byte first.
function fieldsOf(text) {
  const bits = [...atob(text)].flatMap(sign => [...Array(8).keys()].map(i => sign.charCodeAt() >> i & 1));
  return width => bits.splice(0, width).reduceRight((number, bit) => 2 * number + bit, 0);
}
const OFFERS = {D: "double", B: "beaver", R: "raccoon"};
function ofGnubg(id) {
  const [position, match = "MAEAAAAAAAAE"] = id.split(":"), men = Array(26).fill(0), next = fieldsOf(match), bit = fieldsOf(position);
  const [cube, holder, seat, crawford] = [next(4), next(2), next(1), next(1)];
  next(4);
  const offered = next(1), dice = (next(2), [next(3), next(3)]), [length, white, black] = [next(15), next(15), next(15)];
  for (const side of [1 - seat, seat]) {
    for (let i = 1; i <= 25; i++) while (bit(1)) men[side ? map[i] : i] += side ? -1 : 1;
  }
  return {men, seat, dice, offered: !!offered, value: 2 ** cube, owner: [0, 1][holder] ?? null, standing: [white, black, length, crawford, 0]};
}
function ofXgid(id) {
  const [board, cube, owner, turn, dice, black, white, rule, length] = id.split(":");
  return {
    men: [...board].reverse().map(sign => sign === "-" ? 0 : sign < "a" ? 64 - sign.charCodeAt() : sign.charCodeAt() - 96),
    seat: +(turn > 0), dice: [...dice].map(Number), offered: dice in OFFERS, value: 2 ** cube, owner: {"-1": 0, 1: 1}[owner] ?? null,
    standing: [+white, +black, +length, +length ? +rule : 0, 0],
  };
}
// The stop that an id tells of; nothing where it tells of none.
function positionOf(id, roll) {
  const gnubg = /^[\w+/]{14}(:[\w+/]{12})?$/, xgid = /^XGID=([-a-zA-Z]{26}:\d+:-?[01]:-?1:([1-6]{2}|00|[DBR])(:\d+){5})$/;
  const found = gnubg.test(id) ? ofGnubg(id) : xgid.test(id) ? ofXgid(id.slice(5)) : null;
  if (!found || [1, -1].some(own => found.men.reduce((sum, men) => sum + Math.max(0, own * men), 0) > 15)) return null;
  if (/^[1-6]-?[1-6]$/.test(roll)) Object.assign(found, {dice: [+roll[0], +roll.at(-1)], offered: false});
  return {...found, thrown: found.dice.filter(die => die > 0), arrows: [], marked: []};
}
const ends = {bar: 25, off: 0};
// The steps of a written play, such as "bar/22 13/11(2)".
const hopsOf = text => text.toLowerCase().replaceAll("*", "").split(/[\s,]+/).flatMap(part => {
  const [, way, times = 1] = /^([\w/]+)(?:\((\d)\))?$/.exec(part) ?? [, ""], points = way.split("/").map(end => ends[end] ?? +end);
  return Array(+times).fill(points.slice(1).map((to, i) => [points[i], to])).flat();
}).filter(hop => hop.every(end => end >= 0 && end <= 25));
const sheet = new CSSStyleSheet();
sheet.replaceSync({{ style }});
customElements.define("kotra-board", class extends HTMLElement {
  static observedAttributes = ["id", "dice", "play"];
  attributeChangedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({mode: "open"});
    const play = this.getAttribute("play") ?? "";
    state = positionOf(this.id, this.getAttribute("dice") ?? "");
    root.adoptedStyleSheets = [sheet];
    if (!state) return root.textContent = say("none", {id: this.id});
    const {standing: [white, black, length]} = state, scored = white || black || length;
    data.games = [scored ? state.standing : ["", "", 0, 0, 0]];
    bottom = state.seat;
    root.innerHTML = {{ table }};
    const board = root.firstElementChild, layer = document.createElementNS(board.namespaceURI, "g");
    layer.innerHTML = scene(arrows(hopsOf(play)));
    board.append(layer);
    board.removeAttribute("aria-hidden");
    board.role = "img";
    board.ariaLabel = scored ? sentence() : sentence().replace(say("score", {white: "", black: ""}), "").trim();
    if (play) board.ariaLabel += ` ${play}`;
  }
});
}

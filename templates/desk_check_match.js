// A file as the match that it holds: the board, the turns with their findings, and what is known of each.
const boardSide = one(".board-side"), turnsSide = one(".turns-side"), views = one(".views");
{% for lettered in (false, true) %}
function matchBoard{{ "Old" if lettered else "Modern" }}(board, data, starts) {
  const {names, texts} = data, say = (name, facts = {}) => fill(texts[name], facts);
  const plain = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
  const current = () => starts.findLastIndex(start => start <= now), layer = document.createElementNS(board.namespaceURI, "g");
  let now = 0, bottom = 0, state;
  {% include "board.js" %}
  {% include "telling.js" %}
  board.replaceChildren(one(".kotra-table", board), layer);
  function draw() {
    state = stops[now];
    layer.innerHTML = scene(arrows(state.arrows));
    board.ariaLabel = sentence();
  }
  return {
    show(i) { now = i; draw(); },
    flip() { bottom = 1 - bottom; draw(); },
  };
}
{% endfor %}
// What the engine, a clock or a film says of a turn stands behind its game, as in a report.
let weighed;
{% include "known.js" %}

// The match that is laid out: its board, the links of its turns in their order, the first turn of each game.
let laid = null;
function clearMatch() {
  laid = null;
  for (const part of [one(".picture"), turnsSide, one(".known"), one(".caption")]) part.replaceChildren();
}
function layMatch({match, html, lettered, data, places}) {
  clearMatch();
  behind.clear();
  one(".picture").innerHTML = html;
  turnsSide.append(one(".games", one(".picture")));
  const links = all(".turns > li > a", turnsSide), games = all(".game", turnsSide);
  for (const link of links) link.href ||= `#${link.id}`;
  const starts = games.map(game => links.findIndex(link => game.contains(link)));
  // Of a match without games only the start is shown.
  const board = data && (lettered ? matchBoardOld : matchBoardModern)(one(".picture svg"), data, starts);
  one(".turning").hidden = !board;
  laid = {match, names: data?.names, board, links, games, starts, places, now: -1};
  markFound();
  view.file.match = match;
  showTurn(Math.max(0, links.findIndex(link => link.id === view.file.turn)));
}
const keyOf = ({code, place}) => `${code} ${place}`;
const foundHere = () => view.findings.filter(found => (found.match ?? laid.match) === laid.match);
// Marks of the turns that have none from their report: what was found in a line behind them, or in their game.
function markFound() {
  for (const found of foundHere()) {
    const place = laid.places[keyOf(found)], spot = laid.links.find(({id}) => id === place) ?? laid.games.map(game => one("h3", game)).find(({id}) => id === `${place}-h`);
    if (spot && !all("em", spot).some(({textContent}) => textContent.includes(found.code))) spot.append(" ", make("em", found.code, {className: found.severity}));
  }
}
// Another match of the same file
async function layOther(number) {
  const {file} = view, shown = await asked("match", [file], {match: number}).catch(() => null);
  if (!shown || view?.file !== file) return false;
  layMatch(shown);
  one(".matches").replaceChildren(...matchLines(), ...all(".matches > span"));
  return true;
}
const matchLines = () => view.matches.length < 2 || !laid ? view.matches.map(line => make("span", line)) : view.matches.map((line, i) => {
  const button = make("button", line, {type: "button", ariaPressed: i + 1 === laid.match});
  button.addEventListener("click", () => layOther(i + 1));
  return button;
});

// Match or text
const VIEWS = {match: "", text: AS_TEXT};
function showView() {
  const text = view && view.lines.length > 0, chosen = text && (asText() || !laid) ? "text" : laid ? "match" : "";
  views.hidden = !text || !laid;
  for (const link of all("a", views)) {
    link.href = `#${now.id}${VIEWS[link.dataset.view]}`;
    link.ariaCurrent = link.dataset.view === chosen ? "page" : null;
  }
  opened.dataset.view = chosen;
  boardSide.hidden = turnsSide.hidden = chosen !== "match";
  if (chosen === "match") inSight();
}

function showTurn(i) {
  const {links, board} = laid, at = Math.max(0, Math.min(i, links.length - 1)), link = links[at];
  if (!link) return;
  if (laid.now >= 0) links[laid.now].ariaCurrent = null;
  link.ariaCurrent = true;
  laid.now = at;
  view.file.turn = link.id;
  board.show(at);
  const item = link.parentElement, game = item.closest(".game"), number = /-t(\d+)$/.exec(link.id)?.[1];
  const who = item.classList.contains("end") ? "" : laid.names[+item.classList.contains("b")];
  const said = [...link.childNodes].filter(({tagName}) => !["EM", "SUP"].includes(tagName)).map(({textContent}) => textContent.trim()).filter(Boolean).join(" ");
  one(".caption").textContent = [one("h3", game).firstChild.textContent.trim(), number && say("turn", {number}), who].filter(Boolean).join(" · ") + `: ${said}`;
  one(".known").replaceChildren(...weighed(game, link.id).flatMap(part => knownParts(part.textContent)));
  if (links.includes(document.activeElement)) link.focus({preventScroll: true});
  inSight();
}
// What is known in lines: a choice has its equity and loss behind tabs, the one that was made a mark; the rest is words.
function knownParts(lines) {
  const parts = [], rows = lines.trim().split("\n").map(line => line.split("\t"));
  const table = make("table"), choices = rows.filter(({length}) => length > 1);
  for (const [name, equity, loss = ""] of choices) {
    const row = table.insertRow();
    row.append(make("th", name.replace("▸ ", ""), {scope: "row"}), make("td", signed(equity)), make("td", signed(loss)));
    row.classList.toggle("played", name.startsWith("▸"));
  }
  if (choices.length) {
    table.createTHead().insertRow().append(...["", words.equity, words.loss].map(text => make(text ? "th" : "td", text)));
    parts.push(table);
  }
  return [...parts, ...rows.filter(({length}) => length < 2).map(([text]) => make("p", text.replace(/[-+]\d*[.,]\d+/g, signed)))].filter(({textContent}) => textContent);
}
// The turn is in sight within its panel; a small window has no panel, and stays at the board.
function inSight() {
  const link = laid.links[laid.now], {scrollHeight, clientHeight} = turnsSide;
  if (!link || scrollHeight <= clientHeight) return;
  const box = link.getBoundingClientRect(), panel = turnsSide.getBoundingClientRect();
  if (box.top < panel.top + 48 || box.bottom > panel.bottom - 24) turnsSide.scrollTop += box.top - panel.top - panel.height / 3;
}
// The turn of a finding, in whatever match of the file; that of a game as a whole is its first.
async function showFound(found) {
  if (!laid || found.match && found.match !== laid.match && !await layOther(found.match)) return;
  const place = laid.places[keyOf(found)], links = laid.links;
  if (!place) return;
  const at = links.findIndex(link => link.id === place);
  showTurn(at >= 0 ? at : laid.starts[laid.games.findIndex(game => one("h3", game).id === `${place}-h`)] ?? laid.now);
}
// A turn that is chosen shows its finding, if it has one.
function chooseTurn(i) {
  if (!laid.board) return;
  showTurn(i);
  const {id} = laid.links[laid.now];
  choose(view.findings.findIndex(found => (found.match ?? laid.match) === laid.match && laid.places[keyOf(found)] === id), {still: true, turn: false});
}
turnsSide.addEventListener("click", event => {
  const link = event.target.closest(".turns > li > a");
  if (!link) return;
  event.preventDefault();
  chooseTurn(laid.links.indexOf(link));
});
boardSide.addEventListener("click", event => {
  const {go: what, way} = event.target.closest("[data-go]")?.dataset ?? {};
  if (what === "flip") laid.board.flip();
  if (what === "turn") chooseTurn(laid.now + +way);
  if (what !== "game") return;
  const {starts} = laid, at = starts.findLastIndex(start => start <= laid.now), back = +way < 0 && laid.now > starts[at] ? 0 : +way;
  chooseTurn(starts[Math.max(0, Math.min(starts.length - 1, at + back))]);
});
// A finger that wipes over the board turns the page.
let touch = null;
one(".picture").addEventListener("touchstart", event => { touch = event.changedTouches[0]; }, {passive: true});
one(".picture").addEventListener("touchend", event => {
  const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) chooseTurn(laid.now + (x < 0 ? 1 : -1));
});

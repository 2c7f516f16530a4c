{% include "known.js" %}
// What an engine said: the lines become tables.
const said = data.said;
const make = (name, text = "", look = "") => Object.assign(document.createElement(name), {textContent: text, className: look});
weighed = (game, id) => (linesOf(game).get(id) ?? []).map(part => {
  const text = part.textContent;
  return text.includes("\n") ? study(text) : one("a", part) ? part.cloneNode(true) : make("p", text.replace(/[-+]\d*[.,]\d+/g, signed).replaceAll(" %", "\u00a0%"));
});
{% if not page.lettered %}
// A chance in thousandths, in per cent.
const percent = share => (share / 10).toFixed(1).replace(".", data.comma);
{% endif %}
function study(text) {
  const [title, ...rows] = text.split("\n").map(line => line.split("\t")), table = make("table", "", "study");
  const [heading, ...source] = title[0].split(", "), caption = make("caption", heading || said.play), head = make("tr"), body = make("tbody");
  const levels = rows.some(row => row[4]), told = rows.some(row => row[3]);
  caption.append(make("small", source.join(", ")));
  head.append(make("td"), make("td"), make("th", said.equity), make("th", said.loss), ...(levels ? [make("th", said.level, "level")] : []), ...(told ? [make("th", said.heads, "chances")] : []));
  for (const [i, [choice, equity = "", loss = "", shares = "", level = ""]] of rows.entries()) {
{% if not page.lettered %}
    const parts = shares.split(" ");
    if (parts.length === 5) parts.splice(3, 0, 1000 - parts[0]);
{% endif %}
    const row = make("tr"), name = make("th"), text = choice.replace(/^▸ /, "");
    name.scope = "row";
    name.append(make("button", text));
    if (text !== choice) { row.classList.add("played"); name.append(make("span", ` ${said.played}`, "hidden")); }
    if (level && i) row.classList.add("break");
    row.append(make("td"), name, make("td", signed(equity)), make("td", signed(loss)));
    if (levels) row.append(make("td", level, "level"));
    if (told) {
      const chances = make("td", "", "chances");
{% if page.lettered %}
      const named = shares.split("|");
      for (const [i, words] of named[1] ? [said.may_win, said.may_lose].entries() : []) chances.append(make("span", `${words}: ${named[i]}`));
{% else %}
      for (const from of shares ? [0, 3] : []) chances.append(make("span", `${parts.slice(from, from + 3).map(percent).join(" ")} `));
{% endif %}
      row.append(chances);
    }
    body.append(row);
  }
  const top = make("thead");
  top.append(head);
  table.append(caption, top, body);
  return table;
}
// A choice that one points at is drawn on the board.
detail.addEventListener("click", ({target}) => {
  const row = target.closest(".study tbody tr:not(.more)");
  if (!row) return;
  giveBack();
  const on = !has(row, "chosen"), play = one("button", row);
  for (const other of all(".study .chosen")) { other.classList.remove("chosen"); press(one("button", other), false); }
  one(".more", detail)?.remove();
  const told = one(".chances", row);
  if (on && told) {
    const more = make("tr", "", "more"), cell = told.cloneNode(true);
    cell.colSpan = 9;
{% if not page.lettered %}
    cell.prepend(`${said.heads}: `);
{% endif %}
    more.append(make("td"), cell);
    row.after(more);
  }
  row.classList.toggle("chosen", on);
  press(play, on);
  const way = on ? hopsOf(play.textContent) : [];
  trial = way.length ? {arrows: way} : null;
  detail.classList.add("whole");
  draw();
});

{% if not page.lettered %}
// What the play on the board loses, if it was analysed.
function judge() {
  const [table] = linesOf(items[now].closest(".game")).get(links[now].id) ?? [];
  const plays = (table?.textContent ?? "").replaceAll("▸ ", "").split("\n").map(line => line.split("\t")).filter(([text]) => hopsOf(text).length);
  const at = plays.findIndex(([text]) => madeBy(text)), loss = signed(plays[at]?.[2] ?? "");
  if (at < 0) return plays.length ? said.unknown : "";
  return !loss ? said.best : at < {{ best }} ? fill(said.ranked, {rank: at + 1, loss}) : fill(said.wrong, {loss: loss.slice(1)});
}
{% endif %}

// What is between the line and even chances is filled.
const line = one(".board .chart path.a");
if (graph && data.chances) {
  const area = line.cloneNode(), whole = graph.viewBox.baseVal.height;
  let height;
  // What is said of a stop is as high as the line there: from a place and a height by steps across and down.
  for (const [, start, top, way, by] of line.getAttribute("d").matchAll(/M(\d+) (\d+)|([hvH])(-?\d+)/g)) {
    const end = {h: shares.length + +by, H: +by + 1}[way] ?? start;
    if (top) height = whole - top;
    if (way === "v") height -= by;
    while (shares.length < end) shares.push({% if page.lettered %}(height - whole / 2) / 1000{% else %}Math.round(height / 10){% endif %});
  }
  area.setAttribute("class", "area");
  area.setAttribute("d", `${line.getAttribute("d")}V${whole / 2}H0z`);
  line.before(area);
}

// The summary counts marks: each count shows them alone.
for (const count of all("[data-only]")) {
  const button = make("button");
  button.dataset.filter = count.dataset.only;
  press(button, false);
  button.append(...[...count.childNodes].map(part => part.cloneNode(true)));
  count.append(button);
}

// The quiz: the errors of the match, the worst first. Nothing is told before one has chosen.
const number = value => value.toFixed(data.places ?? 3).replace(".", data.comma);
// What was chosen is kept between visits, where the browser keeps anything for this page.
const memory = `kotra ${location.pathname} ${data.stops.length}`;
const remember = () => { try { localStorage.setItem(memory, JSON.stringify([...chosen])); } catch { /* nothing is kept */ } };
const remembered = () => { try { return JSON.parse(localStorage.getItem(memory)) ?? []; } catch { return []; } };
const chosen = new Map(remembered());
// Of a question whose answers stand in the table of its stop there are but their rows.
function whole(question) {
  const [id, rows, answers] = question, i = place.get(id);
  if (answers) return question;
  const [table] = linesOf(items[i].closest(".game")).get(id), choices = table.textContent.split("\n").slice(1).map(row => row.split("\t"));
  question.splice(1, 1, fill(said.ask, stops[i]), [...rows].map(row => {
    const [text, , loss = ""] = choices[row];
    return [text.replace(/^▸ /, ""), abs(loss.replace(data.comma, "."))];
  }));
  return question;
}
let order = [], at = -1, inOrder = false;
// The questions of one side or both, the worst error first or in the order of the match.
function questions() {
  const list = data.quiz.filter(([id]) => ofSide(items[place.get(id)]));
  return inOrder ? list.sort((a, b) => place.get(a[0]) - place.get(b[0])) : list;
}
function ask(i) {
  at = max(0, min(i, order.length - 1));
  const [id, words, answers] = whole(order[at]), list = make("ol", "", "choices"), line = make("p", words, "asked");
  told = false;
  show(place.get(id), {address: false, scroll: false});
  answers.forEach(([text], j) => {
    const item = make("li"), button = make("button");
    button.append(make("kbd", j + 1), make("bdi", text));
    button.addEventListener("click", () => choose(j));
    item.append(button);
    list.append(item);
  });
  line.tabIndex = -1;
  putDown();
  const other = make("button", said.ordered), again = make("button", said.again);
  press(other, inOrder);
  other.addEventListener("click", reorder);
  again.addEventListener("click", () => { chosen.clear(); remember(); ask(0); });
  detail.replaceChildren(line, list, make("p", "", "tally"), other, ...(chosen.size ? [again] : []));
  if (chosen.has(id)) answer(chosen.get(id));
  else if (data.cube && stops[now].thrown.length) list.after(answerByHand(stops[now], answers.map(([text]) => text), said, choose));
  line.focus({preventScroll: true});
  tally();
}
function choose(j) {
  const [id, , answers] = order[at];
  if (chosen.has(id) || !(j in answers)) return;
  chosen.set(id, j);
  remember();
  answer(j);
  tally();
}
function answer(j) {
  const [id, , answers] = order[at];
  [...one(".choices", detail).children].forEach((item, k) => {
    const lost = answers[k][1], right = lost < data.right, button = one("button", item);
    item.className = `${right ? "right" : "worse"} ${k === j ? "made" : ""}`;
    button.disabled = true;
    button.append(make("b", right ? "✓" : `−${number(lost)}`));
  });
  told = true;
  putDown();
  const way = hopsOf(answers[j][0]);
  trial = way.length ? {arrows: way} : null;
  draw();
  detail.append(...weighed(items[now].closest(".game"), id));
}
function tally() {
  const lost = order.filter(([id]) => chosen.has(id)).map(question => whole(question)[2][chosen.get(question[0])][1]), all = order.length;
  const facts = {right: lost.filter(one => one < data.right).length, asked: lost.length, all, number: at + 1, loss: number(lost.reduce((sum, one) => sum + one, 0))};
  const here = chosen.has(order[at][0]) ? order[at][2][chosen.get(order[at][0])][1] : null;
  const first = here === null ? "" : here < data.right ? said.right : fill(said.wrong, {loss: number(here)});
  one(".tally", detail).textContent = [fill(said.progress, facts) + ".", first, lost.length && fill(lost.length === all ? said.end : said.told, facts)].filter(Boolean).join(" ");
  one(".status").textContent = first;
}
function reorder() {
  const id = order[at][0];
  inOrder = !inOrder;
  order = questions();
  ask(order.findIndex(one => one[0] === id));
}
document.addEventListener("keydown", event => {
  if (/^[1-9]$/.test(event.key) && has(root, "asking") && !event.ctrlKey && !event.metaKey && !event.altKey) choose(event.key - 1);
});
if (data.quiz.length) quizzes = {
  toggle(button) {
    order = questions();
    const on = order.length > 0 && root.classList.toggle("asking");
    press(button, on);
    if (on) ask(max(0, at < 0 ? order.findIndex(([id]) => !chosen.has(id)) : at));
    else { putDown(); told = true; show(now); }
  },
  step: step => ask(at + step),
};

// On paper the worst errors stand before the games, each with its board.
addEventListener("beforeprint", () => {
  const worst = moments.filter(moment => one(".wrong, .blunder", moment)).map(moment => moment.hash.slice(1));
  const marked = items.filter((_, i) => worst.includes(links[i].id)), more = all(".turns > :is(.wrong, .blunder)").length - marked.length;
  if (!marked.length || has(root, "asking") || one(".decisions")) return;
  const kept = [state, now], section = make("section", "", "decisions");
  section.append(make("h2", said.decisions));
  for (const [number, item] of marked.entries()) {
    const i = items.indexOf(item), game = item.closest(".game"), article = make("article"), picture = board.cloneNode(true);
    const loss = one("em:last-of-type", item).firstChild.textContent, parts = weighed(game, links[i].id);
    const meant = parts.filter(part => one(".played", part)?.textContent.includes(loss));
    state = stops[now = i];
    picture.lastChild.innerHTML = labels() + drawing(arrows(state.arrows)) + onTurn();
    picture.setAttribute("aria-label", sentence());
    const place = `${one("h3", game).textContent.trim()}, ${say("turn", {number: /-t(\d+)/.exec(links[i].id)[1]})}`;
    article.append(picture, make("h3", `${number + 1} ${names[+has(item, "b")]}`), make("p", place, "soft"), make("p", spoken(i)), ...(meant.length ? meant : parts));
    for (const button of article.querySelectorAll("button")) button.replaceWith(button.textContent);
    section.append(article);
  }
  if (more) section.append(make("p", fill(said.more, {number: more})));
  [state, now] = kept;
  one("section:has(> #games)").before(section);
});
addEventListener("afterprint", () => one(".decisions")?.remove());

// The turns as they were written, a row for each line of the text; and what is found in them.
const list = make("ol"), drawn = [];
one(".list .turns").append(list);
const severities = ["error", "warning", "note"];

// What is shown of each line: its kind, the column, the text, and the codes of what is found there.
function rowsOf(text, turns) {
  const rows = [], at = new Map(turns.map(turn => [turn.line, turn])), worst = new Map();
  for (const severity of severities) for (const found of foundNow()) if (found.severity === severity && found.line && !worst.has(found.line)) worst.set(found.line, severity);
  let game = 0;
  text.split(/\r\n|\r|\n/).forEach((words, i) => {
    const line = i + 1, turn = at.get(line), found = worst.get(line) ?? "";
    if (turn && turn.game !== game) rows.push({line: 0, look: "game", words: say("game", {number: game = turn.game}), found: ""});
    if (turn) {
      const sided = turn.seat === 0 || turn.seat === 1, marks = turn.marks.join(" ");
      const waits = turn === turns.at(-1) && standing.wants === "play";
      const what = turn.dice ? turn.play || (waits ? "…" : "–") : turn.cube || turn.action;
      const time = turn.film === null ? "" : spelledTime(turn.film);
      rows.push({line, look: sided && (turn.dice || turn.cube) ? "ab"[turn.seat] : "across", dice: turn.dice, words: `${what} ${marks}`.trim(), time, found});
    } else if (rows.length && words.trim() && !/^(?:game|leikur|spil)\b/i.test(words)) rows.push({line, look: `across small${/^(?:video|[WB] clock used)\b/i.test(words) && !found ? " film-line" : ""}`, words: words.trim(), found});
    else if (found) rows.push({line, look: "across small", words: words.trim(), found});
  });
  return rows;
}
function rowNode({line, look, dice, words, time, found}) {
  const item = make("li", "", {className: `${look} ${found}`});
  if (look === "game") { item.append(make("h3", words)); return item; }
  const button = make("button", "", {type: "button", tabIndex: -1});
  button.dataset.line = line;
  if (dice) button.append(make("b", dice), " ");
  button.append(words);
  if (time) button.append(" ", make("small", time));
  if (found) button.append(make("i", "", {className: "mark"}));
  item.append(button);
  return item;
}
function showTurns() {
  const rows = rowsOf(record.text, standing.turns), keys = rows.map(row => JSON.stringify(row));
  let same = 0;
  while (same < drawn.length && drawn[same] === keys[same]) same++;
  while (list.children.length > same) list.lastChild.remove();
  list.append(...rows.slice(same).map(rowNode));
  drawn.splice(same, Infinity, ...keys.slice(same));
  one("[aria-current]", list)?.removeAttribute("aria-current");
  const here = line === null ? list.lastChild : one(`[data-line="${line}"]`, list)?.parentElement;
  if (line !== null) here?.firstChild.setAttribute("aria-current", "true");
  for (const other of all("[tabindex='0']", list)) other.tabIndex = -1;
  const button = here && one("button", here);
  if (button) button.tabIndex = 0;
  const frame = list.parentElement;
  if (here) frame.scrollTop += here.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom + 4;
  showFindings();
}
list.addEventListener("keydown", event => {
  const step = {ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1}[event.key], buttons = all("button", list);
  const next = step && buttons[buttons.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  document.activeElement.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
list.addEventListener("click", ({target}) => {
  const button = target.closest("[data-line]");
  if (button) goTo(+button.dataset.line);
});

// What is found of a record that is being written, but that it is not over.
const unfinished = found => found.code === "N106" || found.code === "S408" && found.game === standing.game && standing.wants !== "nothing";
const foundNow = () => standing.findings.filter(found => !unfinished(found));
const findings = one(".findings"), looked = one("ol", findings);
let shownFindings = "";
function showFindings() {
  const some = foundNow(), key = JSON.stringify(some);
  if (key === shownFindings) return;
  shownFindings = key;
  findings.hidden = !some.length;
  one("h2", findings).textContent = say("found", {count: some.length});
  looked.replaceChildren(...some.map(findingNode));
  askMeant();
}
function findingNode(found) {
  const item = make("li", "", {className: found.severity}), words = make("span", found.message);
  item.append(make("i", "", {className: "mark"}), make("strong", found.code), " ", words, " ");
  if (!found.line) return item;
  const there = make("button", say("line", {line: found.line}), {type: "button"});
  there.dataset.line = found.line;
  item.append(there);
  if (!found.meant) return item;
  item.append(" ", make("span", found.meant, {className: "soft"}));
  const turn = standing.turns.find(turn => turn.line === found.line);
  if (!turn?.dice) return item;
  // One play is written by "Write that"; of several each has a button that says it.
  const sorted = play => plainPlay(play).split(/\s+/).sort().join(" "), known = new Set(found.expected.map(sorted));
  const some = [...found.meant.matchAll(/[1-6]{2}: ([^|.]*[^|.\s])/g)].map(([, play]) => play).filter(play => known.has(sorted(play)));
  for (const play of some) {
    const mend = make("button", some.length > 1 ? play : say("mend"), {type: "button"});
    [mend.dataset.mend, mend.dataset.text] = [found.line, `${turn.dice}: ${play}`];
    item.append(" ", mend);
  }
  return item;
}
// What was probably meant takes a search: it is asked after, and comes when it comes.
async function askMeant() {
  const {text} = record;
  if (!foundNow().some(found => found.severity !== "note")) return;
  const {findings: found} = await ask("write/meant", {text}).catch(() => ({findings: []}));
  if (record?.text === text && found.some(one => one.meant)) looked.replaceChildren(...found.filter(one => !unfinished(one)).map(findingNode));
}
looked.addEventListener("click", ({target}) => {
  const button = target.closest("[data-line]"), mend = target.closest("[data-mend]");
  if (button) goTo(+button.dataset.line);
  else if (mend) { line = +mend.dataset.mend; submit(mend.dataset.text, {chosen: true}); }
});

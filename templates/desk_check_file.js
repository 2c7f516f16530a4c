// One file: as a match or as its text, a card for each finding, boards, and what was probably meant.
const head = one("h1 bdi", opened), text = one(".text"), cards = one(".list-of-cards"), made = one(".made");
let view = null, proposals = [], chosenCard = -1;

async function open(file) {
  if (file.looked && view?.file === file) return showView();
  view = null;
  head.textContent = file.name;
  one(".about").textContent = words.reading;
  for (const part of [text, cards, made, one(".matches")]) part.replaceChildren();
  clearMatch();
  opened.classList.remove("refused");
  one(".board-of-line").hidden = true;
  one(".sure").hidden = true;
  one(".undo").hidden = !file.earlier.length;
  head.parentElement.focus();
  const match = asked("match", [file], {match: file.match ?? 1}).catch(() => null);
  let looked;
  try {
    looked = await asked("look", [file]);
  } catch (error) {
    if (now !== file) return;
    one(".about").textContent = error.message;
    opened.classList.add("refused");
    return;
  }
  if (now !== file) return;
  file.looked = true;
  view = {file, ...looked};
  file.verdict = looked;
  row(file);
  const shown = looked.matches.length ? await match : null;
  if (now !== file || view?.file !== file) return;
  if (shown) layMatch(shown);
  render();
  propose();
}
function render() {
  const about = one(".about"), {worst} = view;
  about.replaceChildren(make("span", "", {className: `mark ${worst || "clean"}`, ariaHidden: "true"}), make("b", view.words), ` · ${view.about.slice(view.about.lastIndexOf(": ") + 2)}`);
  one(".matches").replaceChildren(...matchLines(), ...[...view.ignored, view.positions].filter(Boolean).map(line => make("span", line)));
  lines();
  cards.replaceChildren(...view.findings.map(card));
  if (view.left_out) cards.append(make("p", say("left_out", {count: view.left_out})));
  if (!view.findings.length && view.matches.length) cards.append(make("p", words.clean, {className: "fine"}));
  if (view.lines.length && view.matches.length) cards.append(make("p", words.lines, {className: "soft of-text"}));
  for (const board of view.boards) cards.append(boardOf(board));
  one(".steps").hidden = view.findings.length < 2;
  opened.classList.toggle("textless", !view.lines.length);
  showView();
  choose(view.findings.length ? 0 : -1, {still: true});
}
function boardOf(markup) {
  const figure = make("figure", "", {className: "diagram"});
  figure.innerHTML = markup;
  return figure;
}
// The text with its numbers; a place where something was found is a button.
function lines() {
  const found = new Map();
  view.findings.forEach((one, i) => { if (one.line) found.set(one.line, [...(found.get(one.line) ?? []), [one, i]]); });
  let before = 0;
  text.replaceChildren(...view.lines.flatMap(([number, line]) => {
    const parts = number > before + 1 ? [make("p", "⋯", {className: "gap"})] : [];
    before = number;
    const made = make("div", "", {className: "line", id: `line-${number}`});
    made.dataset.number = number;
    let at = 0;
    const here = (found.get(number) ?? []).toSorted(([one], [other]) => (one.column ?? 1) - (other.column ?? 1));
    for (const [finding, i] of here) {
      made.classList.add("found", finding.severity);
      const from = Math.max(at, (finding.column ?? 1) - 1), to = Math.max((finding.end_column ?? 0) - 1, from + 1);
      if (from >= line.length && at > 0) continue;
      const mark = make("button", line.slice(from, to) || " ", {type: "button", className: `spot ${finding.severity}`});
      mark.dataset.finding = i;
      mark.ariaLabel = say("place", {text: mark.textContent, number: i + 1});
      made.append(line.slice(at, from), mark);
      at = to;
    }
    made.append(line.slice(at));
    return [...parts, made];
  }));
}
function card(finding, i) {
  const made = make("article", "", {className: `card ${finding.severity}`});
  made.innerHTML = finding.card;
  one("button", made).addEventListener("click", () => choose(chosenCard === i && asText() ? -1 : i));
  return made;
}
// A finding is chosen: its card opens, and its place is shown on the board (unless that leads here) and in the text.
function choose(i, {still = false, turn = true} = {}) {
  chosenCard = i;
  [...cards.querySelectorAll(".card")].forEach((card, at) => {
    card.classList.toggle("chosen", at === i);
    one("h2 button", card).ariaExpanded = at === i;
  });
  keyOfMending();
  for (const place of all(".here", text)) place.classList.remove("here");
  one(".at").textContent = i < 0 ? "" : say("at", {number: i + 1, all: view.findings.length});
  if (i < 0) return;
  if (turn) showFound(view.findings[i]);
  const line = one(`#line-${view.findings[i].line}`);
  line?.classList.add("here");
  if (line) text.scrollTo({top: line.offsetTop - text.clientHeight / 3, behavior: still ? "instant" : "smooth"});
  if (!still) one(`.card:nth-of-type(${i + 1})`, cards).scrollIntoView({block: "nearest", behavior: "smooth"});
}
// The key that mends goes with the card that is chosen.
function keyOfMending() {
  for (const button of all(".mend", cards)) delete button.dataset.shortcut;
  const button = one(".card.chosen .mend", cards);
  if (button) button.dataset.shortcut = "m";
}
const step = way => {
  const count = view?.findings.length;
  if (!count) return;
  choose(Math.min(count - 1, Math.max(0, chosenCard + way)));
  one("h2 button", cards.children[chosenCard]).focus({preventScroll: true});
};
one(".previous").addEventListener("click", () => step(-1));
one(".next").addEventListener("click", () => step(1));
one(".back").addEventListener("click", () => go(null));
// In the text: a marked place leads to its finding, any other line to its board.
text.addEventListener("click", event => {
  const place = event.target.closest(".spot"), line = event.target.closest(".line");
  if (place) choose(Number(place.dataset.finding));
  else if (line && getSelection().isCollapsed) boardAt(Number(line.dataset.number));
});
text.addEventListener("keydown", event => {
  const way = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!way || event.target !== text) return;
  event.preventDefault();
  const all = [...text.querySelectorAll(".line")], at = all.findIndex(line => line.classList.contains("here"));
  const line = all[Math.min(all.length - 1, Math.max(0, at + way))];
  line.scrollIntoView({block: "nearest"});
  boardAt(Number(line.dataset.number));
});
async function boardAt(number) {
  const file = view.file, box = one(".board-of-line");
  for (const place of all(".here", text)) place.classList.remove("here");
  one(`#line-${number}`)?.classList.add("here");
  const {boards} = await asked("boards", [file], {line: number}).catch(() => ({boards: []}));
  if (view?.file !== file || !one(`#line-${number}.here`)) return;
  box.hidden = false;
  one("h2", box).textContent = boards.length ? say("line", {number}) : say("no_board", {number});
  one(".boards", box).replaceChildren(...boards.map(boardOf));
}

// What was probably meant: made on a word, with what changes shown before, and taken back on another.
async function propose() {
  const {file} = view;
  proposals = [];
  if (!view.counts[0] && !view.counts[1]) return;
  const {proposals: found} = await asked("proposals", [file]).catch(() => ({proposals: []}));
  if (view?.file !== file) return;
  proposals = found;
  found.forEach((proposal, i) => {
    const places = view.findings.flatMap((one, at) => proposal.explains.some(({code, line}) => code === one.code && line === one.line) ? [at] : []);
    const at = places[0] ?? view.findings.findIndex(one => one.line === proposal.line);
    const box = at < 0 ? null : one(".proposals", cards.children[at]);
    if (!box) return;
    box.hidden = false;
    one(".meant", cards.children[at])?.remove();
    box.append(...proposal.choices.map((choice, which) => offer(proposal, i, choice, which)));
  });
  keyOfMending();
  const sure = found.filter(one => one.confidence === "sure" && one.choices[0].changes);
  one(".sure").hidden = !sure.length;
  if (laid) inSight();
  one(".sure").textContent = say(sure.length > 1 ? "mend_sure" : "mend_one", {count: sure.length});
}
function offer(proposal, i, choice, which) {
  const line = make("p", "", {className: "offer"}), why = make("small", `${choice.standing}. ${choice.why}`);
  line.append(make("span", which ? words.or : words.probably), " ", make("code", choice.meant), " ", why);
  if (choice.changes) {
    const button = make("button", words.mend, {type: "button", className: "mend"});
    button.ariaLabel = say("mend_so", {text: choice.meant});
    button.addEventListener("click", () => preview([`${i}.${which}`]));
    line.append(" ", button);
  }
  return line;
}
one(".sure").addEventListener("click", () => preview(proposals.flatMap((one, i) => one.confidence === "sure" && one.choices[0].changes ? [`${i}.0`] : [])));
async function preview(choices) {
  const {file} = view, dialog = one(".preview");
  let mended;
  try {
    mended = await asked("mend", [file], {choices: choices.join()});
  } catch (error) {
    return tell(error.message);
  }
  if (view?.file !== file || one("dialog[open]")) return;
  one(".diff", dialog).replaceChildren(...mended.diff.split("\n").slice(2).filter(Boolean).map(line =>
    make("div", line.replace(/\r$/, ""), {className: {"+": "added", "-": "gone", "@": "place-of"}[line[0]] ?? "same"})));
  one(".left", dialog).textContent = say("afterwards", {left: mended.left});
  one(".do", dialog).onclick = () => {
    dialog.close();
    file.earlier.push(file.blob);
    file.blob = bytes(mended.files[0].content);
    changed(file);
  };
  dialog.showModal();
}
function changed(file) {
  file.looked = file.taken = false;
  view = null;
  open(file);
}
one(".undo").addEventListener("click", () => {
  now.blob = now.earlier.pop();
  changed(now);
});

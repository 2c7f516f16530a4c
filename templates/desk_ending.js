// The end of a game, or of the match: who won, how, what that means; and what the engine says of it.
const end = one("dialog.end");
let finished = null, analysedText = null;
const over = () => ["game", "nothing"].includes(standing.wants) && standing.ending;
function finish() {
  if (!over() || finished === record.text) return;
  finished = record.text;
  showEnd();
}
function showEnd() {
  const {ending, wants, length} = standing, score = shownScore(), names = called(), [white, black] = score, leads = +(black > white);
  const name = names[ending.seat] ?? "", match = wants === "nothing" && length, sitting = wants === "game" && !length;
  const how = say(ending.seat === null ? "won_none" : ending.points === "1" ? "won_point" : "won_points", {name, ...ending});
  const result = say("match_won", {name: names[leads], won: score[leads], lost: score[1 - leads]});
  one("h2", end).textContent = match ? result : how;
  one(".means", end).replaceChildren(...[match ? how : "", ...ending.meaning, ending.cube > 1 ? say("at_cube", {value: ending.cube}) : ""].filter(Boolean).map(words => make("p", words)));
  one(".stands", end).textContent = match ? "" : say("stands", {first: names[0], won: white, second: names[1], lost: black});
  may("next", wants === "game");
  may("rematch", wants === "nothing" && record.asked);
  may("analyse", sitting);
  for (const name of ["analysis", "quiz"]) may(name, false);
  one(".looked", end).hidden = true;
  if (!end.open) end.showModal();
  one("#ended").focus();
  if (wants === "nothing" && data.engine) deeds.analyse();
}
const tellEnd = error => { if (end.open) one(".progress", end).textContent = error.told ? error.message : say("silent"); };
// The record with its analysis, and what that says of both players.
async function look() {
  const {text} = record, progress = one(".progress", end), seat = record.game?.level ? 1 - record.game.seat : null;
  one(".looked", end).hidden = false;
  progress.textContent = say("weighed", {done: 0, whole: standing.game});
  all("ul, ol", one(".looked", end)).forEach(list => list.replaceChildren());
  one("h3", end).hidden = true;
  const analysed = await analyse("quick", words => { progress.textContent = words; }), more = seat === null ? {} : {seat};
  const {word, rates, lost, worst} = await ask(`ask/summary?${named(undefined, more)}`, asBlob(analysed));
  if (record?.text !== text) return;
  analysedText = analysed;
  progress.textContent = "";
  one(".rates", end).replaceChildren(...called().map((name, side) => make("li", rates[side] ? say("rate", {name, word, rate: rates[side]}) : say("lost_in_all", {name, loss: lost[side] ?? "–"}))));
  one("h3", end).hidden = !worst.length;
  one(".worst", end).replaceChildren(...worst.map(error => {
    const item = make("li");
    item.append(seat === null ? `${error.name}, ` : "", make("strong", error.made), ` ${say("worst", error)}`);
    return item;
  }));
  if (!worst.length) progress.textContent = say("faultless");
  may("analysis", true);
  may("quiz", worst.length && !standing.old);
}
Object.assign(deeds, {
  result: () => showEnd(),
  analyse() { may("analyse", false); look().catch(tellEnd); },
  analysis: () => openPage("report", analysedText, one(".progress", end)).catch(tellEnd),
  quiz: () => openPage("quiz", analysedText, one(".progress", end), record.game?.level ? {player: standing.players[1 - record.game.seat]} : {}).catch(tellEnd),
  board: () => end.close(),
  next() {
    end.close();
    later(async () => { if (standing.wants === "game") { await roll(); show(); finish(); } });
  },
  rematch() {
    end.close();
    beginRecord(record.asked, record.game).catch(object);
  },
});

// A match that is played: dice are thrown by the desk, and the engine plays where it is its turn.
const quiet = matchMedia("(prefers-reduced-motion: reduce)"), pause = time => new Promise(done => setTimeout(done, quiet.matches ? 0 : time));
function gameOf(form) {
  const {against, black_mine: black, undo: backwards, hints} = form.elements, level = against.value;
  return {level, seat: level ? +!black.checked : null, undo: backwards.checked, hints: hints.checked};
}
const engineActs = () => record.game?.level && ["dice", "play", "answer"].includes(standing.wants) && standing.seat === record.game.seat;
deeds.throw = () => later(async () => {
  if (engineActs() || !["opening", "dice", "game"].includes(standing.wants)) return;
  take(await ask("play/throw", {text: record.text}));
  tell();
  show();
});
// The engine's turn, shown as it was played: its dice, then its play, which stays marked.
async function answerHere() {
  const {level, seat} = record.game, names = called(), known = standing.turns.at(-1)?.line ?? 0, waits = standing.wants === "play";
  one(".asked").textContent = say("thinking", {name: names[seat]});
  const answer = await ask("play/answer", {text: record.text, seat, level});
  take(answer);
  const turn = answer.standing.turns.findLast(turn => turn.seat === seat && turn.play && (turn.line > known || waits && turn.line === known));
  if (turn) {
    const there = (await ask("write/stand", {text: record.text, line: turn.line, dice: turn.dice})).standing;
    table.show(there.stop, names, [...there.score, there.length, there.crawford ? 1 : 0, 0], []);
    await pause(450);
    table.point(turn.play);
    await pause(750);
    table.trace(turn.play);
  }
  tell();
  show();
}
idle = () => { if (record && line === null && engineActs()) later(answerHere); };
// Back to where one had something to choose oneself.
deeds.undo = () => {
  if (table.back() || record.game && !record.game.undo) return;
  entry.value = "";
  close();
  later(async () => {
    do await undo(); while (record.past.length && engineActs());
    show();
  });
};
deeds.hint = () => {
  if (record.game?.hints) later(async () => {
    const {plays, words} = await ask("play/hint", {text: record.text, level: record.game.level || "quick"});
    show();
    likely = plays.length ? plays : null;
    hinted = plays.length > 0;
    if (words) objection.replaceChildren(make("p", words));
    entry.focus();
  });
};

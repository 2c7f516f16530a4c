// A match that is played: dice are thrown by the desk, and the engine plays where it is its turn.
const quiet = matchMedia("(prefers-reduced-motion: reduce)"), pause = time => new Promise(done => setTimeout(done, quiet.matches ? 0 : time));
function gameOf(form) {
  const level = form.elements.against.value;
  return {level, seat: level ? form.elements.black_mine.checked ? 0 : 1 : null, undo: form.elements.undo.checked, hints: form.elements.hints.checked};
}
const engineActs = () => record.game?.level && ["dice", "play", "answer"].includes(standing.wants) && standing.seat === record.game.seat;
deeds.throw = () => later(async () => {
  if (engineActs()) return;
  take(await ask("play/throw", {text: record.text}));
  tell();
  show();
});
// The engine's turn, shown as it was played: its dice, then its play, which stays marked.
async function answerHere() {
  const {level, seat} = record.game, names = called();
  one(".asked").textContent = say("thinking", {name: names[seat]});
  const answer = await ask("play/answer", {text: record.text, seat, level});
  const turn = answer.standing.turns.findLast(turn => turn.seat === seat), had = record.text.split("\n").length;
  take(answer);
  if (turn?.play && turn.line >= had - 1) {
    const there = (await ask("write/stand", {text: record.text, line: turn.line, dice: turn.dice})).standing;
    table.show(there.stop, names, [...there.score, there.length, there.crawford ? 1 : 0, 0], []);
    await pause(500);
    table.point(turn.play);
    await pause(700);
    table.trace(turn.play);
  }
  tell();
  show();
}
function goOnPlaying() {
  if (mode === "play" && record && line === null && engineActs()) later(answerHere);
}
deeds.hint = () => {
  if (!record.game?.hints) return;
  later(async () => {
    const found = await ask("play/hint", {text: record.text, level: record.game.level || "quick"});
    show();
    showHint(found);
  });
};
function showHint({plays = [], action = ""}) {
  if (plays.length) {
    likely = plays;
    complete();
    entry.focus();
  } else hear(action), object(new Error(action));
}

// A match that is played: dice are thrown by the desk, and the engine plays where it is its turn.
const quiet = matchMedia("(prefers-reduced-motion: reduce)");
// A pause within a job, which ends where the match was left meanwhile.
async function pause(time) {
  const mine = epoch;
  await new Promise(done => setTimeout(done, time));
  if (mine !== epoch) throw LEFT;
}
const motion = time => pause(quiet.matches ? 0 : time);
function gameOf(form) {
  const {against, black_mine: black, undo: backwards, hints} = form.elements, level = against.value;
  return {level, seat: level ? +!black.checked : null, undo: backwards.checked, hints: hints.checked};
}
const toThrow = () => ["opening", "dice", "game"].includes(standing.wants);
const engineActs = () => !!record.game?.level && ["dice", "play", "answer"].includes(standing.wants) && standing.seat === record.game.seat;
// The record on which the engine could not act: it is asked again by a button, or when the desk answers again.
let stuck = null;
isStuck = () => stuck === record.text && engineActs();
isMine = () => !engineActs();
enterText = async words => {
  if (engineActs()) return {text: record.text, standing};
  return inquire("play/enter", {text: record.text, entry: words});
};
const throwOnce = async () => {
  take(await inquire("play/throw", {text: record.text, match: record.id}));
  tell();
  show();
};
deeds.throw = () => later(async () => {
  if (engineActs() || !toThrow()) return;
  await throwOnce();
  // Equal dice decide nothing: they are shown, and the next are thrown.
  while (standing.wants === "opening") {
    const [, die] = /^opening (\d)/.exec(standing.turns.at(-1)?.action) ?? [];
    if (!die) return;
    one(".asked").textContent = say("tie", {die});
    table.ahead(null, [+die, +die]);
    await pause(1200);
    await throwOnce();
  }
});
// The engine's turn, shown as it was played: its dice, then its play, which stays marked.
async function answerHere() {
  const {level, seat} = record.game, names = called(), known = standing.turns.at(-1)?.line ?? 0, waits = standing.wants === "play";
  one(".asked").textContent = say("thinking", {name: names[seat]});
  const answer = await inquire("play/answer", {text: record.text, seat, level, match: record.id}).catch(error => {
    if (error === LEFT) throw error;
    stuck = record.text;
    if (!error.told) setTimeout(deeds.retry, 3000);
    throw error;
  });
  take(answer);
  const turn = answer.standing.turns.findLast(turn => turn.seat === seat && turn.play && (turn.line > known || waits && turn.line === known));
  if (turn) {
    const there = (await inquire("write/stand", {text: record.text, line: turn.line, dice: turn.dice})).standing;
    table.show(there.stop, names, [...there.score, there.length, there.crawford ? 1 : 0, 0], []);
    await motion(450);
    table.point(turn.play);
    await motion(750);
    table.trace(turn.play);
  }
  tell();
  show();
}
// Of two tabs with this match that one acts in which somebody plays.
idle = () => { if (record && standing && !follows && engineActs() && !isStuck()) later(answerHere); };
deeds.retry = () => {
  stuck = null;
  close();
  if (!waiting) idle();
};
// Back to where one had something to choose oneself, behind the dice: a throw is not taken back.
isChoice = () => ["play", "answer"].includes(standing.wants) && !engineActs();
mayUndo = () => record.game?.undo !== false && record.past.some(patch => patch[3]);
deeds.undo = () => {
  if (table.back() || !mayUndo()) return;
  entry.value = "";
  close();
  later(async () => {
    if (!mayUndo()) return;
    await undo(record.past.length - record.past.findLastIndex(patch => patch[3]));
    show();
  });
};
deeds.hint = () => {
  if (record.game?.hints) later(async () => {
    const {plays, words} = await inquire("play/hint", {text: record.text, level: record.game.level || "quick"});
    show();
    likely = plays.length ? plays : null;
    hinted = plays.length > 0;
    if (words) objection.replaceChildren(make("p", words));
    entry.focus();
  });
};

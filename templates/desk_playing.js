// A match that is played: the desk rolls the dice, the player moves on the board, and the engine plays where it is
// its turn. What may be done is a button on the board, and none that the rules do not have.
const heard = {made() { one(".news").classList.remove("shown"); showActs(); }, done() { deeds.done(); }};
const boards = {modern: tableOfModern(one(".stage.modern svg"), {...data.modern, strict: true}, heard), old: tableOfOld(one(".stage.old svg"), {...data.old, strict: true}, heard)};
let table = boards.modern;
const called = () => standing.players.map((name, seat) => name || data.modern.names[seat]);
// The score as a match counts it: what is above its length is in the record alone.
const shownScore = () => standing.score.map(points => standing.length ? Math.min(points, standing.length) : points);
const still = matchMedia("(prefers-reduced-motion: reduce)");
// A pause within a job, which ends where the match was left meanwhile.
async function pause(time) {
  const mine = epoch;
  await new Promise(done => setTimeout(done, still.matches ? 0 : time));
  if (mine !== epoch) throw LEFT;
}
const isMine = () => !record.game?.level || standing.seat !== record.game.seat;
const engineActs = () => ["dice", "play", "answer"].includes(standing.wants) && !isMine();
// A person without a name is spoken to where the engine is the other side.
const spokenTo = seat => record.game?.level && seat === 1 - record.game.seat && standing.players[seat] === say("you");
// What the tutor advises against: its loss, and what plays it all the same. And the record on which the desk failed.
let doubt = null, stuck = null;

// What the player is asked.
function asked() {
  const {seat, dice, wants, offer, cube} = standing, names = called(), name = names[seat], own = spokenTo(seat) ? "own" : "yours";
  if (wants === "nothing" || wants === "game") return "";
  if (doubt) return say("doubt", doubt);
  if (engineActs()) return say("thinking", {name});
  if (wants === "opening") return say("throw_first");
  if (wants === "answer") return say(`${offer === "resignation" ? "resigned" : "double"}_${own}`, {name: names[1 - seat], other: name, value: 2 * cube[0]});
  if (wants === "play" && table.complete()) return say("done_yours");
  return say(`${wants === "play" ? "play" : "throw"}_${own}`, {name, dice});
}
const button = name => one(`[data-do=${name}]`);
const may = (name, on) => { if (button(name)) button(name).hidden = !on; };
function showActs() {
  const {wants, offer} = standing, idle = !doubt && isMine() && !waiting, answers = idle && wants === "answer", resigned = offer === "resignation";
  const over = wants === "nothing" || wants === "game";
  may("sure", doubt);
  may("unsure", doubt);
  may("throw", idle && (wants === "opening" || wants === "dice"));
  may("double", idle && wants === "dice" && standing.doubles);
  may("undo", idle && wants === "play" && table.moved());
  may("done", idle && wants === "play" && table.complete());
  for (const name of ["take", "drop"]) may(name, answers && !resigned);
  may("beaver", answers && standing.may_beaver);
  for (const name of ["accept", "refuse"]) may(name, answers && resigned);
  may("retry", stuck === record.text && engineActs() && !waiting);
  may("result", over && !waiting);
  may("hint", data.engine && !over && wants !== "opening");
  if (button("hint")) button("hint").disabled = !idle || resigned;
  button("resign").disabled = !idle || wants !== "dice" || !standing.turns.some(turn => turn.game === standing.game && turn.play);
  // Dice lie in the half of the one on roll, and what is done with them in the other one.
  one(".acts").classList.toggle("left", ((standing.seat ?? 0) === table.bottom()) === (wants === "play"));
  one(".acts").classList.toggle("middle", wants === "opening" || over);
  one(".asked").textContent = advice || asked();
}
function show() {
  const names = called(), {wants, length} = standing;
  table = standing.old ? boards.old : boards.modern;
  one(".stage.modern").hidden = standing.old;
  one(".stage.old").hidden = !standing.old;
  one(".table").classList.toggle("lettered", standing.old);
  const plays = wants === "play" && isMine() && !doubt ? standing.plays.map(({text, men, steps}) => [text, men, steps]) : [];
  if (!doubt) table.show(standing.stop, names, [...shownScore(), length, standing.crawford ? 1 : 0, 0], plays, standing.dice.includes("+"));
  one("#match").textContent = names.join(" – ");
  document.title = `${names.join(" – ")} – kotra`;
  showActs();
  showPlays();
  showTurns();
  startClock();
}
// The turns, the dice of each before its play.
function showTurns() {
  let game = 0;
  const rows = standing.turns.flatMap(turn => {
    const words = turn.dice ? turn.play || "…" : turn.cube || byName(turn.action), item = make("li", "", {className: turn.dice || turn.cube ? "ab"[turn.seat] ?? "across" : "across"});
    if (turn.dice) item.append(make("b", turn.dice), " ");
    item.append(words);
    if (turn.game === game) return [item];
    game = turn.game;
    const head = make("li", "", {className: "across"});
    head.append(make("h3", say("game", {number: game})));
    return [head, item];
  });
  const list = one(".turns");
  one("ol", list).replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}
// A line of the record with the name of its side: "Anna wins 4", "Anna resigns single".
const byName = words => words.replace(/^[WB](?= [a-z])/, sign => called()["WB".indexOf(sign)]);
// The legal plays to choose from, with their losses behind a hint; or its words about the cube.
let losses = null, advice = "";
function showPlays() {
  const fold = one(".legal"), plays = losses ?? (standing.wants === "play" && isMine() ? standing.plays : []);
  fold.hidden = !plays.length;
  one("ul", fold).replaceChildren(...plays.map(play => {
    const item = make("li"), choice = make("button", play.text, {type: "button", onclick: () => submit(play.text)});
    item.append(choice);
    const wins = (play.wins ?? []).map(win => `${win.kind} ${win.points}`).join(", ");
    const worth = wins || (play.loss === undefined ? "" : play.loss ? say("lost_equity", {loss: play.loss}) : say("best"));
    if (worth) item.append(make("small", worth));
    return item;
  }));
}
function object(error) { one(".objection").replaceChildren(make("p", error.message)); }
function forgive() {
  one(".objection").replaceChildren();
  [doubt, losses, advice] = [null, null, ""];
}
// What has happened, for the eyes on the board and for the ears; it is waited for as long as it is to be read.
function tell(name, facts = {}, time = 1100) {
  const words = say(name, facts), news = one(".news");
  hear(words);
  news.textContent = words;
  news.classList.add("shown");
  // The dice lie in the other half.
  news.classList.toggle("left", table.seat() === table.bottom());
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => news.classList.remove("shown"), Math.max(time, 1600));
  return pause(time);
}
const DEEDS = {doubles: "doubles", redoubles: "doubles", takes: "takes", passes: "drops", drops: "drops", beavers: "beavers", raccoons: "beavers", resigns: "resigns", accepts: "accepts", refuses: "refuses"};
// A turn that is told, behind which the text stands.
async function tellTurn(turn) {
  const names = called(), name = names[turn.seat ?? "WB".indexOf(turn.action[0])] ?? "", {dice, play} = turn;
  const [, deed] = /^(?:[WB] )?(\w+)/.exec(turn.cube || turn.action) ?? [];
  if (dice && /\//.test(play)) {
    hear(say("played", {name, dice, play}));
    if (play.includes("*")) await tell("hits", {name}, 700);
  } else if (dice && play) {
    table.ahead(null, dice.match(/\d/g).map(Number));
    await tell("stuck", {name, dice}, 1500);
  } else if (deed in DEEDS) await tell(DEEDS[deed], {name}, 900);
}
// What was done since: the turn that waited for its play, and those behind it.
function newTurns(before) {
  const last = before.length - 1, waited = last >= 0 && before[last].play !== standing.turns[last]?.play;
  return standing.turns.slice(waited ? last : last + 1);
}
// The answer to what a player did: its text is kept, and what is new is told.
async function receive(answer) {
  const before = standing.turns;
  forgive();
  take(answer);
  for (const turn of newTurns(before)) await tellTurn(turn);
}

function settled() {
  if (!record || !standing) return;
  showActs();
  if (document.activeElement === document.body) focusTable();
  if (follows || stuck === record.text) return;
  if (engineActs()) later(engineTurn);
  else if (standing.wants === "dice" && isMine() && !standing.doubles && !doubt && one("[data-kept=auto]").checked && !one("dialog[open]")) later(async () => {
    await pause(500);
    await roll().catch(error => {
      stuck = record.text;
      throw error;
    });
    show();
    finish();
  });
}
const followed = forgive;
async function roll() {
  const first = ["opening", "game"].includes(standing.wants);
  await receive(await inquire("play/throw", {text: record.text, match: record.id}));
  // Equal dice decide nothing: they are shown, and the next are thrown.
  while (standing.wants === "opening") {
    const [, die] = /^opening (\d)/.exec(standing.turns.at(-1)?.action) ?? [];
    if (!die) return;
    table.ahead(null, [+die, +die]);
    await tell("tie", {die}, 1500);
    await receive(await inquire("play/throw", {text: record.text, match: record.id}));
  }
  if (standing.wants !== "play") return;
  const name = called()[standing.seat], {dice} = standing;
  if (!first) return hear(say("threw", {name, dice}));
  show();
  await tell("opened", {name, dice}, isMine() ? 0 : 900);
}
// The engine's turn, shown as it was played: its dice, then its checkers, whose way stays marked.
async function engineTurn() {
  const {level, seat} = record.game, before = standing.turns;
  const answer = await inquire("play/answer", {text: record.text, seat, level, match: record.id}).catch(error => {
    if (error === LEFT) throw error;
    stuck = record.text;
    if (!error.told) setTimeout(() => deeds.retry(), 3000);
    throw error;
  });
  forgive();
  const names = called();
  take(answer);
  for (const turn of newTurns(before)) {
    const moves = turn.dice && /\//.test(turn.play);
    if (moves) {
      const there = (await inquire("write/stand", {text: record.text, line: turn.line, dice: turn.dice})).standing;
      table.show(there.stop, names, [...there.score, there.length, there.crawford ? 1 : 0, 0], []);
      hear(say("played", {name: names[turn.seat], dice: turn.dice, play: turn.play}));
      await pause(600);
      await table.play(turn.play);
      if (turn.play.includes("*")) await tell("hits", {name: names[turn.seat]}, 400);
      else await pause(250);
      table.trace(turn.play);
    } else await tellTurn(turn);
  }
  show();
  finish();
}
// What the player does; the tutor may advise against it first.
const submit = (words, sure = false) => later(async () => {
  if (!isMine() || follows) return;
  const rolls = words === "", tutor = one("[data-kept=tutor]")?.checked && !sure && (!rolls || standing.doubles);
  if (tutor) {
    const {loss} = await inquire("play/loss", {text: record.text, entry: words}).catch(error => { if (error.told) return {}; throw error; });
    if (loss) {
      doubt = {loss, words};
      if (standing.wants === "play") table.type(words);
      hear(asked());
      return showActs();
    }
  }
  doubt = null;
  if (rolls) await roll();
  else {
    const seat = standing.wants === "play" ? standing.seat : null, moved = table.moved();
    const answer = await inquire("play/enter", {text: record.text, entry: words});
    if (seat !== null && !moved) await table.play(words);
    await receive(answer);
  }
  show();
  finish();
});
const clearDoubt = () => { doubt = null; show(); };
const deeds = {
  throw: () => { if (["opening", "dice"].includes(standing.wants)) submit(""); },
  done: () => { if (table.complete()) submit(table.made()); },
  undo: () => { if (doubt) clearDoubt(); else if (!table.drop()) table.back(); },
  sure: () => submit(doubt.words, true),
  unsure: clearDoubt,
  double: () => submit("d"), take: () => submit("t"), drop: () => submit("p"), beaver: () => submit("b"),
  accept: () => submit("y", true), refuse: () => submit("n", true),
  flip() { table.flip(); showActs(); },
  retry() {
    stuck = null;
    one(".objection").replaceChildren();
    if (!waiting) settled();
  },
  hint: () => later(async () => {
    const {plays, words} = await inquire("play/hint", {text: record.text, level: "quick"});
    losses = plays.length ? plays : null;
    showPlays();
    if (losses) { one(".legal").open = true; hear(`${plays[0].text}: ${say("best")}`); table.type(plays[0].text); showActs(); }
    else hear(advice = words);
  }),
  resign() {
    const dialog = one("dialog.resign");
    all("[class]", one("form", dialog)).forEach(choice => { if (choice.matches("button")) choice.hidden = choice.classList.contains(standing.old ? "modern" : "old"); });
    dialog.returnValue = "";
    dialog.showModal();
  },
  keys: () => one("dialog.keys").showModal(),
  taken: () => takeAway("kotra"),
  report: () => report().catch(error => { told.textContent = error.told ? error.message : say("silent"); }),
  live: box => showLive(box.checked),
  leave() { location.hash = ""; },
};
one("dialog.resign").addEventListener("close", ({target}) => { if (target.returnValue) submit(target.returnValue, true); });
const focusTable = () => one(".table").focus({preventScroll: true});
document.addEventListener("click", ({target, detail}) => {
  // What was clicked does not keep the keys.
  if (detail && target.closest(".game :is(button, label, summary)")) focusTable();
  const pressed = target.closest("[data-do]");
  if (!pressed || !record) return;
  leadHere();
  deeds[pressed.dataset.do](pressed);
});

// Keys: each presses the button that bears it, and the arrows choose a checker.
const KEYS = {" ": "Space", Escape: "Esc"}, STEPS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
const words = {};
for (const {dataset: {key}, textContent} of all("[data-key]")) (words[key] ??= new Set()).add(textContent);
for (const [key, labels] of Object.entries(words)) {
  const row = make("div"), name = make("dt");
  name.append(make("kbd", key));
  row.append(name, make("dd", [...labels].join(", ")));
  one("dialog.keys dl").append(row);
}
document.addEventListener("keydown", event => {
  const {key, target} = event, spelled = KEYS[key] ?? key, dialog = one("dialog[open]"), within = dialog ?? document;
  if (!record || event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=checkbox]), select, textarea")) return;
  // A button that has the keys is pressed by them.
  if ((key === " " || key === "Enter") && target.matches("button, summary, input, a")) return;
  leadHere();
  const pressed = all(`[data-key="${CSS.escape(spelled)}"]`, within).find(one => !one.disabled && one.checkVisibility());
  if (dialog && !pressed) return;
  if (!dialog && key in STEPS) {
    if (target.closest(".turns")) return;
    const name = table.step(STEPS[key]);
    if (name) hear(["bar", "off"].includes(name) ? say(`chosen_${name}`) : say("chosen", {point: name}));
  } else if (!dialog && key === "Enter") {
    if (table.pick()) showActs();
    else all("[data-key=Space]").find(one => one.checkVisibility())?.click();
  } else if (!dialog && key === "Escape") deeds.undo();
  else if (pressed) pressed.click();
  else return;
  event.preventDefault();
});
// Switches are kept by the browser.
for (const box of all("[data-kept]")) {
  const key = `kotra.play.${box.dataset.kept}`;
  box.checked = localStorage.getItem(key) === "on";
  box.addEventListener("change", () => {
    localStorage.setItem(key, box.checked ? "on" : "off");
    if (record && !waiting) settled();
  });
}

// The clock: of each turn so many seconds are free. It says when the time is up; the match goes on.
const FREE = 12_000, clocks = one(".clocks");
let since = null, turnOf = null, timeOut = [false, false];
const left = seat => record.clock[seat] - (turnOf === seat ? Math.max(0, performance.now() - since - FREE) : 0);
function startClock() {
  clocks.hidden = !record.clock;
  if (!record.clock || standing.seat === turnOf) return;
  if (turnOf !== null) record.clock[turnOf] = left(turnOf);
  [turnOf, since] = [standing.seat, performance.now()];
  tick();
}
function tick() {
  if (!record?.clock || !standing) return;
  const names = called();
  clocks.replaceChildren(...[0, 1].map(seat => {
    const time = Math.max(0, Math.ceil(left(seat) / 1000)), words = `${names[seat]} ${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`;
    if (!time && !timeOut[seat]) { timeOut[seat] = true; tell("timeout", {name: names[seat]}); }
    return make("span", words, {className: `${seat === turnOf ? "runs" : ""} ${time ? "" : "grave"}`});
  }));
}
setInterval(tick, 500);

// Begun by the form, or again.
function gameOf() {
  const {against, black_mine: black} = form.elements, level = against.value;
  return {level, seat: level ? +!black.checked : null, clock: form.elements.clock.checked};
}
async function beginRecord(asked, game = gameOf()) {
  const players = asked.players.map((name, seat) => name.trim() || (game.level ? say(seat === game.seat ? "engine" : "you") : ""));
  const time = 60_000 * (2 * asked.length || 10);
  newRecord(await ask("play/begin", {...asked, players}), {mode, game, asked: {...asked, players}, clock: game.clock ? [time, time] : null});
  enterRecord();
}
function showRecord() {
  forgive();
  [stuck, turnOf, timeOut] = [null, null, [false, false]];
  show();
  focusTable();
  settled();
  finish();
}

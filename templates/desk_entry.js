// The line that everything is typed into, the plays that it may come to, dice to tap, and buttons for the rest. What
// was typed goes to the desk in its order; the board shows at once what it will come to.
const entry = one("#entry"), choices = one("#choices"), objection = one(".objection"), pad = one(".pad");
// The line that is written anew, null at the end; whether one is put before it; what comes next, as far as is known.
let line = null, before = false, expects = "nothing";
let options = [], active = -1, refused = null, likely = null, given = null, unsent = null;

function settled() {
  read();
  // A button that is gone leaves the keys to the line; on a touch screen that would call up a keyboard.
  if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches) entry.focus({preventScroll: true});
  rank();
}
function followed() { line = null; }

async function undo() {
  const patch = record.past.at(-1);
  if (!patch) return;
  const [at, gone, come] = patch, answer = await inquire("write/stand", {text: exchanged(record.text, at, come, gone)});
  record.future.push(record.past.pop());
  put(answer);
  hear(say("taken_back"));
}
async function redo() {
  const patch = record.future.at(-1);
  if (!patch) return;
  const answer = await inquire("write/stand", {text: exchanged(record.text, ...patch)});
  record.past.push(record.future.pop());
  put(answer);
  hear(say("done_again"));
}

// Which plays fit what is typed: as it begins, else by its parts in any order.
const plainPlay = text => text.toLowerCase().replace(/\*\d*/g, "").trim();
function fits(play, typed) {
  if (play.startsWith(typed)) return true;
  const rest = play.split(" ");
  return typed.split(/\s+/).every(part => {
    const at = rest.findIndex(one => one.startsWith(part));
    return at >= 0 && rest.splice(at, 1);
  });
}
const ofPlay = text => text.replace(/^\s*(?:[WwBb]\s+)?\d\+?\d?\s*:\s*/, "");
function matching(text) {
  const typed = plainPlay(ofPlay(text)), plays = likely ?? standing.plays;
  const found = plays.filter(play => fits(plainPlay(play.text), typed));
  return [...found.filter(play => plainPlay(play.text).startsWith(typed)), ...found.filter(play => !plainPlay(play.text).startsWith(typed))];
}
function complete() {
  const text = entry.value;
  options = standing.wants === "play" && !waiting && !/^\s*[#!?]/.test(text) && text !== given ? matching(text) : [];
  if (standing.plays.length === 1 && !text.trim()) options = standing.plays.slice();
  active = -1;
  choices.hidden = !options.length;
  entry.setAttribute("aria-expanded", !choices.hidden);
  entry.removeAttribute("aria-activedescendant");
  choices.replaceChildren(...options.map((play, i) => {
    const item = make("li", "", {id: `choice-${i}`});
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", false);
    item.append(make("bdi", play.text));
    const wins = (play.wins ?? []).map(win => `${win.kind} ${win.points}`).join(", ");
    const worth = wins || (play.loss === undefined ? "" : play.loss ? say("lost_equity", {loss: play.loss}) : say("best"));
    if (worth) item.append(make("small", worth));
    return item;
  }));
  choices.scrollTo(0, 0);
}
function point(i) {
  choices.children[active]?.setAttribute("aria-selected", false);
  active = i;
  const item = choices.children[i];
  if (!item) { entry.removeAttribute("aria-activedescendant"); table.point(null); return; }
  item.setAttribute("aria-selected", true);
  item.scrollIntoView({block: "nearest"});
  entry.setAttribute("aria-activedescendant", item.id);
  table.point(options[i].text);
}

// What is sent for what was typed: the only play that it can become, if it is none itself.
function meant(text) {
  const typed = ofPlay(text).trim();
  if (standing.wants !== "play" || !typed || typed !== text.trim()) return text;
  if (standing.plays.some(play => plainPlay(play.text) === plainPlay(typed))) return text;
  if (table.whither(typed) !== undefined) return text;
  const found = matching(typed);
  return found.length === 1 && /\d|\//.test(typed) ? found[0].text : text;
}
// Dice are on their way without Enter: one behind them, out of habit, is `quiet`.
function submit(text = entry.value, {stands = false, chosen = false, quiet = false} = {}) {
  const typed = text.trim(), insists = stands || refused !== null && refused === typed;
  if (!typed && expects !== "play") return;
  const at = line, picked = chosen ? typed : active >= 0 ? options[active].text : null;
  entry.value = "";
  close();
  // The board is there before the desk has answered.
  if (at === null && !waiting) foretell(picked ?? meant(typed));
  later(async () => {
    if (quiet && !typed && picked === null && standing.plays.length > 1) return;
    const words = picked ?? meant(typed), dice = /^[1-6]{2}$/.test(words);
    let answer;
    try {
      const where = at === null ? {} : {line: at, before};
      answer = await inquire("write/enter", {text: record.text, entries: [words], stands: insists, film: filmMarks(words, at), ...where});
      if (!dice) filmed();
      take(answer);
    } catch (error) {
      if (error !== LEFT && !entry.value) entry.value = unsent = typed;
      refused = error.told?.finding ? entry.value.trim() : null;
      throw error;
    }
    // Behind the dice of an old line its play is asked for; else all goes on at the end.
    if (at !== null) {
      before = false;
      if (dice) { goTo(at); return; }
      line = null;
    }
    tell(words);
    show();
    if (answer.broken) object(new Error(say("breaks", {count: answer.broken})));
  });
}
// The engine is asked after: which plays are likeliest. It delays no key.
async function rank() {
  const {text} = record;
  if (!data.engine || standing.wants !== "play" || line !== null || standing.plays.length < 2) return;
  const {plays} = await ask("write/ranked", {text}).catch(() => ({plays: []}));
  if (!plays.length || record?.text !== text || waiting || active >= 0) return;
  likely = plays;
  // A list that narrows what is typed changes by a key alone.
  if (!entry.value.trim()) complete();
}
function close() {
  refused = null;
  objection.replaceChildren();
  options = [];
  active = -1;
  choices.hidden = true;
  entry.setAttribute("aria-expanded", false);
}
function foretell(words) {
  if (standing.wants === "play") {
    const play = standing.plays.find(one => one.text === words) ?? standing.plays.find(one => one.text === table.whither(words));
    if (play) { table.ahead(play.men, []); expects = "dice"; }
  } else if (/^[1-6]{2}$/.test(words) && standing.wants === "dice") { table.ahead(null, [...words].map(Number)); expects = "play"; }
}
// Why it cannot be written, and what can be.
function object(error) {
  const near = (error.told?.plays ?? []).slice(0, 6), words = make("p", error.message);
  objection.replaceChildren(words);
  if (near.length) {
    const row = make("p", `${say("nearest")} `, {className: "row"});
    for (const text of near) row.append(make("button", text, {type: "button", onclick: () => submit(text, {chosen: true})}), " ");
    objection.append(row);
  }
  if (!error.told?.finding) return;
  const so = make("button", say("stood"), {type: "button", onclick: () => submit(entry.value, {stands: true})});
  const row = make("p", "", {className: "row"});
  row.append(so, make("span", say("again"), {className: "soft"}));
  objection.append(row);
  table.type(ofPlay(entry.value));
}

// What stands in the line, as far as it is typed: dice are sent at once, a play is seen on the board.
function read() {
  if (!record) return;
  const text = entry.value.trim();
  if (line === null && ["opening", "dice", "game"].includes(expects)) {
    if (/^:/.test(text)) entry.value = "";
    if (/^[1-6]{2}$/.test(text) && text !== unsent) return submit(text);
  }
  // Dice and play in one line: the dice are on their way already.
  if (line === null && expects === "play" && /^:/.test(text)) entry.value = text.slice(1).trimStart();
  complete();
  if (standing.wants === "play" && !waiting) table.type(ofPlay(entry.value));
  showDone();
}
entry.addEventListener("input", () => {
  unsent = null;
  if (refused !== null && refused !== entry.value.trim()) close();
  read();
});
entry.addEventListener("keydown", event => {
  const {key} = event;
  if (key === "ArrowDown" || key === "ArrowUp") {
    if (choices.hidden) return;
    const last = options.length - 1, next = key === "ArrowDown" ? active + 1 : active - 1;
    point(next > last ? -1 : next < -1 ? last : next);
  } else if (key === "Tab" && !event.shiftKey && !choices.hidden && (entry.value.trim() || active >= 0)) {
    const head = entry.value.slice(0, entry.value.length - ofPlay(entry.value).length);
    const {text} = options[Math.max(0, active)];
    if (entry.value === head + text) return;
    entry.value = head + text;
    complete();
    table.type(text);
  } else if (key === "?" && !entry.value) one("dialog.keys").showModal();
  else if (key === "Backspace" && !entry.value && table.back()) { /* The last checker goes back. */ }
  else return;
  event.preventDefault();
});
one(".entry").addEventListener("submit", event => {
  event.preventDefault();
  submit(undefined, {quiet: true});
});
choices.addEventListener("pointerover", ({target}) => {
  const item = target.closest("li");
  if (item) table.point(options[[...choices.children].indexOf(item)].text);
});
choices.addEventListener("pointerleave", () => table.type(ofPlay(entry.value)));
choices.addEventListener("click", ({target}) => {
  const item = target.closest("li");
  if (item) submit(options[[...choices.children].indexOf(item)].text, {chosen: true});
});

// Dice: a row of six for each; of an opening throw White's above, Black's below.
const PIPS = ["4", "08", "048", "0268", "02468", "023568"];
const pip = at => `<circle cx=${8 + 9 * (at % 3)} cy=${8 + 9 * Math.floor(at / 3)} r=3 />`;
const face = die => '<svg viewBox="0 0 34 34" aria-hidden=true>' + [...PIPS[die - 1]].map(pip).join("") + "</svg>";
let tapped = [0, 0];
function layPad() {
  const opening = standing.wants !== "dice", labels = opening ? called() : [say("first_die"), say("second_die")];
  pad.replaceChildren(...[0, 1].map(number => {
    const row = make("div", "", {className: `dice ${["white", "black"][opening ? number : standing.seat]} ${opening ? "" : "alike"}`});
    row.append(make("span", labels[number]));
    for (let die = 1; die <= 6; die++) {
      const button = make("button", "", {type: "button", innerHTML: face(die)});
      button.setAttribute("aria-label", say("die", {name: labels[number], die}));
      button.setAttribute("aria-pressed", tapped[number] === die);
      button.addEventListener("click", () => {
        tapped[number] = tapped[number] === die ? 0 : die;
        [...row.querySelectorAll("button")].forEach((other, i) => other.setAttribute("aria-pressed", tapped[number] === i + 1));
        if (tapped[0] && tapped[1]) { const text = tapped.join(""); tapped = [0, 0]; submit(text, {chosen: true}); }
      });
      row.append(button);
    }
    return row;
  }));
}

"use strict";
{
{% include "desk.js" %}
const data = JSON.parse(one("script.data").textContent), {texts} = data;
const say = (name, facts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => facts[key] ?? "");
{% include "desk_table.js" %}
const silent = {made() {}, done() {}};
const boards = {modern: tableOfModern(one(".stage.modern svg"), data.modern, silent), old: tableOfOld(one(".stage.old svg"), data.old, silent)};
let seen = data.seen, table = boards.modern;

function show() {
  const names = seen.players.map((name, seat) => name || data.modern.names[seat]), {wants, seat, dice, score, length, offer} = seen;
  table = seen.old ? boards.old : boards.modern;
  one(".stage.modern").hidden = seen.old;
  one(".stage.old").hidden = !seen.old;
  table.show(seen.stop, names, [...score, length, seen.crawford ? 1 : 0, 0], []);
  one("#match").textContent = names.join(" – ");
  document.title = `${names.join(" – ")} – kotra`;
  one(".score").textContent = [say(length ? "of" : "score", {white: score[0], black: score[1], length}), seen.crawford && say("crawford")].filter(Boolean).join(" · ");
  one(".asked").textContent = say(`turn_${wants === "answer" && offer === "resignation" ? offer : wants}`, {name: names[seat], dice});
  const last = seen.turns.findLast(turn => turn.play || turn.cube || turn.action && !/^ruling\b/.test(turn.action));
  one(".last").textContent = !last ? "" : last.dice ? say("last", {name: names[last.seat], dice: last.dice, play: last.play}) : last.seat === null ? last.action : say("done", {name: names[last.seat], deed: last.cube || last.action.replace(/^[WB] /, "")});
  one(".turns ol").replaceChildren(...seen.turns.map(turn => {
    const item = make("li", "", {className: turn.dice || turn.cube ? "ab"[turn.seat] : "across"}), words = make("span");
    if (turn.dice) words.append(make("b", turn.dice), " ");
    words.append(turn.dice ? turn.play || "…" : turn.cube || turn.action);
    item.append(words);
    return item;
  }));
  one(".turns").scrollTop = 1e6;
}
function follow() {
  const stream = new EventSource(`${location.pathname}/events`);
  stream.onmessage = ({data}) => {
    const answer = JSON.parse(data);
    one(".silence").textContent = answer.over ? say("over") : "";
    if (answer.players) { seen = answer; show(); }
  };
  // A stream that broke off is taken up again by the browser, one that was refused is not.
  stream.onerror = () => {
    if (one(".silence").textContent !== say("over")) one(".silence").textContent = say("silent");
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  };
}
one(".flip").addEventListener("click", () => table.flip());
show();
follow();
}

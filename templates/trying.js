{% include "playing.js" %}
byHand(board);
const giveBack = () => { if (hand?.loose) Object.assign(hand, {made: [], turned: false}).show(); };
{% if not page.lettered %}
// Every turn may be played in another way; where an engine spoke, what is known of that is said.
function tryOut() {
  const stop = stops[now];
  if (!stop.thrown[1] || has(items[now], "unsure")) return;
  const {line{{ ", told" if page.evaluated }}, button} = takeUp(stop, data.said, () => {
    if (!hand.made.length) line.remove();
    else if (!line.isConnected) detail.prepend(line);
{% if page.evaluated %}
    told.textContent = isComplete() ? judge() : "";
{% endif %}
  }, true);
  button("back").dataset.key = "Escape";
}
{% endif %}

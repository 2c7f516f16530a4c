// What is known of a stop. Behind each game it stands for readers without scripts, a link to each stop before it.
const behind = new Map();
function linesOf(game) {
  if (!behind.has(game)) {
    const box = document.createElement("template");
    box.innerHTML = one("noscript", game)?.textContent ?? "";
    const parts = new Map();
    let known;
    for (const part of box.content.children) {
      const link = one("a[href^='#']", part);
      if (link) parts.set(link.hash.slice(1), known = []);
      link?.remove();
      if (part.textContent) known.push(part);
    }
    behind.set(game, parts);
  }
  return behind.get(game);
}
weighed = (game, id) => (linesOf(game).get(id) ?? []).map(part => part.cloneNode(true));
// A number as it is printed: with a zero before the point, and a minus.
const signed = text => text.replace(/^([-+])(?=\D)/, "$10").replace("-", "−");

// Keys are on buttons: a key presses the visible button that bears it, and `?` lists them.
const fits = button => !button.disabled && button.checkVisibility({visibilityProperty: true});
const spelled = key => ({Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→"})[key] ?? key;
// Keys that scroll do so where no board is.
const scrolls = ({key, target}) => /^Arrow[UD]/.test(key) && !target.closest(".board-side, .turns-side") || key.startsWith("Arrow") && target.closest("pre, .text");
for (const button of all("[data-shortcut]")) button.setAttribute("aria-keyshortcuts", button.dataset.shortcut.replace(/^([A-Z])$/, "Shift+$1"));
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
  if (typing && event.key !== "Escape" || scrolls(event)) return;
  const button = all("[data-shortcut]").find(one => one.dataset.shortcut === event.key && fits(one));
  if (!button) return;
  event.preventDefault();
  button.click();
});
one("button.ask").addEventListener("click", () => {
  const dialog = one("dialog.keys");
  one("dl", dialog).replaceChildren(...all("[data-shortcut]").filter(fits).flatMap(button => {
    const key = make("dt");
    key.append(make("kbd", spelled(button.dataset.shortcut)));
    return [key, make("dd", button.ariaLabel ?? button.textContent)];
  }));
  dialog.showModal();
});
for (const button of all("dialog .leave")) button.addEventListener("click", () => button.closest("dialog").close());

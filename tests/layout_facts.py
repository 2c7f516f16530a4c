"""What a browser says about the layout of a page: what sticks out, what is clipped, what can be seen."""

from __future__ import annotations

from playwright.sync_api import Page

SHOWN = """
const shown = (node) => node.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
const called = (node) => {
  const mark = node.id ? '#' + node.id : node.getAttribute('class') ? '.' + node.getAttribute('class') : '';
  return node.tagName.toLowerCase() + mark + ' "' + (node.textContent || '').trim().slice(0, 40) + '"';
};
// What is meant for screen readers only is a box of one pixel.
const heard = (node) => {
  for (let one = node; one; one = one.parentElement) {
    const box = one.getBoundingClientRect();
    if (box.width <= 1 && box.height <= 1 && getComputedStyle(one).overflow === 'hidden') return true;
  }
  return false;
};
const holders = (node, way) => {
  const found = [];
  for (let one = node; one && one !== document.body; one = one.parentElement) {
    if (way.includes(getComputedStyle(one).overflowX)) found.push(one);
  }
  return found;
};
"""

STICKING_OUT = f"""() => {{ {SHOWN}
const width = document.documentElement.clientWidth;
const found = [];
if (document.documentElement.scrollWidth > width) found.push('the page');
for (const node of document.body.querySelectorAll('*')) {{
  if (!shown(node) || heard(node) || holders(node.parentElement, ['auto', 'scroll']).length) continue;
  const box = node.getBoundingClientRect();
  if (box.width && (box.right > width + 1 || box.left < -1)) found.push(called(node));
}}
return found; }}"""

CLIPPED = f"""() => {{ {SHOWN}
const found = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {{
  const node = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || !shown(node) || heard(node)) continue;
  const range = document.createRange();
  range.selectNodeContents(texts.currentNode);
  const boxes = node.ownerSVGElement ? [node.getBoundingClientRect()] : [...range.getClientRects()];
  for (const holder of holders(node, ['hidden', 'clip'])) {{
    const edge = holder.getBoundingClientRect();
    const out = (box) => box.width && (box.left < edge.left - 1 || box.right > edge.right + 1
      || box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
    if (boxes.some(out)) {{ found.push(called(node)); break; }}
  }}
}}
return found; }}"""

SCROLLED = f"""() => {{ {SHOWN}
return [...document.body.querySelectorAll('*')].filter((node) => shown(node) && !heard(node)
  && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)
  && node.scrollWidth > node.clientWidth + 1).map(called); }}"""

# A word that opens its note is text among text: browsers open it without a script, and on paper it is print.
BUTTONS = f"""() => {{ {SHOWN}
const all = document.querySelectorAll('button:not([popovertarget]), input, select, [role=button]');
return [...all].filter(shown).map(called); }}"""

UNGUARDED = """(text) => {
const even = (words) => words.replace(/\\s+/g, ' ').trim();
const isolating = (node) => node.tagName === 'BDI' || node.hasAttribute('dir');
const inline = (node) => getComputedStyle(node).display.startsWith('inline');
const found = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const node = texts.currentNode;
  const rest = node.data.replaceAll('\\u2068' + text + '\\u2069', '');
  if (!rest.includes(text) || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement.tagName)) continue;
  let one = node.parentElement;
  while (inline(one) && !isolating(one) && even(one.textContent) === even(node.data)) one = one.parentElement;
  const alone = node.data.trim().split('\\n').every((line) => even(line) === even(text));
  if (!alone || (!isolating(one) && even(one.textContent) !== even(node.data))) {
    found.push(one.tagName.toLowerCase() + ' "' + one.textContent.slice(0, 60) + '"');
  }
}
return found; }"""


def sticking_out(page: Page) -> list[str]:
    """What reaches beyond the sides of the window."""
    return list(page.evaluate(STICKING_OUT))


def clipped(page: Page) -> list[str]:
    """Texts of which a part cannot be seen, because the box around them cuts it off."""
    return list(page.evaluate(CLIPPED))


def scrolled(page: Page) -> list[str]:
    """Boxes that hold more than they are wide, and must be scrolled sideways."""
    return list(page.evaluate(SCROLLED))


def controls(page: Page) -> list[str]:
    """Buttons and fields that can be seen, but for words that open a note."""
    return list(page.evaluate(BUTTONS))


def unguarded(page: Page, text: str) -> list[str]:
    """Where the text stands beside other words and no element or character isolates its direction."""
    return list(page.evaluate(UNGUARDED, text))

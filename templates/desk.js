// What every page of the desk has: where it asks, and how.
const root = document.body.dataset.root, ROOT = "kotra.root";
try { if (root) localStorage.setItem(ROOT, root); } catch { /* A browser that keeps nothing. */ }
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (name, text = "", facts = {}) => Object.assign(document.createElement(name), {textContent: text, ...facts});
// Asks the desk; what it refuses is an Error with its sentence.
async function ask(path, body, more = {}) {
  const json = body !== undefined && !(body instanceof Blob) && !(body instanceof FormData);
  const answer = await fetch(`${root}/${path}`, body === undefined ? more : {
    method: "POST", body: json ? JSON.stringify(body) : body, headers: json ? {"content-type": "application/json"} : {}, ...more,
  });
  const words = await answer.text();
  let told;
  try { told = JSON.parse(words); } catch { told = {error: words.trim()}; }
  if (!answer.ok || told.error) throw Object.assign(new Error(told.error), {told, status: told.status ?? answer.status});
  return told;
}

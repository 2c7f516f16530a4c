// kotra in the browser: what a page of the desk asks a server for is answered by Python in a worker. Nothing is sent.
"use strict";
{
const script = document.currentScript, base = new URL(".", script.src), page = location.href.replace(/[?#].*/, "");
const words = JSON.parse(script.dataset.words), language = document.documentElement.lang;
const version = new URL(script.src).search;

// A worker and what it is asked, in that order; the first is being worked on. What the engine is asked has a worker of
// its own, which begins when it is first asked something: nobody waits for an analysis but who wants it.
const SECONDS = 60, SHOWN_AFTER = 3, OF_ENGINE = 30;
const RANKED = "write/ranked", WITH_ENGINE = new Set(["analyse", RANKED, "play/answer", "play/hint", "play/loss"]);
let number = 0;
class Hand {
  waiting = new Map();
  said = "";
  constructor(engine) { Object.assign(this, {engine, failed: engine ? words.no_engine : words.failed}); }
  begin() {
    Object.assign(this, {loaded: false, broken: false});
    this.worker = new Worker(new URL(`worker.js${version}`, base), {type: "module", name: this.engine ? "engine" : "kotra"});
    this.worker.onmessage = ({data}) => this.hear(data);
    this.worker.onerror = () => this.hear({failed: true});
    this.worker.postMessage({language, dice: diceKey(), engine: this.engine});
    for (const {sent} of this.waiting.values()) this.worker.postMessage(sent);
    this.say(this.engine ? words.engine : words.loading);
  }
  ask(path, query, body, progress) {
    // The engine is tried again, but not for likely plays, which nobody waits for.
    if (this.broken && (!this.engine || path === RANKED)) return {answer: Promise.resolve(refusal(this.failed))};
    if (!this.worker) this.begin();
    const sent = {number: ++number, path, query, body};
    const answer = new Promise(done => { this.waiting.set(sent.number, {sent, done, progress}); });
    this.worker.postMessage(sent);
    if (this.waiting.size === 1) this.watch();
    return {answer, leave: () => this.leave(sent.number)};
  }
  hear({number, answer, progress, failed, ready}) {
    if (failed) {
      const unasked = this.waiting.size && [...this.waiting.values()].every(({sent}) => sent.path === RANKED);
      if (!unasked) console.error("Failed to load:", failed);
      this.broken = true;
      this.worker = null;
      this.loaded = false;
      this.say(unasked ? "" : this.failed, {grave: !this.engine});
      for (const key of [...this.waiting.keys()]) this.settle(key, refusal(this.failed));
    } else if (ready) {
      this.loaded = true;
      this.watch();
    } else if (progress) this.waiting.get(number)?.progress?.(progress);
    else if (answer) this.settle(number, answer);
    else if (!this.broken) this.stop(words.crashed);
  }
  settle(key, answer) {
    this.waiting.get(key)?.done(answer);
    this.waiting.delete(key);
    this.watch();
  }
  // Ends the worker and the request it is at; the others go to a new one.
  stop(why) {
    this.worker.terminate();
    this.worker = null;
    this.loaded = false;
    const [first] = this.waiting.keys();
    this.settle(first, refusal(why));
    if (this.waiting.size || !this.engine) this.begin();
    else this.say("");
  }
  leave(key) {
    const [first] = this.waiting.keys();
    if (key === first) this.stop(words.stopped);
    else this.settle(key, refusal(words.stopped));
  }
  watch() {
    clearTimeout(this.clock);
    clearTimeout(this.timer);
    if (!this.loaded) return;
    this.say("");
    const [first] = this.waiting.values();
    if (!first) return;
    const {path, body} = first.sent, seconds = SECONDS * (1 + body.length / 1e6) * (path === "analyse" ? OF_ENGINE : 1);
    if (!first.progress) this.timer = setTimeout(() => this.say(words.working, {stoppable: true}), 1000 * SHOWN_AFTER);
    this.clock = setTimeout(() => this.stop(words.slow), 1000 * seconds);
  }
  say(sentence, {grave = false, stoppable = false} = {}) {
    Object.assign(this, {said: sentence, grave, stoppable});
    tell();
  }
}
const hands = [new Hand(false), new Hand(true)];
const refusal = error => JSON.stringify({error, status: 422});
// Says what is going on at the foot of the page; what is `lasting` is said while nothing else is.
let lasting = "";
const speaking = () => hands.find(({said}) => said);
function tell() {
  const place = document.querySelector(".running"), {said = lasting, grave, stoppable} = speaking() ?? {};
  if (!place) return;
  place.classList.toggle("failed", Boolean(grave) || said === words.damaged);
  place.querySelector("span").textContent = said;
  place.querySelector("button").hidden = !stoppable;
}
// Dice are thrown by this key: the same ones after an undo or a reload.
function diceKey() {
  try { return localStorage["kotra.dice"] ??= crypto.randomUUID(); } catch { return String(Math.random()); }
}

// Requests of the page below its root go to a worker; all others to the network.
const network = self.fetch.bind(self), ROOT = "./", SHELF = "shelf/";
self.fetch = async (address, {body = "", signal} = {}) => {
  if (typeof address !== "string" || !address.startsWith(ROOT) || address.startsWith(ROOT + SHELF)) return network(address);
  if (lasting === words.offline) lasting = "";
  const [path, query = ""] = address.slice(ROOT.length).split("?"), hand = hands[+WITH_ENGINE.has(path)];
  const content = new Uint8Array(await new Response(body).arrayBuffer());
  if (path === "analyse") return analysis(hand, path, query, content, signal);
  const answer = await hand.ask(path, query, content).answer;
  const headers = {"content-type": "application/json"};
  if (!/^ask\/(report|diff|quiz)$/.test(path)) return new Response(answer, {headers});
  const row = JSON.parse(answer);
  if (row.page) row.page = await shelve(row.page).catch(() => { row.error = words.shelf; });
  return new Response(JSON.stringify(row), {headers});
};
// An analysis as a desk sends it: a line for each game that is done, and its result. Who leaves ends it.
function analysis(hand, path, query, content, signal) {
  const {readable, writable} = new TransformStream(), lines = writable.getWriter(), coder = new TextEncoder();
  const write = line => lines.write(coder.encode(`${line}\n`)).catch(() => {});
  const {answer, leave} = hand.ask(path, query, content, progress => write(JSON.stringify(progress)));
  signal?.addEventListener("abort", () => { leave?.(); lines.abort(signal.reason).catch(() => {}); });
  answer.then(write).then(() => lines.close()).catch(() => {});
  return new Response(readable);
}

// A page that was made is kept for an hour at an address of its own, where the service worker finds it. It may run its
// own script and nothing else, as its policy says.
const HOUR = 3600e3, ON_SHELF = "kotra-shelf";
async function shelve(content) {
  await navigator.serviceWorker.ready;
  const name = SHELF + crypto.randomUUID(), shelf = await caches.open(ON_SHELF);
  const headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": script.dataset.policy, date: new Date().toUTCString()};
  await shelf.put(new URL(name, page), new Response(content, {headers}));
  return name;
}
async function clearShelf() {
  const shelf = await caches.open(ON_SHELF);
  for (const request of await shelf.keys()) if (Date.now() - new Date((await shelf.match(request)).headers.get("date")) > HOUR) shelf.delete(request);
}

// A record in the address, or one that another program shared, is given to the page as if it had been chosen.
function give(files) {
  const carried = new DataTransfer(), input = document.querySelector(".pick-files");
  for (const file of files) carried.items.add(file);
  if (!input || !files.length) return;
  input.files = carried.files;
  input.dispatchEvent(new Event("change"));
}
const LONGEST = 5e6;
async function unpacked(code) {
  const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt());
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader(), parts = [];
  for (let part, size = 0; !(part = await reader.read()).done; parts.push(part.value)) if ((size += part.value.length) > LONGEST) throw new RangeError();
  return parts;
}
async function receive() {
  const facts = new URLSearchParams(location.hash.slice(1)), code = facts.get("m");
  if (code) {
    history.replaceState(null, "", page);
    try {
      give([new File(await unpacked(code), facts.get("n") || "kotra")]);
      lasting = "";
    } catch { lasting = words.damaged; }
    tell();
  } else if (location.hash === "#shared") {
    history.replaceState(null, "", page);
    const shared = await caches.open("kotra-shared"), files = [];
    for (const request of await shared.keys()) {
      const answer = await shared.match(request);
      files.push(new File([await answer.blob()], decodeURIComponent(answer.headers.get("x-name"))));
      await shared.delete(request);
    }
    give(files);
  }
}

hands[0].begin();
addEventListener("DOMContentLoaded", () => {
  // Files that the system opens with the installed page.
  self.launchQueue?.setConsumer(async ({files}) => give(await Promise.all(files.map(file => file.getFile()))));
  document.querySelector(".running button").addEventListener("click", () => speaking()?.stop(words.stopped));
  receive();
});
addEventListener("hashchange", receive);
// The service worker keeps the files of this folder; those of another language it keeps once they pass through it.
const OWN = [page, "write.html", "play.html", "kotra.webmanifest", new URL(`words/${language}.zip`, base)];
async function install() {
  const {serviceWorker} = navigator;
  if (!serviceWorker) return;
  const first = !serviceWorker.controller, taken = new Promise(done => { serviceWorker.oncontrollerchange = done; });
  await serviceWorker.register(new URL("sw.js", base));
  if (first) {
    await taken;
    if (language !== "en") await Promise.all(OWN.map(name => network(name)));
    lasting ||= words.offline;
    tell();
  }
  await clearShelf();
}
install().catch(() => {});
}

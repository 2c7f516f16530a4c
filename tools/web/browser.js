// kotra in the browser: what a page of the desk asks a server for is answered by Python in a worker. Nothing is sent.
"use strict";
{
const script = document.currentScript, base = new URL(".", script.src), page = location.href.replace(/[?#].*/, "");
const words = JSON.parse(script.dataset.words), language = document.documentElement.lang;
const version = new URL(script.src).search;

// What runs: the requests in their order; the first one is being worked on. It may take as long as on the desk.
const SECONDS = 60, SHOWN_AFTER = 3;
const waiting = new Map();
let worker, number = 0, loaded = false, broken = false, clock, timer;
function begin() {
  loaded = false;
  worker = new Worker(new URL(`worker.js${version}`, base), {type: "module", name: "kotra"});
  worker.onmessage = ({data}) => heard(data);
  worker.onerror = () => heard({failed: true});
  worker.postMessage({language, dice: diceKey()});
  for (const {sent} of waiting.values()) worker.postMessage(sent);
  tell(words.loading);
}
function heard({number, answer, failed, ready}) {
  if (failed) {
    broken = true;
    console.error(failed);
    tell(words.failed, {grave: true});
    for (const key of [...waiting.keys()]) settle(key, refusal(words.failed));
  } else if (ready) {
    loaded = true;
    tell("");
    watch();
  } else if (answer) settle(number, answer);
  else if (!broken) stop(words.crashed);
}
function settle(key, answer) {
  waiting.get(key)?.done(answer);
  waiting.delete(key);
  watch();
}
const refusal = error => JSON.stringify({error, status: 422});
// Ends the worker and the request it is at; the others go to a new one.
function stop(why) {
  worker.terminate();
  const [first] = waiting.keys();
  settle(first, refusal(why));
  begin();
}
function watch() {
  clearTimeout(clock);
  clearTimeout(timer);
  if (!loaded) return;
  tell("");
  const [first] = waiting.values();
  if (!first) return;
  timer = setTimeout(() => tell(words.working, {stoppable: true}), 1000 * SHOWN_AFTER);
  clock = setTimeout(() => stop(words.slow), 1000 * SECONDS * (1 + first.sent.body.length / 1e6));
}
// Says what is going on at the foot of the page; what is `lasting` is said while nothing else is.
let lasting = "";
function tell(sentence, {grave = false, stoppable = false} = {}) {
  const place = document.querySelector(".running");
  if (!place) return;
  place.classList.toggle("failed", grave || !sentence && lasting === words.damaged);
  place.querySelector("span").textContent = sentence || lasting;
  place.querySelector("button").hidden = !stoppable;
}
// Dice are thrown by this key: the same ones after an undo or a reload.
function diceKey() {
  try { return localStorage["kotra.dice"] ??= crypto.randomUUID(); } catch { return String(Math.random()); }
}

// Requests of the page below its root go to the worker; all others to the network.
const network = self.fetch.bind(self), ROOT = "./", SHELF = "shelf/";
self.fetch = async (address, {body = ""} = {}) => {
  if (typeof address !== "string" || !address.startsWith(ROOT) || address.startsWith(ROOT + SHELF)) return network(address);
  if (lasting === words.offline) tell(lasting = "");
  if (broken) return new Response(refusal(words.failed));
  const [path, query = ""] = address.slice(ROOT.length).split("?");
  const content = new Uint8Array(await new Response(body).arrayBuffer());
  const answer = await new Promise(done => {
    const sent = {number: ++number, path, query, body: content};
    waiting.set(number, {sent, done});
    worker.postMessage(sent);
    if (waiting.size === 1) watch();
  });
  const headers = {"content-type": "application/json"};
  if (!/^ask\/(report|diff|quiz)$/.test(path)) return new Response(answer, {headers});
  const row = JSON.parse(answer);
  if (row.page) row.page = await shelve(row.page).catch(() => { row.error = words.shelf; });
  return new Response(JSON.stringify(row), {headers});
};

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
    if (loaded) tell("");
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

begin();
addEventListener("DOMContentLoaded", () => {
  // Files that the system opens with the installed page.
  self.launchQueue?.setConsumer(async ({files}) => give(await Promise.all(files.map(file => file.getFile()))));
  document.querySelector(".running button").addEventListener("click", () => stop(words.stopped));
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
    if (loaded && !waiting.size) tell("");
  }
  await clearShelf();
}
install().catch(() => {});
}

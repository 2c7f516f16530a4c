// The service worker: every file of this folder is there without a connection, pages that were made lie on a shelf,
// and what another program shares is handed to the page.
const VERSION = "@version@", NAME = `kotra-${VERSION}`, FILES = ["@files@"];
const SHELF = "kotra-shelf", SHARED = "kotra-shared", KEPT = [NAME, SHELF, SHARED, "kotra-tables"];
// Python may run WebAssembly, and ask for the files of this folder; its worker is sent with this policy.
const POLICY_OF_WORKER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const base = new URL("./", location.href);

// A copy that may answer a navigation too, for which no answer of a redirection is taken.
async function keep(cache, address, answer) {
  if (!answer.ok) throw new Error(address);
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // of what came, not of what is kept
  if (new URL(address).pathname.endsWith("/worker.js")) headers.set("content-security-policy", POLICY_OF_WORKER);
  await cache.put(address, new Response(await answer.blob(), {headers}));
  return cache.match(address);
}
async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(async file => {
    const address = new URL(file, base).href;
    await keep(cache, address, await fetch(address, {cache: "no-cache"}));
  }));
}
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("kotra-") && !KEPT.includes(name)) await caches.delete(name);
  await clients.claim();
}
async function answer(request) {
  const address = request.url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/"), cache = await caches.open(NAME);
  const found = await cache.match(address) ?? await (await caches.open(SHELF)).match(address);
  if (found) return found;
  const fresh = await fetch(request);
  return fresh.ok && fresh.type === "basic" ? keep(cache, address, fresh) : fresh;
}
// What is shared lies where the page looks for it.
async function share(request) {
  const data = await request.formData(), shared = await caches.open(SHARED);
  const text = data.get("text"), files = data.getAll("files").filter(file => file.size);
  if (text && !files.length) files.push(new File([text], data.get("title") || "kotra"));
  for (const [i, file] of files.entries())
    await shared.put(new URL(`shared/${i}`, base), new Response(file, {headers: {"x-name": encodeURIComponent(file.name)}}));
  return Response.redirect(new URL("./#shared", request.url), 303);
}
addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(activate()));
addEventListener("fetch", event => {
  const {request} = event;
  if (!request.url.startsWith(base.href)) return;
  if (request.method === "POST") event.respondWith(share(request));
  else if (request.method === "GET") event.respondWith(answer(request));
});

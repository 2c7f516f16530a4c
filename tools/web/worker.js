// Python in a worker: it loads Pyodide and kotra, and answers the requests of a page one after the other. The worker of
// the engine has the engine too, and what stands in for numpy.
import {loadPyodide} from "./pyodide/pyodide.mjs";

const version = new URL(import.meta.url).search;
let started = null, keepTables = null;
onmessage = async ({data}) => {
  if (!started) return void (started = start(data));
  const {number, path, query, body} = data;
  try {
    const answer = await started;
    const progress = (done, whole) => postMessage({number, progress: {done, whole}});
    postMessage({number, answer: answer(path, query, body, progress)});
    await keepTables?.();
  } catch (fault) {
    postMessage({number, fault: String(fault)});
  }
};
async function content(name) {
  const answer = await fetch(new URL(name + version, import.meta.url));
  if (!answer.ok) throw new Error(name);
  return answer.arrayBuffer();
}
// The tables of bear-offs take seconds to make: what a visit has made is kept for the next one.
const TABLES = "/tables/kotra-notation", KEPT = "kotra-tables";
async function tablesOf(python) {
  python.FS.mkdirTree(TABLES);
  const cache = await self.caches?.open(KEPT).catch(() => {}), known = new Set();
  for (const request of await cache?.keys() ?? []) {
    const name = request.url.split("/").pop();
    python.FS.writeFile(`${TABLES}/${name}`, new Uint8Array(await (await cache.match(request)).arrayBuffer()));
    known.add(name);
  }
  return async () => {
    for (const name of python.FS.readdir(TABLES)) {
      if (!name.endsWith(".table") || known.has(name)) continue;
      known.add(name);
      await cache?.put(new URL(`tables/${name}`, import.meta.url), new Response(python.FS.readFile(`${TABLES}/${name}`))).catch(() => {});
      python.FS.unlink(`${TABLES}/${name}`); // it is in memory by now
    }
  };
}
async function start({language, dice, engine}) {
  try {
    const [python, ...zips] = await Promise.all([
      loadPyodide({indexURL: new URL("pyodide/", import.meta.url).href}),
      content("kotra.zip"), ...(language === "en" ? [] : [content(`words/${language}.zip`)]),
      ...(engine ? [content("engine/engine.zip")] : []),
    ]);
    if (engine) {
      python.registerJsModule("_kotra_arrays", await import(`./engine/arrays.mjs${version}`));
      keepTables = await tablesOf(python);
    }
    for (const zip of zips) python.unpackArchive(zip, "zip", {extractDir: "/kotra"});
    python.globals.set("language", language);
    python.globals.set("dice", dice);
    const answer = python.runPython(`
import os, sys
os.environ["XDG_CACHE_HOME"] = "/tables"
sys.path.insert(0, "/kotra")
from kotra_notation.desk.answers import answer_request
lambda path, query, body, progress: answer_request(path, query, body.to_bytes(), language, dice, progress)
`);
    postMessage({ready: true});
    return answer;
  } catch (error) {
    postMessage({failed: String(error)});
    throw error;
  }
}

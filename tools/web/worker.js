// Python in a worker: it loads Pyodide and kotra, and answers the requests of a page one after the other.
import {loadPyodide} from "./pyodide/pyodide.mjs";

const version = new URL(import.meta.url).search;
let started = null;
onmessage = async ({data}) => {
  if (!started) return void (started = start(data));
  const {number, path, query, body} = data;
  try {
    const answer = await started;
    postMessage({number, answer: answer(path, query, body)});
  } catch (fault) {
    postMessage({number, fault: String(fault)});
  }
};
async function content(name) {
  const answer = await fetch(new URL(name + version, import.meta.url));
  if (!answer.ok) throw new Error(name);
  return answer.arrayBuffer();
}
async function start({language, dice}) {
  try {
    const [python, ...zips] = await Promise.all([
      loadPyodide({indexURL: new URL("pyodide/", import.meta.url).href}),
      content("kotra.zip"), ...(language === "en" ? [] : [content(`words/${language}.zip`)]),
    ]);
    for (const zip of zips) python.unpackArchive(zip, "zip", {extractDir: "/kotra"});
    python.globals.set("language", language);
    python.globals.set("dice", dice);
    const answer = python.runPython(`
import sys
sys.path.insert(0, "/kotra")
from kotra_notation.desk.browser import answer_request
lambda path, query, body: answer_request(path, query, body.to_bytes(), language, dice)
`);
    postMessage({ready: true});
    return answer;
  } catch (error) {
    postMessage({failed: String(error)});
    throw error;
  }
}

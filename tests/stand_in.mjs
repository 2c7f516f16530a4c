// Runs a task of `standing_in.py` in Pyodide with the files of the web folder: node stand_in.mjs PYODIDE FOLDER SCRIPT TASK,
// with the facts of the task as JSON on the standard input; its answer is JSON on the standard output.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [pyodide, folder, script, task] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({indexURL: pyodide, stdout: line => console.error(line)});
python.registerJsModule("_kotra_arrays", await import(pathToFileURL(`${folder}/engine/arrays.mjs`)));
for (const zip of ["kotra.zip", "engine/engine.zip"]) python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${zip}`)), "zip", {extractDir: "/kotra"});
python.globals.set("facts", readFileSync(0, "utf8"));
python.globals.set("task", task);
python.runPython('import sys; sys.path.insert(0, "/kotra")');
python.runPython(readFileSync(script, "utf8"));
process.stdout.write(python.runPython("import json; json.dumps(TASKS[task](json.loads(facts)))"), () => process.exit());

// Compiles the Python modules of zips for the Python of the browser: node compile.mjs PYODIDE ZIP…; each is replaced.
import {readFileSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [folder, ...zips] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({indexURL: folder});
const compile = python.runPython(`
import io, marshal, zipfile
from importlib.util import MAGIC_NUMBER

def compile_zip(content, root):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content.to_bytes())) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for info in source.infolist():
            name, data = info.filename, source.read(info)
            if name.endswith(".py"):
                code = compile(data, root + name, "exec", dont_inherit=True, optimize=2)
                name, data = name + "c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
            target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()

compile_zip
`);
for (const zip of zips) writeFileSync(zip, compile(new Uint8Array(readFileSync(zip)), "").toJs());

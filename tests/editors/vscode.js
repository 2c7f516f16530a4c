// An editor of nothing but what an extension asks of VS Code: activates the extension of a folder, opens a text
// and tells in one line of JSON what was shown. `node vscode.js FOLDER '{"settings": {…}, "text": …, "language": …}'`.
"use strict";
const Module = require("module");
const path = require("path");

const [folder, asked] = [process.argv[2], JSON.parse(process.argv[3])];
const seen = { errors: [], diagnostics: [], commands: [], terminals: [], providers: [] };
const opened = [];
const PATIENCE = 60000;

class Value {
  constructor(...parts) {
    Object.assign(this, { parts });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
    this.fsPath = text.replace("file://", "");
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(text) {
    return new Uri(`file://${text}`);
  }
  toString() {
    return this.text;
  }
}
class EventEmitter {
  constructor() {
    this.heard = [];
    this.event = (listener) => {
      this.heard.push(listener);
      return nothing;
    };
  }
  fire(what) {
    this.heard.forEach((listener) => listener(what));
  }
  dispose() {}
}
const nothing = { dispose() {} };
const openings = new EventEmitter();
const changes = new EventEmitter();
const channel = new Proxy({}, { get: (_, name) => (name === "name" ? "Kotra" : () => undefined) });

/** What is not told below: a class for a name with a capital, an event for `on…`, else a function that does nothing. */
function anything(own) {
  return new Proxy(own, {
    get(_, name) {
      if (name in own) return own[name];
      if (typeof name !== "string" || name === "then") return undefined;
      if (/^[A-Z]/.test(name)) return (own[name] = class extends Value {});
      if (name.startsWith("register")) {
        return (own[name] = () => {
          seen.providers.push(name);
          return nothing;
        });
      }
      return (own[name] = () => nothing);
    },
  });
}

const kind = { append: () => kind };
const vscode = anything({
  version: "1.100.0",
  Uri,
  EventEmitter,
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
    cancel() {}
    dispose() {}
  },
  CodeActionKind: { Empty: kind, QuickFix: kind, Refactor: kind, Source: kind },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  env: anything({ language: asked.locale || "en", appName: "test", clipboard: { writeText() {} } }),
  commands: anything({ registerCommand: (name, run) => (seen.commands.push(name), (vscode.commands[name] = run), nothing) }),
  window: anything({
    showErrorMessage: async (text, ...actions) => void seen.errors.push({ text, actions }),
    createOutputChannel: () => channel,
    createTerminal: (said) => (seen.terminals.push(said), { show() {} }),
    visibleTextEditors: [],
    tabGroups: anything({ all: [] }),
  }),
  workspace: anything({
    textDocuments: opened,
    notebookDocuments: [],
    workspaceFolders: undefined,
    onDidOpenTextDocument: openings.event,
    onDidChangeConfiguration: changes.event,
    getConfiguration: () => ({ get: (name, otherwise) => asked.settings?.[`kotra.${name}`] ?? otherwise }),
    getWorkspaceFolder: () => undefined,
  }),
  languages: anything({
    match: (selector, document) =>
      [selector].flat().some((one) => one.language === document.languageId && one.scheme === document.uri.scheme) ? 10 : 0,
    createDiagnosticCollection: () =>
      anything({ set: (uri, found) => seen.diagnostics.push(...(found || []).map((one) => one.parts[1])) }),
  }),
});
Object.defineProperty(vscode.window, "activeTextEditor", { get: () => opened[0] && { document: opened[0] } });

// Of a server that ends too soon the client leaves promises behind; VS Code notes them in a log.
process.on("unhandledRejection", () => undefined);

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function until(happened) {
  for (let waited = 0; waited < PATIENCE && !happened(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

(async () => {
  const extension = require(path.join(folder, "extension.js"));
  const context = { subscriptions: [], extensionPath: folder };
  await extension.activate(context);
  const uri = Uri.file(asked.path);
  const document = { uri, languageId: asked.language, version: 1, fileName: asked.path, getText: () => asked.text };
  opened.push(document);
  openings.fire(document);
  if (!seen.errors.length) await until(() => seen.diagnostics.length);
  for (const name of asked.commands || []) await vscode.commands[name]();
  if (asked.findings) await until(() => seen.diagnostics.length >= asked.findings);
  await extension.deactivate();
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0));
})();

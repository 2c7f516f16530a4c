// Starts `kotra lsp` for records of kotra, and says what to do where it does not start.
"use strict";
const { spawn } = require("child_process");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALL = 'pip install "kotra-notation[editor]"';
const NOTATIONS = ["kotra", "kotra-mat", "kotra-sgf"];
const SPOKEN = ["en", "is", "da", "de", "sv"];
const SCHEMES = ["file", "untitled"];
const LONGEST = 2000;

let client;
let home;

/** A client that keeps its own complaints to the output: people are told by `explain`. */
class QuietClient extends LanguageClient {
  error(message, data) {
    super.error(message, data, false);
  }
}

async function activate(context) {
  // No program is looked for in the folder of a record.
  home = context.extensionPath;
  context.subscriptions.push(
    vscode.commands.registerCommand("kotra.restart", restart),
    vscode.commands.registerCommand("kotra.desk", openDesk),
    vscode.workspace.onDidChangeConfiguration((change) =>
      ["kotra.command", "kotra.language"].some((one) => change.affectsConfiguration(one)) ? restart() : undefined,
    ),
  );
  await start();
}

async function deactivate() {
  const stopped = client;
  client = undefined;
  if (stopped?.isRunning()) await stopped.stop();
}

async function restart() {
  await deactivate();
  await start();
}

async function start() {
  const command = program();
  const words = ["lsp", ...language()];
  let complaint = "";
  const server = () =>
    new Promise((resolve, reject) => {
      const child = spawn(command, words, { cwd: home });
      child.once("spawn", () => resolve(child));
      child.once("error", reject);
      child.stderr.on("data", (text) => (complaint = (complaint + text).slice(-LONGEST)));
    });
  const started = new QuietClient("kotra", "Kotra", server, {
    documentSelector: NOTATIONS.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme }))),
    initializationFailedHandler: () => false,
    errorHandler: {
      error: (...said) => handler.error(...said),
      closed: () => (started.isRunning() ? handler.closed() : { action: 1, handled: true }),
    },
  });
  const handler = started.createDefaultErrorHandler();
  client = started;
  try {
    await started.start();
  } catch (error) {
    if (client === started) void explain(command, error, complaint, started.outputChannel);
  }
}

async function explain(command, error, complaint, output) {
  const missing = error.code === "ENOENT";
  const why = complaint.trim().split("\n").pop() || error.message;
  const actions = {
    "Copy the command": () => vscode.env.clipboard.writeText(INSTALL),
    "Open the setting": () => vscode.commands.executeCommand("workbench.action.openSettings", "kotra.command"),
    "Show the output": () => output.show(),
  };
  if (missing) delete actions["Show the output"];
  const chosen = await vscode.window.showErrorMessage(
    missing
      ? `The program “${command}” was not found, so records have colours only. Install it: ${INSTALL}. ` +
          "Where it is installed elsewhere, name its path in the setting kotra.command."
      : `“${command} lsp” could not be started: ${why.replace(/[.:\s]*$/, ".")} It comes with: ${INSTALL}.`,
    ...Object.keys(actions),
  );
  if (chosen) await actions[chosen]();
}

function program() {
  return vscode.workspace.getConfiguration("kotra").get("command") || "kotra";
}

/** The language of messages as an option: the one that is set, else that of the editor where there are words in it. */
function language() {
  const chosen = vscode.workspace.getConfiguration("kotra").get("language") || "auto";
  const spoken = chosen === "auto" ? vscode.env.language.slice(0, 2) : chosen;
  return SPOKEN.includes(spoken) ? ["--language", spoken] : [];
}

function openDesk() {
  const document = vscode.window.activeTextEditor?.document;
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  const place = folder?.uri.fsPath || (document?.uri.scheme === "file" && path.dirname(document.fileName));
  const chosen = place || vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const shellArgs = chosen ? ["desk", chosen] : ["desk"];
  vscode.window.createTerminal({ name: "kotra desk", shellPath: program(), shellArgs, cwd: home }).show();
}

module.exports = { activate, deactivate };

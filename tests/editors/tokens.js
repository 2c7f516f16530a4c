// Reads JSON lines `{"scope": …, "lines": […]}` and answers each with its lines' tokens, `[from, to, scopes]` (none
// with `"timed": true`), and the milliseconds that each line took the processor.
"use strict";
const fs = require("fs");
const path = require("path");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const extension = process.argv[2];
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
const { grammars } = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8")).contributes;
const paths = new Map(grammars.map((one) => [one.scopeName, path.join(extension, one.path)]));
// The Markdown of an editor, as far as fenced blocks are injected into it.
const markdown = { scopeName: "text.html.markdown", patterns: [{ match: "^#.*", name: "markup.heading" }] };

const registry = new Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scope) =>
    scope === markdown.scopeName
      ? parseRawGrammar(JSON.stringify(markdown), "markdown.json")
      : parseRawGrammar(fs.readFileSync(paths.get(scope), "utf8"), paths.get(scope)),
  getInjections: (scope) =>
    grammars.filter((one) => (one.injectTo || []).includes(scope)).map((one) => one.scopeName),
});

async function answer({ scope, lines, timed }) {
  const grammar = await registry.loadGrammar(scope);
  let state = INITIAL;
  return lines.map((line) => {
    const began = process.cpuUsage();
    const said = grammar.tokenizeLine(line, state);
    state = said.ruleStack;
    const { user, system } = process.cpuUsage(began);
    const tokens = timed ? [] : said.tokens.map((one) => [one.startIndex, Math.min(one.endIndex, line.length), one.scopes]);
    return { tokens, ms: (user + system) / 1000 };
  });
}

(async () => {
  for (const asked of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(asked)))}\n`);
  }
})();

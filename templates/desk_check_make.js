// What is made of records: files to take along, pages in windows of their own.
const bytes = content => new Blob([Uint8Array.from(atob(content), sign => sign.charCodeAt())]);
const tell = (sentence, ...more) => made.replaceChildren(make("p", sentence), ...more);
function take(name, blob) {
  const address = URL.createObjectURL(blob), link = make("a", "", {href: address, download: name.split("/").pop()});
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
// Files that were made, each to be taken along or looked at; what was lost is listed.
function offered(some, findings, ...more) {
  const list = make("ul", "", {className: "made-files"});
  for (const {name, content} of some) {
    const item = list.appendChild(make("li")), blob = bytes(content);
    const button = (text, act) => {
      const button = make("button", text, {type: "button"});
      button.addEventListener("click", act);
      return button;
    };
    item.append(make("bdi", name), " ", button(words.download, () => take(name, blob)), " ", button(words.open, () => { add([{name, blob}]); go(last); }));
  }
  const lost = make("ul", "", {className: "lost"});
  for (const found of findings) {
    const item = lost.appendChild(make("li", "", {className: found.severity}));
    item.append(make("span", "", {className: "mark", ariaHidden: "true"}), found.line ? `${say("line", {number: found.line})}: ` : "", found.message);
  }
  return [list, ...(findings.length ? [make("p", words.lost), lost] : []), ...more];
}
function dialogOf(name) {
  const dialog = one(name);
  one(".wrong", dialog).textContent = "";
  dialog.showModal();
  return dialog;
}
one(".convert").addEventListener("click", () => {
  one(".converting select").value = view?.target ?? "kotra";
  dialogOf(".converting");
});
one(".converting .do").addEventListener("click", async () => {
  const dialog = one(".converting"), file = now, split = one(".split", dialog).checked;
  try {
    const {files: some, findings} = await asked("convert", [file], {to: one("select", dialog).value, ...(split ? {split} : {})});
    dialog.close();
    tell(words.converted, ...offered(some, findings));
    if (!findings.length) made.append(make("p", words.nothing_lost, {className: "soft"}));
  } catch (error) {
    one(".wrong", dialog).textContent = error.message;
  }
});
one(".anonymize").addEventListener("click", async () => {
  try {
    const {files: some, findings} = await asked("anonymize", [now]);
    tell(words.anonymous, ...offered(some, findings));
  } catch (error) {
    tell(error.message);
  }
});
one(".download").addEventListener("click", () => {
  take(now.name, now.blob);
  now.taken = true;
});
// The whole record in an address: it stands behind the #, which no browser sends.
one(".link")?.addEventListener("click", async () => {
  const packed = await new Response(now.blob.stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
  const code = btoa(Array.from(new Uint8Array(packed), byte => String.fromCharCode(byte)).join("")).replace(/[+/=]/g, sign => ({"+": "-", "/": "_"})[sign] ?? "");
  const link = make("a", now.name, {href: `${location.pathname}#m=${code}&n=${encodeURIComponent(now.name.split("/").pop())}`});
  await navigator.clipboard?.writeText(link.href).catch(() => {});
  tell(words.linked, link);
});
// A page that was made opens in a window of its own; where the browser holds that up there is the link.
function shown(page, sentence, alone = true) {
  const link = make("a", words.look, {href: `${root}/${page}`, target: "_blank", rel: "noopener"});
  const button = make("button", words.download, {type: "button"});
  button.addEventListener("click", async () => take(`${now?.name.split("/").pop() ?? "kotra"}.html`, await (await fetch(link.href)).blob()));
  if (alone) window.open(link.href, "_blank", "noopener");
  return [`${sentence} `, link, " ", button];
}
one(".report").addEventListener("click", async () => {
  const file = now;
  tell(words.reporting);
  try {
    const pages = await Promise.all((view?.matches.length ? view.matches : [""]).slice(0, 20).map(async (line, i) =>
      [line, (await asked("report", [file], {match: i + 1})).page]));
    const links = pages.map(([line, page]) => {
      const item = make("p");
      item.append(...shown(page, pages.length > 1 ? line : words.reported, pages.length === 1));
      return item;
    });
    made.replaceChildren(...links);
  } catch (error) {
    tell(error.message);
  }
});

// An analysis: how far it is comes line by line; to leave it ends it.
let stop = null;
one(".analyse")?.addEventListener("click", () => {
  one(".under-way").hidden = true;
  one(".analysing .do").disabled = false;
  dialogOf(".analysing");
});
one(".analysing")?.addEventListener("close", () => stop?.abort());
one(".analysing .do")?.addEventListener("click", async event => {
  const dialog = one(".analysing"), file = now, bar = one("progress", dialog), said = one("[role=status]", dialog), start = event.currentTarget;
  start.disabled = true;
  one(".wrong", dialog).textContent = "";
  one(".under-way", dialog).hidden = false;
  bar.removeAttribute("value");
  said.textContent = words.beginning;
  stop = new AbortController();
  try {
    const answer = await fetch(`${root}/analyse?${query([file], {level: one("select", dialog).value})}`, {method: "POST", body: file.blob, signal: stop.signal});
    const done = await lastLine(answer, ({done, whole}) => {
      [bar.max, bar.value] = [whole, done];
      said.textContent = say("weighed", {done, whole});
    });
    if (done.error) throw new Error(done.error);
    stop = null;
    dialog.close();
    tell(done.said.join(" "), ...offered(done.files, done.findings), ...done.stats.map(text => make("pre", text, {tabIndex: 0})));
  } catch (error) {
    if (error.name !== "AbortError") one(".wrong", dialog).textContent = error.message;
  } finally {
    stop = null;
    start.disabled = false;
    one(".under-way", dialog).hidden = true;
  }
});
async function lastLine(answer, each) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", told = {error: words.unreachable};
  for (let part; !(part = await reader.read()).done;) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      told = JSON.parse(line);
      if (told.whole) each(told);
    }
  }
  return rest ? JSON.parse(rest) : told;
}

// Several files
const sum = one(".sum");
one(".compare").addEventListener("click", async () => {
  try {
    const {page, equal} = await asked("diff", chosen());
    sum.replaceChildren(...shown(page, equal ? words.equal : words.different));
  } catch (error) {
    sum.textContent = error.message;
  }
});
one(".merge").addEventListener("click", async () => {
  try {
    const some = chosen(), {files: [{name, content}], findings, said} = await asked("merge", some);
    add([{name, blob: bytes(content)}]);
    go(last);
    made.replaceChildren(make("pre", said.join("\n"), {tabIndex: 0}), ...offered([{name, content}], findings));
  } catch (error) {
    sum.textContent = error.message;
  }
});

// The folder of the desk: written to only here
const saving = one(".saving");
one(".save")?.addEventListener("click", () => {
  one("input", saving).value = now.path ?? now.name.split("/").pop();
  one(".over", saving).hidden = true;
  dialogOf(".saving");
});
async function save(over) {
  const file = now, path = one("input", saving).value.trim();
  try {
    const {path: written} = await ask(`folder/save?${new URLSearchParams({path, ...(over ? {over} : {})})}`, file.blob);
    file.taken = true;
    saving.close();
    tell(say("saved", {name: written}));
  } catch (error) {
    const changed = path === file.path && error.told?.there && error.told.there !== file.version;
    one(".wrong", saving).textContent = error.told ? `${error.message} ${changed ? words.changed : ""}` : words.unreachable;
    one(".over", saving).hidden = !error.told?.there;
    one(".over", saving).dataset.there = error.told?.there ?? "";
  }
}
one(".saving .do")?.addEventListener("click", () => save());
one(".saving .over")?.addEventListener("click", event => save(event.currentTarget.dataset.there));

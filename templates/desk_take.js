// Taken away
const told = one(".take .told");
function give(name, content) {
  const link = make("a", "", {href: URL.createObjectURL(new Blob([content])), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
const stemOf = () => (record.name || "match.kotra").split("/").at(-1).replace(/\.kotra$/, "");
const named = (name = `${stemOf()}.kotra`, more = {}) => new URLSearchParams({name, ...more});
const asBlob = text => new Blob([text]);
async function takeAway(to) {
  if (to === "kotra") return give(`${stemOf()}.kotra`, record.text);
  const {files, findings} = await ask(`ask/convert?${named(undefined, {to})}`, asBlob(record.text));
  told.textContent = findings.length ? say("lost", {what: findings.slice(0, 12).map(found => found.message).join(" ")}) : "";
  for (const {name, content} of files) give(name, Uint8Array.from(atob(content), sign => sign.charCodeAt()));
}
// A page that the desk makes of a record, in a window of its own; its link stands in a `place`.
async function openPage(task, text, place, more = {}) {
  const {page} = await ask(`ask/${task}?${named(undefined, more)}`, asBlob(text)), link = make("a", say("look"), {href: `${root}/${page}`, target: "_blank", rel: "noopener"});
  place.replaceChildren(link);
  window.open(link.href, "_blank", "noopener");
}
const report = (text = record.text) => openPage("report", text, told);
// The record with an analysis; its progress is told in words.
async function analyse(level, progress) {
  const answer = await fetch(`${root}/analyse?${named(undefined, {level})}`, {method: "POST", body: asBlob(record.text)});
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", last = null;
  for (let part; !(part = await reader.read()).done;) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      last = JSON.parse(line);
      if ("done" in last) progress(say("weighed", last));
    }
  }
  if (!last?.files) throw Object.assign(new Error(last?.error ?? say("silent")), {told: last});
  return new TextDecoder().decode(Uint8Array.from(atob(last.files[0].content), sign => sign.charCodeAt()));
}

// Spectators
const live = one(".live");
let sharing = false;
async function share() {
  if (!live) return;
  const box = one("input", live), words = one(".address", live);
  box.checked = !!record.live;
  if (!record.live) { words.replaceChildren(say("live_none")); return; }
  if (sharing) return;
  sharing = true;
  try {
    for (let sent = null; record.live && sent !== record.text;) {
      sent = record.text;
      const {address, ...shown} = await ask("live", {...record.live, text: sent});
      if (record.live) record.live = shown;
      words.replaceChildren(`${say("live_at")} `, make("a", location.origin + address, {href: address, target: "_blank", rel: "noopener"}));
    }
    store();
  } catch (error) { words.replaceChildren(error.told ? error.message : say("silent")); }
  sharing = false;
}
async function showLive(on) {
  const {live: shown} = record;
  record.live = on ? {} : null;
  if (!on && shown) await ask("live", {...shown, over: true}).catch(() => {});
  store();
  share();
}

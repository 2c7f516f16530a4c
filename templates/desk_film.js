// A video beside the board: a file of one's own, or a clock that runs along with one that is played elsewhere. Each turn
// has the time of its roll and that of its play; the place in the record and the place in the video follow each other.
const film = one(".film"), picture = one("video", film), clock = one(".video .at"), SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
let watch = null, filmName = "", marks = {}, seen = null;
const seconds = text => text.split(":").reduce((sum, part) => sum * 60 + (+part || 0), 0);
function spelledTime(time) {
  const whole = Math.round(time), parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((part, i) => i ? String(part).padStart(2, "0") : part).join(":");
}
const watched = () => watch.from + (performance.now() - watch.start) / 1000;
// The time now, if there is a video or a clock that runs.
const filmNow = () => !film.hidden ? picture.currentTime : watch ? watched() : null;

// The marks of what is entered: a roll is marked when its dice are typed, a play when it is entered, unless a key has
// marked it before; a play at the very time of its roll says nothing of how long it took.
function filmMarks(words, at) {
  const now = filmNow();
  if (now === null || at !== null) return null;
  if (/^[1-6]{2}$/.test(words)) {
    marks.roll ??= now;
    return null;
  }
  if (!(standing.wants === "play" || /^[dtpb]$/.test(words)) || /^[#!?]/.test(words)) return null;
  const {roll = now, play = now} = marks;
  return {roll, play: play - roll < 0.5 ? null : play, source: filmName};
}
const filmed = () => { marks = {}; };
function mark(what) {
  const now = filmNow();
  if (now === null) return;
  if (line !== null) return remark(line, {[what]: now});
  marks[what] = now;
  tellMarks();
}
const remark = (at, times) => later(async () => {
  take(await inquire("write/film", {text: record.text, line: at, source: filmName, ...times}));
  show();
  if (line !== null) goTo(line);
});
function tellMarks() {
  const turn = line === null ? null : standing.turns.find(turn => turn.line === line);
  const roll = turn ? turn.film : marks.roll, play = turn ? turn.used === null ? null : turn.film + turn.used : marks.play;
  const told = time => time === undefined || time === null ? "–" : spelledTime(time);
  one(".marks", film).textContent = say("film_marks", {begin: told(roll), end: told(play)});
}

// The record follows the video, where nothing is being typed: at its last turn that has a time one goes on writing.
const stamped = () => standing.turns.filter(({film}) => film !== null);
function follow() {
  if (waiting || !record || entry.value.trim() && entry.value !== given) return;
  const some = stamped(), at = some.findLast(({film}) => film <= picture.currentTime + 0.3);
  const target = !at ? seen : at === some.at(-1) ? null : at.line;
  if (target === seen) return;
  seen = target;
  if (target === line) return;
  if (target === null) goEnd({seek: false});
  else goTo(target, {seek: false});
}
// The video follows the record.
function seek(at) {
  const turn = at === null ? stamped().at(-1) : standing.turns.find(turn => turn.line === at);
  if (film.hidden || turn?.film === undefined || turn.film === null) return;
  seen = at;
  picture.currentTime = at === null ? turn.film + (turn.used ?? 0) : turn.film;
}
for (const name of ["timeupdate", "seeked"]) picture.addEventListener(name, follow);

function showFilm() {
  const {source, moment} = standing.film, turn = standing.turns.find(turn => turn.line === line) ?? stamped().at(-1), link = one(".film-link");
  const box = one(".film-source");
  if (document.activeElement !== box) box.value = source;
  link.replaceChildren();
  if (moment) {
    const time = turn?.film ?? 0;
    link.append(make("a", say("film_at", {time: spelledTime(time)}), {href: moment.replace(/t=0s$/, `t=${Math.floor(time)}s`), target: "_blank", rel: "noopener noreferrer"}));
  }
  one(".film-other").textContent = source && !moment && source !== filmName ? say("film_other", {name: source}) : "";
  tellMarks();
}
const nameFilm = name => later(async () => {
  if (name !== standing.film.source) take(await inquire("write/head", {text: record.text, changed: {video: name}}));
  show();
});
one(".film-file").addEventListener("change", ({target}) => {
  const [file] = target.files;
  if (!file) return;
  closeFilm();
  filmName = file.name;
  film.hidden = false;
  film.scrollIntoView({block: "nearest"});
  picture.src = URL.createObjectURL(file);
  picture.addEventListener("loadedmetadata", () => seek(line), {once: true});
  if (standing.film.source) show();
  else nameFilm(filmName);
});
function closeFilm() {
  if (picture.src) URL.revokeObjectURL(picture.src);
  picture.removeAttribute("src");
  film.hidden = true;
  marks = {};
  seen = null;
  filmName = "";
}
one(".film-source").addEventListener("change", ({target}) => nameFilm(target.value.trim()));
function speed(step) {
  const at = SPEEDS.findIndex(speed => speed >= picture.playbackRate);
  picture.playbackRate = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + step))];
  one(".speed", film).textContent = `${picture.playbackRate}×`;
}
const filmDeeds = {
  film_back() { picture.currentTime -= 5; },
  film_on() { picture.currentTime += 5; },
  film_run() { picture.paused ? picture.play().catch(() => {}) : picture.pause(); },
  film_slower: () => speed(-1), film_faster: () => speed(1),
  film_roll: () => mark("roll"), film_play: () => mark("play"),
};
// By the key itself, whatever letter it has with Alt on this keyboard.
const FILM_KEYS = {KeyJ: "film_back", KeyK: "film_run", KeyL: "film_on", Comma: "film_slower", Period: "film_faster", KeyR: "film_roll", KeyP: "film_play"};
setInterval(() => { if (watch && document.activeElement !== clock) clock.value = spelledTime(Math.floor(watched())); }, 250);
clock.addEventListener("change", () => { if (watch) watch = {from: seconds(clock.value), start: performance.now()}; });

// One script for every game: put the table's HTML on the page, send back what is clicked, keep the
// focus, move it with the arrow keys, let pieces travel, and speak what has changed. It knows nothing
// of any game.

const LARGEST_FILE = 5_000_000;
const PATIENCE = 5000; // milliseconds
const SETTLING = 300; // milliseconds
const SKIP = "[data-do=skip]";
const BUSY_AFTER = 300; // milliseconds
const TRAVEL = { duration: 250, easing: "ease-in-out" };
const TUMBLE = { duration: 400, easing: "ease-out" };
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// What another script of the same widget may change: how HTML gets on the page, and what else to do
// to begin with, for a key and after each redraw.
const hooks = {
  put: (stage, html) => (stage.innerHTML = html),
  start: () => {},
  key: () => false,
  drawn: () => {},
};

function add(parent, tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

function download({ name, text, type = "application/json" }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// What is written in a field goes to the clipboard; where it may not, it is at least selected.
function copy(field) {
  field.focus();
  field.select();
  document.execCommand("copy"); // the newer way works on https alone
}

// Every piece in its place: what it is, of which kind, where it lies, and on how high a pile, with a
// picture of what is on top of that.
function pieces(stage) {
  return [...stage.querySelectorAll("[data-place] [data-piece]")].map((e) => {
    const { place, pile } = e.closest("[data-place]").dataset;
    const name = e.dataset.piece;
    const box = e.getBoundingClientRect();
    const top = pile && e.cloneNode(true);
    return { e, name, kind: name.split(" ")[0], place, pile, box, top };
  });
}

// What may be the same piece, the likeliest first: one alike that stays where it is; where there are
// more now, one alike from where there are fewer, one from there that was turned over on its way, one
// alike from elsewhere; one that was turned over in its place, where there are not more; one alike from
// anywhere, one that was turned over on its way, or else in its place.
const ALIKE = [
  (old, now) => old.name === now.name && old.place === now.place,
  (old, now) => now.gained && old.lost && old.name === now.name,
  (old, now) => now.gained && old.lost && old.kind === now.kind,
  (old, now) => now.gained && old.name === now.name,
  (old, now) => !now.gained && old.kind === now.kind && old.place === now.place,
  (old, now) => old.name === now.name,
  (old, now) => old.kind === now.kind && old.place !== now.place,
  (old, now) => old.kind === now.kind,
];

// Find for each piece which one it was before. What lies on top of a pile is another piece when the
// pile has grown; and when it has shrunk, the one that was on top has gone elsewhere.
function recognise(before, after) {
  const height = (all) => new Map(all.filter((one) => one.pile).map((one) => [one.place, +one.pile]));
  const [was, is] = [height(before), height(after)];
  const lying = (all, { place }) => all.filter((one) => one.place === place).length;
  for (const now of after) {
    const grown = is.get(now.place) > was.get(now.place);
    now.gained = grown || lying(after, now) > lying(before, now);
  }
  for (const old of before) {
    const shrunk = was.get(old.place) > is.get(old.place);
    old.lost = shrunk || lying(before, old) > lying(after, old);
  }
  const left = new Set(before.filter((one) => !(is.get(one.place) > was.get(one.place))));
  const fresh = new Set(after.filter((one) => !(was.get(one.place) > is.get(one.place))));
  for (const now of after) now.known = !fresh.has(now);
  for (const alike of ALIKE) {
    for (const now of fresh) {
      const old = [...left].find((one) => alike(one, now));
      if (!old) continue;
      now.old = old;
      left.delete(old);
      fresh.delete(now);
    }
  }
}

// Marks stay until the next move. Of pieces that are turned over in their place, as many of the last
// are marked if they look alike, else none: nobody may learn, or guess, which one it was.
function keepMarks(after) {
  for (const now of after) now.marked = now.old?.marked ?? false;
  const turned = after.filter(({ name, place, old }) => old?.place === place && old.name !== name);
  for (const place of new Set(turned.map((now) => now.place))) {
    const there = turned.filter((now) => now.place === place);
    const alike = there.every((now) => now.name === there[0].name);
    const plain = there.filter((now) => !now.marked).length;
    there.forEach((now, number) => (now.marked = alike && number >= plain));
  }
}

// Let a piece come from where it, or something else, was. What lies on top of a pile is seen there
// until the one that travels to it has come.
function travel({ e, place, pile }, from, before) {
  const to = e.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  const unit = e.ownerSVGElement?.getScreenCTM().a ?? 1;
  const flight = e.animate([{ transform: `translate(${x / unit}px, ${y / unit}px)` }, {}], TRAVEL);
  const below = pile && before.find((one) => one.place === place)?.top;
  if (!below) return;
  below.removeAttribute("data-piece");
  below.classList.remove("lk-new");
  below.classList.add("lk-below");
  e.before(below);
  flight.onfinish = () => below.remove();
}

// Where the sliders around a button stand.
function places(button) {
  const sliders = button.closest("[data-columns]")?.querySelectorAll("input[type=range]");
  return sliders && [...sliders].map((slider) => Number(slider.value));
}

const rolls = (stage) => [...stage.querySelectorAll("[data-rolled]")];
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function look(stage) {
  const { move, round } = stage.querySelector(".lk-board")?.dataset ?? {};
  const again = stage.querySelector("[data-walk]") !== null;
  const scored = stage.querySelector(".lk-scores") !== null;
  const dice = rolls(stage).map((e) => +e.dataset.rolled);
  return { move, round, again, scored, pieces: pieces(stage), rolls: dice };
}

// Show what has changed since the table was last looked at. Pieces travel, and those that came keep
// a mark until the next move; dice that have been rolled tumble. A new round is just laid out, and
// so is a position to which one jumps in a replay, or comes back from the scores.
function show(stage, before) {
  const after = look(stage);
  const jumped = before.again !== after.again || (after.again && Math.abs(after.move - before.move) > 1);
  const fresh = before.round !== after.round || !before.pieces.length;
  const dealt = fresh || before.scored || jumped;
  recognise(before.pieces, after.pieces);
  keepMarks(after.pieces);
  for (const now of after.pieces) {
    const { e, kind, place, old, known, marked } = now;
    if (dealt || known) continue;
    const came = !old || old.place !== place;
    e.classList.toggle("lk-new", before.move === after.move ? marked : came);
    const from = old?.box ?? stage.querySelector(`[data-stock="${kind}"] svg`)?.getBoundingClientRect();
    if (from && before.move !== after.move && !calm()) travel(now, from, before.pieces);
  }
  if (calm() || jumped || before.rolls.length !== after.rolls.length) return;
  rolls(stage).forEach((die, number) => {
    if (after.rolls[number] <= before.rolls[number]) return;
    const turn = [{ transform: "rotate(-400deg) scale(0.6)" }, {}];
    die.querySelector("svg").animate(turn, TUMBLE);
  });
}

// The newest sentence is read from its beginning, with as much of the others as there is room for.
function toNewest(news) {
  const newest = news.lastElementChild?.getClientRects()[0];
  if (newest) news.scrollTop += newest.top - news.getBoundingClientRect().top;
}

// From move to move a table becomes no shorter: what stands below it stays where it is, and so does
// a page that is scrolled to its end. What was asked for, such as odds or a hint, may go again.
function keepHeight(stage, screen, kept) {
  if (!stage.querySelector("[role=toolbar]")) return (stage.style.minHeight = "");
  const asked = [...stage.querySelectorAll("[aria-checked=true], .lk-hint")].map((e) => e.dataset.key);
  const of = [screen, stage.clientWidth, ...asked].join();
  stage.style.minHeight = kept.of === of ? kept.height : "";
  const { height } = getComputedStyle(stage);
  stage.style.minHeight = height;
  return { of, height };
}

// In each group Tab stops once: where one was last, or at the first that can be used.
function oneStop(group, stop) {
  const all = [...group.querySelectorAll("button:not(:disabled)")];
  const chosen = all.includes(stop) ? stop : all[0];
  for (const button of all) button.tabIndex = button === chosen ? 0 : -1;
}

function render({ model, el }) {
  el.classList.add("llamakit");
  const lost = add(add(el, "div", { class: "lk-over" }), "p", { class: "lk-lost", role: "alert" });
  const busy = add(el, "p", { class: "lk-busy", "aria-live": "polite" });
  const stage = add(el, "div", { class: "lk-stage", role: "region", "aria-label": "llamakit" });
  const speech = add(el, "p", { class: "lk-said", role: "status", "aria-live": "polite" });
  const file = add(el, "input", { type: "file", accept: ".json,application/json", hidden: "" });
  const gone = new AbortController();
  let timer = 0;
  let silence = 0;
  let slow = 0;
  let saving = false;
  let drawn = { version: 0, at: 0, skip: 0 };
  let pressed = null; // since when a button is held down
  let overdue = false;
  let shown = ""; // which screen: the start panel, a table, a replay
  let kept = {}; // how tall the table has been
  let asked = false; // whether a tool was pressed, which may show something
  const stops = {}; // in each group the key of the button that Tab stops at

  function send(message) {
    answered();
    silence = setTimeout(() => warn(WORDS.silent), PATIENCE);
    if (message.do === "tick" && stage.querySelector("[data-walk]")) return model.send(message);
    slow = setTimeout(() => (busy.textContent = WORDS.busy), BUSY_AFTER);
    model.send({ version: drawn.version, ...message });
  }

  function warn(words) {
    busy.textContent = "";
    lost.textContent = words;
    el.classList.toggle("lk-gone", words !== "");
  }

  const focused = () => (stage.contains(document.activeElement) ? document.activeElement : null);
  const find = (key) => [...stage.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key);
  const usable = (element) => element && !element.disabled;

  // After a redraw the focus is where it was; if that is gone, at the first choice; if there is
  // none, at the heading, which hands it on as soon as there are choices again.
  function refocus(key) {
    const kept = key === "status" ? null : find(key);
    const home = stage.querySelector("[data-home] button:not(:disabled)");
    const target = [kept, home, find("status")].find(usable);
    target?.focus({ preventScroll: true });
  }

  function draw() {
    overdue = pressed !== null;
    if (overdue) return;
    const held = focused();
    const log = stage.querySelector(".lk-log")?.scrollTop;
    const open = [...stage.querySelectorAll("details[open]")].map((e) => e.dataset.key);
    const before = look(stage);
    const skip = stage.querySelector(SKIP);
    const below = () => [...stage.querySelectorAll(".lk-choices ~ *")];
    const there = below().map((e) => e.className);
    for (const one of before.pieces) one.marked = one.e.classList.contains("lk-new");
    for (const card of stage.querySelectorAll(".lk-below")) card.remove();
    hooks.put(stage, model.get("html"));
    const region = stage.querySelector("[data-region]")?.dataset.region ?? "llamakit";
    stage.setAttribute("aria-label", region);
    show(stage, before);
    const screen = `${region} ${stage.querySelector("[data-walk]") !== null}`;
    const head = stage.querySelector("h3");
    // Another screen begins at its top, which may be far above what one has clicked.
    if (shown && shown !== screen) head?.scrollIntoView({ block: "nearest" });
    shown = screen;
    for (const group of stage.querySelectorAll("[data-home], .lk-tools")) {
      oneStop(group, find(stops[group.dataset.group]));
    }
    for (const e of stage.querySelectorAll("details")) e.open = open.includes(e.dataset.key);
    if (held) refocus(held.dataset.key ?? "status");
    stage.querySelectorAll(".lk-news").forEach(toNewest);
    if (log) stage.querySelector(".lk-log")?.scrollTo(0, log);
    kept = keepHeight(stage, screen, kept);
    // What one has asked for, such as a hint, stands below the answers: out of sight on a phone.
    const fresh = below().find((e) => !there.includes(e.className));
    if (asked) fresh?.scrollIntoView({ block: "nearest" });
    asked = false;
    const said = model.get("said");
    if (speech.textContent !== said) speech.textContent = said; // else it would be said again
    const at = performance.now();
    drawn = { version: model.get("version"), at, skip: skip ? drawn.skip : at };
    heard();
    hooks.drawn(stage, send);
    const wait = model.get("wait");
    if (wait) timer = setTimeout(() => send({ do: "tick" }), wait);
  }

  function answered() {
    clearTimeout(silence);
    clearTimeout(slow);
    warn("");
  }

  function heard() {
    clearTimeout(timer);
    answered();
  }

  // The one change that comes after the start is that the kernel is gone.
  function disconnect() {
    heard();
    warn(WORDS.gone);
  }

  function receive(message) {
    answered();
    if (saving) download(message); // two views share the model: only the one that asked saves
    saving = false;
  }

  // A button that is held down stays until its click has come: one that is replaced between press
  // and release gets none.
  function press(event) {
    if (event.target.closest("button")) pressed ??= event.timeStamp;
  }

  function release() {
    setTimeout(() => {
      pressed = null;
      if (overdue) draw();
    });
  }

  // The second click of a double click lands on what is there by then: it must not decide that. To
  // skip stays the same while bots move, so only what has just come to stand there is guarded.
  function tooSoon(button, event) {
    const since = button.matches(SKIP) ? drawn.skip : drawn.at;
    return button.closest("[data-decides]") && (pressed ?? event.timeStamp) - since < SETTLING;
  }

  stage.addEventListener("pointerdown", (event) => event.button === 0 && press(event));
  for (const end of ["pointerup", "pointercancel", "contextmenu", "keyup", "blur"]) {
    window.addEventListener(end, release, { capture: true, signal: gone.signal });
  }

  stage.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button || tooSoon(button, event)) return;
    if (button.dataset.key === "load") return file.click();
    if (button.dataset.do === "copy") return copy(stage.querySelector("[data-line]"));
    if (["save", "page"].includes(button.dataset.do)) saving = true;
    asked = button.closest("[role=toolbar]") !== null;
    send({ do: button.dataset.do, action: button.dataset.action, places: places(button) });
  });

  stage.addEventListener("focusin", ({ target }) => {
    const group = target.closest("[data-home], .lk-tools");
    if (!group || !target.matches("button")) return;
    stops[group.dataset.group] = target.dataset.key;
    oneStop(group, target);
  });

  stage.addEventListener("change", ({ target }) => {
    const { do: wanted, key } = target.dataset;
    if (wanted) send({ do: wanted, key, action: target.value });
  });

  // Keys typed at the table must not reach the notebook, where "d d" deletes the cell. They are
  // caught on their way down: Notebook 7 would act on them before they come up from the table.
  const typed = (event) => {
    if (!el.contains(event.target)) return;
    if (["Tab", "Escape"].includes(event.key) || event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    if (event.key === " ") press(event);
    if (event.key === "Enter" && event.repeat && event.target.closest("[data-decides]")) {
      event.preventDefault(); // a key that is held down is one press
    }
    if (hooks.key(event, send)) return;
    const group = event.target.closest("[data-group]");
    if (!group || event.altKey) return;
    const buttons = [...group.querySelectorAll("button:not(:disabled)")];
    const here = buttons.indexOf(event.target);
    const ends = { Home: 0, End: buttons.length - 1 };
    const next = ends[event.key] ?? (event.key in STEPS ? here + STEPS[event.key] : null);
    if (here < 0 || next === null) return;
    event.preventDefault();
    buttons.at(next % buttons.length).focus();
  };
  window.addEventListener("keydown", typed, { capture: true, signal: gone.signal });

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    const text = chosen.size > LARGEST_FILE ? "" : await chosen.text();
    file.value = "";
    send({ do: "load", text });
  });

  model.on("change:version", draw);
  model.on("comm_live_update", disconnect);
  model.on("msg:custom", receive);
  hooks.start(stage, send);
  draw();
  return () => {
    gone.abort();
    heard();
    model.off("change:version", draw);
    model.off("comm_live_update", disconnect);
    model.off("msg:custom", receive);
  };
}

export default { render };

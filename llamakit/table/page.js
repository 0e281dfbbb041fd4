// A replay without Python: every frame is in the page. Show one, and step by buttons, keys or slider.

const { drawings, frames } = JSON.parse(document.getElementById("frames").textContent);
const page = document.querySelector(".lk-replay");
const one = (selector) => page.querySelector(selector);
const all = (selector) => [...page.querySelectorAll(selector)];
const slider = one("[data-key=slider]");
const curve = one(".lk-here");
const run = one("[data-key=run]");
const speed = one("[data-key=speed]");
const RUN = run.textContent;
const PAUSES = [1500, 700, 3000]; // milliseconds: normal, quick, slow
const NAMES = ["normal", "quick", "slow"];
let pace = 0;
let at = +slider.value;
let timer = 0;

function show(number) {
  at = Math.max(0, Math.min(number, frames.length - 1));
  const { title, said, html } = frames[at];
  const open = all("details[open]").map((e) => e.dataset.key);
  one(".lk-frame").innerHTML = html.replace(/\u0001(\d+)\u0001/g, (_, drawing) => drawings[drawing]);
  for (const e of all("details")) e.open = open.includes(e.dataset.key);
  one("h3").textContent = title;
  one(".lk-where").textContent = said.split(".")[0];
  document.querySelector(".lk-said[role]").textContent = said;
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${said.split(".")[0]}: ${title}`);
  const last = Math.max(frames.length - 1, 1);
  curve?.setAttribute("d", `M${(1000 * at) / last} 0V100`);
  for (const key of ["first", "back"]) one(`[data-key=${key}]`).disabled = at === 0;
  for (const key of ["forward", "last"]) one(`[data-key=${key}]`).disabled = at === frames.length - 1;
  for (const move of all(".lk-moves button")) {
    const here = +move.dataset.action === at;
    move.tabIndex = here ? 0 : -1;
    here ? move.setAttribute("aria-current", "step") : move.removeAttribute("aria-current");
    if (!here) continue;
    if (one(".lk-moves").contains(document.activeElement)) move.focus({ preventScroll: true });
    one(".lk-moves").scrollTo(0, move.offsetTop - 60);
  }
}

function mistake(way) {
  const costly = all("[data-mine][data-costly] button").map((move) => +move.dataset.action);
  const next = way > 0 ? costly.find((move) => move > at) : costly.reverse().find((move) => move < at);
  if (next !== undefined) show(next);
}

function play(on) {
  clearTimeout(timer);
  timer = 0;
  run.textContent = on ? "Pause" : RUN;
  if (!on) return;
  timer = setTimeout(() => {
    show(at + 1);
    play(at < frames.length - 1);
  }, PAUSES[pace]);
}

// The odds and the rules are there; a switch shows or hides them.
function turn(name, on = page.dataset[name] !== "true") {
  page.dataset[name] = on;
  one(`[role=switch][data-action=${name}]`).ariaChecked = String(on);
}

const DOES = {
  go: (action) => show(+action),
  filter: (action) => {
    page.dataset.filter = action;
    for (const e of all("[data-do=filter]")) e.ariaPressed = String(e.dataset.action === action);
  },
  speed: () => {
    pace = (pace + 1) % PAUSES.length;
    speed.textContent = speed.textContent.replace(/\w+$/, NAMES[pace]);
  },
  switch: (action) => {
    if (action !== "run") return turn(action);
    if (!timer && at === frames.length - 1) show(0);
    play(!timer);
  },
};

page.addEventListener("click", ({ target, clientX }) => {
  const button = target.closest("button[data-do]");
  if (button) DOES[button.dataset.do]?.(button.dataset.action);
  const graph = target.closest(".lk-graph");
  if (!graph) return;
  const { left, width } = graph.getBoundingClientRect();
  show(Math.round(((frames.length - 1) * (clientX - left)) / width));
});
slider.addEventListener("input", () => show(+slider.value));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const walks = { ArrowLeft: [show, at - 1], ArrowRight: [show, at + 1] };
  const jumps = { ArrowUp: [mistake, -1], ArrowDown: [mistake, 1] };
  const [step, where] = walks[event.key] ?? jumps[event.key] ?? [];
  if (!step) return;
  event.preventDefault();
  step(where);
});

for (const e of all("[data-do]")) {
  const { do: does, action } = e.dataset;
  if (!(does in DOES) || action === "review") e.remove();
}
for (const e of all(".lk-progress")) e.remove();
for (const e of all("[role=switch]")) turn(e.dataset.action, e.ariaChecked === "true");
pace = Math.max(0, NAMES.indexOf(speed.textContent.match(/\w+$/)[0]));
show(at);

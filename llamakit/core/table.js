// One script for every game: put the table's HTML on the page, send back what is clicked, keep the
// focus, move it with the arrow keys, and speak what has changed. It knows nothing of any game.

const LARGEST_FILE = 5_000_000;
const PATIENCE = 5000; // milliseconds
const SILENT = "No answer yet: Python is busy, or the cell has to be run again.";
const GONE = "Not connected: run the cell again.";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function add(parent, tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

function download({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
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

function render({ model, el }) {
  el.classList.add("llamakit");
  const lost = add(el, "p", { class: "lk-lost", role: "alert" });
  const stage = add(el, "div", { class: "lk-stage", role: "region", "aria-label": "llamakit" });
  const speech = add(el, "p", { class: "lk-said", role: "status", "aria-live": "polite" });
  const file = add(el, "input", { type: "file", accept: ".json,application/json", hidden: "" });
  let timer = 0;
  let silence = 0;
  let saving = false;

  function send(message) {
    clearTimeout(silence);
    silence = setTimeout(() => warn(SILENT), PATIENCE);
    model.send({ version: model.get("version"), ...message });
  }

  function warn(words) {
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

  // Every drawing on the board by where it is and what it shows: one that was not there arrives.
  function drawings() {
    const places = [...stage.querySelectorAll(".lk-board section")];
    const all = [...stage.querySelectorAll(".lk-board section svg")];
    return all.map((e) => [places.indexOf(e.closest("section")) + e.innerHTML, e]);
  }

  function draw() {
    const held = focused();
    const log = stage.querySelector(".lk-log")?.scrollTop;
    const open = [...stage.querySelectorAll("details[open]")].map((e) => e.dataset.key);
    const before = new Set(drawings().map(([where]) => where));
    stage.innerHTML = model.get("html");
    for (const [where, e] of drawings()) {
      e.classList.toggle("lk-new", before.size > 0 && !before.has(where));
    }
    for (const e of stage.querySelectorAll("details")) e.open = open.includes(e.dataset.key);
    if (held) refocus(held.dataset.key ?? "status");
    if (log) stage.querySelector(".lk-log")?.scrollTo(0, log);
    speech.textContent = model.get("said");
    heard();
    const wait = model.get("wait");
    if (wait) timer = setTimeout(() => send({ do: "tick" }), wait);
  }

  function heard() {
    clearTimeout(timer);
    clearTimeout(silence);
    warn("");
  }

  // The one change that comes after the start is that the kernel is gone.
  function disconnect() {
    heard();
    warn(GONE);
  }

  function receive(message) {
    if (saving) download(message); // two views share the model: only the one that asked saves
    saving = false;
  }

  stage.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    if (button.dataset.do === "load") return file.click();
    if (button.dataset.do === "copy") return copy(stage.querySelector("[data-line]"));
    if (button.dataset.do === "save") saving = true;
    send({ do: button.dataset.do, action: button.dataset.action });
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
  window.addEventListener("keydown", typed, true);

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
  draw();
  return () => {
    window.removeEventListener("keydown", typed, true);
    clearTimeout(timer);
    clearTimeout(silence);
    model.off("change:version", draw);
    model.off("comm_live_update", disconnect);
    model.off("msg:custom", receive);
  };
}

export default { render };

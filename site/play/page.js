// The play page: the same table as in a notebook, with Python in a worker of its own. Each screen (the
// table, an explorer) has a model here, which holds what Python says and sends it what is clicked.

import table from "./table.js";

const FIRST = "play";
const FAILED = "Python could not be started here. Load the page again; if that does not help, the \
browser may be too old.";
const SETTING_UP = document.querySelector("#loading").textContent;
const BROKEN = "Something has gone wrong in Python. Load the page again: the game is kept.";

class Model {
  shown = { html: "", said: "", wait: 0, version: 0 };
  listeners = {};

  constructor(name, send) {
    this.name = name;
    this.send = send;
  }

  get(key) {
    return this.shown[key];
  }

  on(event, listener) {
    this.listeners[event] = listener;
  }

  off(event) {
    delete this.listeners[event];
  }

  take({ shown, reply }) {
    const drawn = this.shown.version;
    this.shown = shown;
    if (reply) this.listeners["msg:custom"]?.(reply);
    if (shown.version !== drawn) this.listeners["change:version"]?.();
  }
}

// What the service worker has kept is there without a network. Without one (an old browser, a plain
// folder) everything is fetched as usual.
async function keepForLater() {
  if (!navigator.serviceWorker) return;
  const here = new Promise((done) => {
    if (navigator.serviceWorker.controller) done();
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
  });
  await navigator.serviceWorker.register("service-worker.js");
  await here;
}

const main = document.querySelector("main");
const loading = document.querySelector("#loading");
const models = {};
let worker = null;
let leave = () => {};

function say(words) {
  loading.textContent = words;
  loading.hidden = words === "";
}

// Show the screen that the address names: #play, #roll, …
function open() {
  const wanted = location.hash.slice(1);
  const link = document.querySelector(`nav a[href="#${CSS.escape(wanted)}"]`);
  const name = link ? wanted : FIRST;
  document.querySelector("nav details").open = false;
  for (const other of document.querySelectorAll("nav a")) {
    if (other.hash === `#${name}`) other.setAttribute("aria-current", "page");
    else other.removeAttribute("aria-current");
  }
  leave();
  leave = () => {};
  say("");
  if (models[name]) return show(name);
  say(SETTING_UP);
  models[name] = new Model(name, (message) => worker.postMessage({ name, message }));
  worker.postMessage({ name, message: null });
}

function show(name) {
  const el = document.createElement("div");
  main.append(el);
  const end = table.render({ model: models[name], el });
  leave = () => {
    end();
    el.remove();
  };
}

function hear({ data }) {
  if (!data.name && data.note) return say(data.note);
  if (data.broken) return say(`${BROKEN} (${data.broken})`);
  const model = models[data.name];
  const fresh = model.shown.version === 0;
  model.take(data);
  say(data.note);
  if (fresh && document.querySelector(`nav [aria-current][href="#${data.name}"]`)) show(data.name);
}

await keepForLater().catch(() => {});
worker = new Worker("worker.js", { type: "module" });
worker.addEventListener("message", hear);
worker.addEventListener("error", () => say(FAILED));
window.addEventListener("hashchange", open);
open();

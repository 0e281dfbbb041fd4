// Python, away from the page, so that the page never stands still. It reads page.py, and hands it
// what the page sends.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const KEPT = "/home/pyodide/kept";

async function start() {
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: "./pyodide/" }),
    fetch("page.py").then((found) => found.text()),
  ]);
  // A folder that the browser keeps: the game goes on after the page was closed.
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  const sync = (load) => new Promise((done) => python.FS.syncfs(load, done));
  await sync(true);
  python.FS.chdir(KEPT);
  await python.runPythonAsync(program);
  const receive = python.globals.get("receive");
  return { receive, save: () => sync(false) };
}

const started = start();

async function answer({ data: { name, message } }) {
  try {
    const { receive, save } = await started;
    self.postMessage({ name, ...JSON.parse(receive(name, JSON.stringify(message))) });
    await save();
  } catch (error) {
    console.error(error);
    const last = String(error.message ?? error).trim().split("\n").at(-1);
    self.postMessage({ broken: last });
  }
}

// One after another: a game is written down before the next move is made.
let last = Promise.resolve();
self.addEventListener("message", (event) => (last = last.then(() => answer(event))));

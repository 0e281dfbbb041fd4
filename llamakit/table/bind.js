
// Added to the table's script for explorers. It knows nothing of any of them.
//
// A slider needs no Python: it stands at a row of a table of numbers, and whatever names a column of
// it in "data-bind" shows that row.

// Only what changes is written: a screen reader reads aloud what is written in some places.
function write(element, what, shown) {
  if (what === "text") {
    if (element.textContent !== `${shown}`) element.textContent = shown;
  } else if (what.startsWith("--")) element.style.setProperty(what, shown);
  else if (element.getAttribute(what) !== `${shown}`) element.setAttribute(what, shown);
}

// Sliders that share out a whole: none takes more than the others leave.
function shareOut(scope, columns, sliders, slider) {
  const others = sliders.reduce((sum, one) => sum + (one === slider ? 0 : +one.value), 0);
  slider.value = Math.min(slider.value, scope.dataset.whole - others);
  const left = scope.dataset.whole - others - slider.value;
  const shown = scope.querySelector("[data-left]");
  write(shown, "text", columns[shown.dataset.left][left]);
  scope.querySelector("[data-whole-only]").disabled = left > 0;
}

// A curve is drawn by hand over sliders that stand side by side.
function drawCurve(event) {
  const area = event.target.closest("[data-draw]");
  if (!area || event.buttons !== 1) return;
  const sliders = [...area.querySelectorAll("input")];
  const { left, top, width, height } = area.getBoundingClientRect();
  const slider = sliders[Math.floor(((event.clientX - left) / width) * sliders.length)];
  if (!slider) return;
  event.preventDefault();
  slider.value = Math.round(slider.max * (1 - (event.clientY - top) / height));
  for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
}

function follow({ target }) {
  const scope = target.closest("[data-columns]");
  if (!scope) return;
  const columns = JSON.parse(scope.dataset.columns);
  const sliders = [...scope.querySelectorAll("input[type=range]")];
  if (scope.dataset.whole) shareOut(scope, columns, sliders, target);
  const points = sliders.map((one, place) => `${place + 0.5},${one.max - one.value}`);
  scope.querySelector("[data-through]")?.setAttribute("points", points.join(" "));
  const at = (found, slider) => (Array.isArray(found) ? found[slider.value] : found);
  for (const element of scope.querySelectorAll("[data-bind]")) {
    for (const pair of element.dataset.bind.split(" ")) {
      const [what, column, key] = pair.split(/[:@]/);
      const heard = key ? sliders.filter((slider) => slider.dataset.key === key) : sliders;
      write(element, what, heard.reduce(at, columns[column]));
    }
  }
}

const startBefore = hooks.start;
hooks.start = (stage, send) => {
  startBefore(stage, send);
  stage.addEventListener("input", follow);
  for (const kind of ["pointerdown", "pointermove"]) stage.addEventListener(kind, drawCurve);
};

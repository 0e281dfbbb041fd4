
// Added to the table's script: in a replay and in an explorer, what is drawn anew changes only where
// it differs, so that a slider that is being dragged stays in the hand, and what has moved or grown
// can be seen to do so. Arrow keys step through a replay, and its slider is answered while it moves.

function update(old, wanted) {
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value" && !old.matches(":active")) old.value = value;
  }
  const fresh = [...wanted.childNodes];
  const kept = [...old.childNodes];
  for (const extra of kept.slice(fresh.length)) extra.remove();
  for (const [place, node] of fresh.entries()) {
    const here = kept[place];
    if (!here) old.append(node);
    else if (here.nodeName !== node.nodeName || here.dataset?.key !== node.dataset?.key) {
      here.replaceWith(node);
    } else if (node.nodeType === Node.ELEMENT_NODE) update(here, node);
    else if (here.nodeValue !== node.nodeValue) here.nodeValue = node.nodeValue;
  }
}

const WALKS = {
  ArrowLeft: ["walk", "-1"],
  ArrowRight: ["walk", "1"],
  ArrowUp: ["mistake", "-1"],
  ArrowDown: ["mistake", "1"],
};
const dragged = new WeakMap(); // by stage: where a slider has been moved to and nobody has answered

hooks.put = (stage, html) => {
  const wanted = stage.cloneNode(false);
  wanted.innerHTML = html;
  const lasts = (e) => e.querySelector("[data-walk], .lk-explorer");
  if (lasts(stage) && lasts(wanted)) update(stage, wanted);
  else stage.replaceChildren(...wanted.childNodes);
};

hooks.key = (event, send) => {
  const [does, way] = (event.target.closest("[data-walk]") && WALKS[event.key]) || [];
  if (!does || event.altKey || event.shiftKey) return false;
  event.preventDefault();
  send({ do: does, action: way });
  return true;
};

// One question at a time: what the slider has passed meanwhile is not asked any more. A press on the
// graph goes to the position below the finger.
hooks.start = (stage, send) => {
  stage.addEventListener("click", ({ target, clientX }) => {
    const graph = target.closest(".lk-graph");
    if (!graph) return;
    const { left, width } = graph.getBoundingClientRect();
    const last = stage.querySelector("[data-key=slider]").max;
    send({ do: "go", action: String(Math.round((last * (clientX - left)) / width)) });
  });
  stage.addEventListener("input", ({ target }) => {
    if (!target.closest("[data-walk]")) return;
    const asked = dragged.get(stage);
    dragged.set(stage, { at: target.value, asked: asked?.asked ?? target.value });
    if (!asked) send({ do: "go", action: target.value });
  });
};

hooks.drawn = (stage, send) => {
  const wanted = dragged.get(stage);
  dragged.delete(stage);
  if (wanted && wanted.at !== wanted.asked) {
    dragged.set(stage, { at: wanted.at, asked: wanted.at });
    send({ do: "go", action: wanted.at });
  }
  const now = stage.querySelector(".lk-moves [aria-current]");
  const list = now?.closest(".lk-moves");
  if (!list) return;
  if (list.contains(document.activeElement)) now.focus({ preventScroll: true });
  list.scrollTo(0, now.offsetTop - list.clientHeight / 2);
};

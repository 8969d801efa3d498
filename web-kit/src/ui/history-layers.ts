/**
 * Sheets as entries of the browser's history: on a phone, Back closes the one on top. Each open sheet has
 * an entry of its own above that of its page. The router does not know of these entries: what it pushes
 * while a sheet is open takes the place of the sheet's entry.
 */

interface Layer {
  close: () => void;
}

type Push = typeof history.pushState;

const LATE_MS = 1000;

const layers: Layer[] = [];
/** Calls of `history.back()` whose event has not come yet; what is to be pushed waits for it. */
let goingBack: ReturnType<typeof setTimeout>[] = [];
let waiting: (() => void)[] = [];
let installed = false;

function whenSettled(run: () => void): void {
  if (goingBack.length === 0) run();
  else waiting.push(run);
}

function install(): void {
  if (installed) return;
  installed = true;
  const push: Push = history.pushState.bind(history);
  const replace: Push = history.replaceState.bind(history);
  history.pushState = (...entry) =>
    whenSettled(() => {
      if (layers.pop() === undefined) push(...entry);
      else replace(...entry);
    });
  history.replaceState = (...entry) => whenSettled(() => replace(...entry));
  addLayer = () => push({ ...stateOf(history.state), layer: true }, "");
  // Before the router: it must not take the end of a sheet for a navigation.
  addEventListener("popstate", onPop, { capture: true });
}

let addLayer: () => void = () => undefined;

function stateOf(state: unknown): object {
  return typeof state === "object" && state !== null ? state : {};
}

function goBack(): void {
  history.back();
  // Should the event not come, what waits must not wait for ever.
  goingBack.push(setTimeout(hasGoneBack, LATE_MS));
}

function hasGoneBack(): void {
  clearTimeout(goingBack[0]);
  goingBack = goingBack.slice(1);
  if (goingBack.length > 0) return;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}

function onPop(event: PopStateEvent): void {
  if (goingBack.length > 0) {
    event.stopImmediatePropagation();
    hasGoneBack();
    return;
  }
  const top = layers.pop();
  if (top === undefined) return;
  event.stopImmediatePropagation();
  top.close();
}

/** Puts a sheet on top of the page. Returns the way to take it off when it closes otherwise. */
export function openLayer(close: () => void): () => void {
  install();
  const layer: Layer = { close };
  let gone = false;
  whenSettled(() => {
    if (gone) return;
    layers.push(layer);
    addLayer();
  });
  return () => {
    gone = true;
    const place = layers.indexOf(layer);
    if (place === -1) return;
    layers.splice(place, 1);
    goBack();
  };
}

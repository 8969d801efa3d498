/** If the page still exists after this time, the user cancelled the navigation. */
const UNLOAD_CANCEL_MS = 3000;

let unloadedAt: number | null = null;

window.addEventListener("beforeunload", () => {
  unloadedAt = Date.now();
});
window.addEventListener("pagehide", () => {
  unloadedAt = Number.POSITIVE_INFINITY;
});
window.addEventListener("pageshow", () => {
  unloadedAt = null;
});

/**
 * True while the page is unloading: its requests are aborted, which is no sign of a network
 * failure.
 */
export function isUnloading(): boolean {
  return unloadedAt !== null && Date.now() - unloadedAt < UNLOAD_CANCEL_MS;
}

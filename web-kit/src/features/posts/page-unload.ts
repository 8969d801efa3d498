/** If the page still exists after this time, the user cancelled the navigation. */
const STAYED_MS = 3000;

let left: number | null = null;

window.addEventListener("beforeunload", () => {
  left = Date.now();
});
window.addEventListener("pagehide", () => {
  left = Number.POSITIVE_INFINITY;
});
window.addEventListener("pageshow", () => {
  left = null;
});

/**
 * True while the page is unloading: its requests are aborted, which is no sign of a network
 * failure.
 */
export function isUnloading(): boolean {
  return left !== null && Date.now() - left < STAYED_MS;
}

/** A page that was asked to go and is still there after this long has been told to stay. */
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

/** Whether the page is on its way out: its requests are cut off and say nothing of the network. */
export function isLeaving(): boolean {
  return left !== null && Date.now() - left < STAYED_MS;
}

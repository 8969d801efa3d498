import { vi } from "vitest";

const WINDOW = 600;
const ROW = 60;

/**
 * jsdom lays nothing out. Here every row is as tall as every other in a window of ten, and what
 * scrolls is as tall as the tallest thing in it says. It is over when the test is.
 */
export function layOut(): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(WINDOW);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW);
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockImplementation(function tallest(
    this: Element,
  ) {
    const said = [...this.querySelectorAll<HTMLElement>("[style]")].map(({ style }) =>
      Number.parseFloat(style.height),
    );
    return Math.max(WINDOW, ...said.filter((height) => !Number.isNaN(height)));
  });
  vi.spyOn(Element.prototype, "scrollTo").mockImplementation(function scroll(
    this: Element,
    to?: ScrollToOptions | number,
  ) {
    const top = typeof to === "object" ? (to.top ?? 0) : 0;
    const before = this.scrollTop;
    this.scrollTop = Math.max(0, Math.min(top, this.scrollHeight - WINDOW));
    // Told with the next frame, and only if something moved.
    if (this.scrollTop !== before) requestAnimationFrame(() => told(this));
  });
}

/** Scrolls as a hand would. */
export function scrollWindow(box: Element, top: number): void {
  box.scrollTop = Math.max(0, Math.min(top, box.scrollHeight - WINDOW));
  told(box);
}

function told(box: Element): void {
  box.dispatchEvent(new Event("scroll"));
}

import { vi } from "vitest";

const WINDOW = 600;
const ROW_HEIGHT_PX = 60;

/**
 * Simulates a layout, which jsdom lacks: all rows have the same height in a window of ten, and a
 * scroll container is as tall as its tallest content declares. Restored after the test.
 */
export function mockLayout(): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(WINDOW);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW_HEIGHT_PX);
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
    // Scroll events fire on the next frame, and only after a change.
    if (this.scrollTop !== before) requestAnimationFrame(() => dispatchScroll(this));
  });
}

/** Scrolls as a user would. */
export function scrollWindow(box: Element, top: number): void {
  box.scrollTop = Math.max(0, Math.min(top, box.scrollHeight - WINDOW));
  dispatchScroll(box);
}

function dispatchScroll(box: Element): void {
  box.dispatchEvent(new Event("scroll"));
}

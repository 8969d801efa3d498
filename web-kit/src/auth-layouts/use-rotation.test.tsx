import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Particles } from "./particles.tsx";
import { useRotation } from "./use-rotation.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Shown({ quiet }: { quiet: boolean }) {
  return <p>{useRotation(4, quiet)}</p>;
}

function after(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test("rotates four pictures every five seconds", () => {
  const { container } = render(<Shown quiet={false} />);
  const seen = [container.textContent];
  for (let turn = 0; turn < 4; turn += 1) {
    after(4999);
    expect(container.textContent).toBe(seen.at(-1));
    after(1);
    seen.push(container.textContent);
  }
  expect(seen).toEqual(["0", "1", "2", "3", "0"]);
});

test("pauses while the user types and in a hidden tab", () => {
  const { container, rerender } = render(<Shown quiet />);
  after(20_000);
  expect(container.textContent).toBe("0");
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  rerender(<Shown quiet={false} />);
  after(20_000);
  expect(container.textContent).toBe("0");
});

interface Drawn {
  points: number;
  longest: number;
}

/** A canvas context that counts the drawing operations. */
function pen(drawn: Drawn) {
  let from = { x: 0, y: 0 };
  return {
    setTransform: () => undefined,
    clearRect: () => {
      drawn.points = 0;
    },
    beginPath: () => undefined,
    stroke: () => undefined,
    fill: () => undefined,
    moveTo: (x: number, y: number) => {
      from = { x, y };
    },
    lineTo: (x: number, y: number) => {
      drawn.longest = Math.max(drawn.longest, Math.hypot(from.x - x, from.y - y));
    },
    arc: () => {
      drawn.points += 1;
    },
  };
}

function drawWith(moving: boolean) {
  const drawn: Drawn = { points: 0, longest: 0 };
  const frames = vi.spyOn(window, "requestAnimationFrame");
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
    value: () => pen(drawn),
    configurable: true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 0, 4000, 3000),
  );
  Object.defineProperty(window, "ResizeObserver", {
    value: class {
      #fit: () => void;
      constructor(fit: () => void) {
        this.#fit = fit;
      }
      observe() {
        this.#fit();
      }
      disconnect() {}
    },
    configurable: true,
  });
  render(<Particles moving={moving} />);
  return { drawn, frames };
}

test("draws at most 180 particles, connected within 180 pixels", () => {
  const { drawn, frames } = drawWith(true);
  expect(drawn.points).toBe(180);
  expect(drawn.longest).toBeGreaterThan(0);
  expect(drawn.longest).toBeLessThanOrEqual(180);
  expect(frames).toHaveBeenCalled();
});

test("draws them once if reduced motion is preferred", () => {
  const { drawn, frames } = drawWith(false);
  expect(drawn.points).toBe(180);
  expect(frames).not.toHaveBeenCalled();
});

import { describe, expect, test } from "vitest";
import { toCrop, CENTRED, moveFraming, sizeError } from "./crop.ts";

const wide = { width: 1200, height: 800 };

describe("the cropped square", () => {
  test("is initially the largest one in the centre", () => {
    expect(toCrop(wide, CENTRED)).toEqual({ x: 200, y: 0, side: 800 });
  });

  test("shrinks to a quarter and stays within the picture", () => {
    expect(toCrop(wide, { zoom: 1, across: 0.5, down: 0.5 }).side).toBe(200);
    for (const across of [0, 0.5, 1]) {
      for (const down of [0, 0.5, 1]) {
        for (const zoom of [0, 0.3, 1]) {
          const { x, y, side } = toCrop(wide, { zoom, across, down });
          expect(x >= 0 && x + side <= 1200 && y >= 0 && y + side <= 800).toBe(true);
        }
      }
    }
  });

  test("follows dragging and stops at the edge", () => {
    const right = moveFraming(wide, CENTRED, { x: -100, y: 50 });
    expect(toCrop(wide, right)).toEqual({ x: 300, y: 0, side: 800 });
    expect(toCrop(wide, moveFraming(wide, CENTRED, { x: -9000, y: 0 })).x).toBe(400);
  });

  test("crops nothing from a small picture", () => {
    expect(toCrop({ width: 64, height: 64 }, { zoom: 1, across: 0, down: 0 }).side).toBe(64);
  });
});

test("refuses a picture that is too small before upload", () => {
  expect(sizeError({ width: 900, height: 63 })).toMatch("too small");
  expect(sizeError({ width: 9000, height: 64 })).toBeNull();
});

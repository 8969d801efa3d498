import { describe, expect, test } from "vitest";
import { cropOf, fileFault, middle, moved, sizeFault } from "./crop.ts";

const wide = { width: 1200, height: 800 };

describe("the part of a picture that is kept", () => {
  test("is the middle at first, as large as it can be", () => {
    expect(cropOf(wide, middle)).toEqual({ x: 200, y: 0, side: 800 });
  });

  test("shrinks to a quarter, and stays within the picture at every end", () => {
    expect(cropOf(wide, { zoom: 1, across: 0.5, down: 0.5 }).side).toBe(200);
    for (const across of [0, 0.5, 1]) {
      for (const down of [0, 0.5, 1]) {
        for (const zoom of [0, 0.3, 1]) {
          const { x, y, side } = cropOf(wide, { zoom, across, down });
          expect(x >= 0 && x + side <= 1200 && y >= 0 && y + side <= 800).toBe(true);
        }
      }
    }
  });

  test("follows the finger and stops at the edge", () => {
    const right = moved(wide, middle, { x: -100, y: 50 });
    expect(cropOf(wide, right)).toEqual({ x: 300, y: 0, side: 800 });
    expect(cropOf(wide, moved(wide, middle, { x: -9000, y: 0 })).x).toBe(400);
  });

  test("of a small picture is all of it", () => {
    expect(cropOf({ width: 64, height: 64 }, { zoom: 1, across: 0, down: 0 }).side).toBe(64);
  });
});

test("a file that cannot be a picture is refused before it is sent", () => {
  const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], "a", { type });
  expect(fileFault(file("image/svg+xml", 10))).toBe("Please choose a PNG, JPEG or WebP picture.");
  expect(fileFault(file("image/png", 10 * 1024 * 1024 + 1))).toBe(
    "A picture may have at most 10 MB.",
  );
  expect(fileFault(file("image/webp", 10))).toBeNull();
  expect(sizeFault({ width: 9000, height: 10 })).toBe(
    "A picture may be at most 8192 pixels wide and high.",
  );
  expect(sizeFault({ width: 900, height: 63 })).toMatch("too small");
  expect(sizeFault(wide)).toBeNull();
});

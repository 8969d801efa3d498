import { expect, test } from "vitest";
import { logoReduction } from "./compress.ts";

const MB = 1024 * 1024;

test.each([
  [10 * MB + 1, { side: 300, quality: 0.2 }],
  [10 * MB, { side: 350, quality: 0.25 }],
  [5 * MB, { side: 400, quality: 0.25 }],
  [2 * MB, { side: 400, quality: 0.3 }],
])("reduces a logo of %i bytes as F-041 specifies", (bytes, reduction) => {
  expect(logoReduction(bytes)).toEqual(reduction);
});

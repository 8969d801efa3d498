import { i18n } from "@lingui/core";
import { expect, test, vi } from "vitest";

// The first page is loaded as a whole, but not started.
vi.mock(import("@guildhall/web-kit/shell/start.tsx"), async (importOriginal) => ({
  ...(await importOriginal()),
  start: () => Promise.resolve(),
}));

/** The lines of code that have asked for a text or for the language. */
function recordUses(): Set<string> {
  const lines = new Set<string>();
  const record = () => {
    const stack = (new Error("use").stack ?? "").split("\n");
    const line = stack.find((at) => /\/web-\w+\/src\//.test(at) && !at.includes("main.test.ts"));
    lines.add(line?.replace(/^.*\/(?=web-)/, "") ?? "elsewhere");
  };
  vi.spyOn(i18n, "_").mockImplementation((id) => {
    record();
    return id;
  });
  vi.spyOn(i18n, "locale", "get").mockImplementation(() => {
    record();
    return "en";
  });
  return lines;
}

test("loading the first page reads no text, since its language is not known yet", async () => {
  const uses = recordUses();
  await import("./main.tsx");
  expect(uses).toEqual(new Set());
});

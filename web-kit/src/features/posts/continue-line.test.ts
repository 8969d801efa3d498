import { expect, test } from "vitest";
import { continueLine } from "./continue-line.ts";

/** The text after a line break at the `|`; null if the break needs no help. */
function after(marked: string): string | null {
  const start = marked.indexOf("|");
  const next = continueLine({ text: marked.replace("|", ""), start, end: start });
  return next && `${next.text.slice(0, next.start)}|${next.text.slice(next.start)}`;
}

test.each([
  ["- a|", "- a\n- |"],
  ["- a|b", "- a\n- |b"],
  ["9. a|", "9. a\n10. |"],
  ["> a|", "> a\n> |"],
  ["> - a|\nb", "> - a\n> - |\nb"],
])("a list or a quote continues: %j", (before, expected) => {
  expect(after(before)).toBe(expected);
});

test.each([
  ["- a\n- |", "- a\n|"],
  ["1. a\n2. |\nb", "1. a\n|\nb"],
  ["> a\n> |", "> a\n|"],
  ["> - a\n> - |", "> - a\n> |"],
])("an empty item ends it: %j", (before, expected) => {
  expect(after(before)).toBe(expected);
});

test.each(["a|", "|- a", "-|", "```\n- a|", "> ```\n> - a|"])(
  "other lines do not: %j",
  (before) => {
    expect(after(before)).toBeNull();
  },
);

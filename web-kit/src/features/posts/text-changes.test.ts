import { expect, test } from "vitest";
import { textChanges } from "./text-changes.ts";

/** `[-removed-]` and `{+added+}` words. */
const changes = (before: string, after: string) =>
  textChanges(before, after)
    .map(({ kind, text }) => {
      if (kind === "same") return text;
      return kind === "added" ? `{+${text}+}` : `[-${text}-]`;
    })
    .join("");

test.each([
  ["Use two gauges.", "Use three gauges.", "Use [-two-]{+three+} gauges."],
  ["one", "one two", "one{+ two+}"],
  ["one\ntwo", "two", "[-one\n-]two"],
  ["", "one", "{+one+}"],
  ["one", "", "[-one-]"],
  ["same", "same", "same"],
  ["a 🙂 b", "a 🙃 b", "a [-🙂-]{+🙃+} b"],
])("from %j to %j", (before, after, expected) => {
  expect(changes(before, after)).toBe(expected);
});

test("very different long texts are replaced as a whole", () => {
  const [before, after] = ["a ".repeat(2500), "b ".repeat(2400)];
  expect(textChanges(before, after).map(({ kind }) => kind)).toEqual(["removed", "added", "same"]);
});

import { describe, expect, test } from "vitest";
import { diffLines, hunksOf } from "./diff.ts";

const signs = { same: " ", added: "+", removed: "-" } as const;
const drawn = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);

describe("diffLines", () => {
  test("equal texts have only equal lines", () => {
    expect(drawn("a\nb", "a\nb")).toEqual([" a", " b"]);
  });

  test("marks added and removed lines in place", () => {
    expect(drawn("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
  });

  test("keeps unchanged lines between changes", () => {
    expect(drawn("1\n2\n3\n4\n5", "2\n3\nx\n5\n6")).toEqual([
      "-1",
      " 2",
      " 3",
      "-4",
      "+x",
      " 5",
      "+6",
    ]);
  });

  test.each([
    ["", "a\nb"],
    ["a\nb", ""],
    ["a\na\nb", "a\nb\nb"],
    ["x\ny\nz", "z\ny\nx"],
  ])("both texts can be reconstructed from %j and %j", (before, after) => {
    const lines = diffLines(before, after);
    const side = (gone: string) =>
      lines
        .filter(({ kind }) => kind !== gone)
        .map(({ text }) => text)
        .join("\n");
    expect(side("added")).toBe(before);
    expect(side("removed")).toBe(after);
  });
});

test("a hunk has context lines and the number of omitted ones", () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
  const hunks = hunksOf(diffLines(before, before.replace("line 10", "changed")), 2);
  expect(hunks).toHaveLength(1);
  expect(hunks[0]?.hidden).toBe(8);
  expect(hunks[0]?.lines).toHaveLength(6);
});

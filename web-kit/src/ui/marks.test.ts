import { expect, test } from "vitest";
import { hueFor, inkOn } from "./hue.ts";
import { initialsOf } from "./initials.ts";
import { roundCount, shortCount } from "./short-count.ts";

test.each([
  ["Nadia Rahman", "NR"],
  ["Siobhán Mary Gallagher", "SG"],
  ["nadia@ashcombe.example", "NA"],
  ["Øyvind", "ØY"],
  ["", "U"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("hueFor returns the same hue for the same name", () => {
  expect(hueFor("Bridges & Tall Structures")).toBe(hueFor("Bridges & Tall Structures"));
});

test("a letter is readable on any brand colour", () => {
  expect(["#6e1f3e", "#0e6b5e", "#f5c518", "#ffffff", "#000000"].map(inkOn)).toEqual([
    "white",
    "white",
    "black",
    "black",
    "white",
  ]);
});

test("badges stop at their cap, text rounds down to tenths of a thousand", () => {
  expect([shortCount(99), shortCount(100), shortCount(12, 9)]).toEqual(["99", "99+", "9+"]);
  expect([999, 1000, 1249, 11_804, 123_456].map(roundCount)).toEqual([
    "999",
    "1k",
    "1.2k",
    "11.8k",
    "123k",
  ]);
});

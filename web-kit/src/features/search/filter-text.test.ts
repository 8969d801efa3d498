import { describe, expect, test } from "vitest";
import {
  filterAt,
  filterText,
  filtersIn,
  queryText,
  withFilter,
  withoutFilter,
  wordsOf,
} from "./filter-text.ts";

const pairs = (text: string) => filtersIn(text).map(({ name, value }) => [name, value]);

describe("reading", () => {
  test("finds filters with plain and quoted values among words", () => {
    const text = 'deck in:"Long  Spans" From:@kwame before:2026-03-01 has:image crane';
    expect(pairs(text)).toEqual([
      ["in", "Long Spans"],
      ["from", "@kwame"],
      ["before", "2026-03-01"],
      ["has", "image"],
    ]);
    expect(wordsOf(text)).toBe("deck crane");
  });

  test("reads the curly quotes of a phone, and a value without its last quote", () => {
    expect(pairs("in:“Long Spans” from:„Ling Zhao")).toEqual([
      ["in", "Long Spans"],
      ["from", "Ling Zhao"],
    ]);
  });

  test("a name inside a word or address is no filter", () => {
    expect(pairs("login:x https://a.example/in:b within:c in :d")).toEqual([]);
  });

  test("sends the words first, without filters that have no value yet", () => {
    expect(queryText('in:"Long Spans"  deck   from:')).toBe('deck in:"Long Spans"');
    expect(queryText("in:“Long Spans”")).toBe('in:"Long Spans"');
    expect(queryText("from: ")).toBe("");
    expect(queryText("  two  words ")).toBe("two words");
  });
});

describe("editing", () => {
  test("finds the filter at the caret", () => {
    const text = "deck in:bri from:me";
    expect(filterAt(text, 4)).toBeNull();
    expect(filterAt(text, 6)).toBeNull();
    expect(filterAt(text, 8)?.name).toBe("in");
    expect(filterAt(text, 11)?.name).toBe("in");
    expect(filterAt(text, text.length)?.name).toBe("from");
    expect(filterAt("in:bri ", 7)).toBeNull();
  });

  test("replaces the filter at the caret, or adds one", () => {
    const text = "deck in:bri crane";
    const typed = filterAt(text, 11) ?? undefined;
    expect(withFilter(text, "in", "Long Spans", typed)).toBe('deck in:"Long Spans" crane');
    expect(withFilter("deck", "from", "")).toBe("deck from:");
    expect(withFilter("", "has", "image")).toBe("has:image ");
  });

  test("removes a filter", () => {
    const [first, second] = filtersIn("in:bridges deck has:image");
    if (first === undefined || second === undefined) throw new Error("no filters");
    expect(withoutFilter("in:bridges deck has:image", first)).toBe("deck has:image");
    expect(withoutFilter("in:bridges deck has:image", second)).toBe("in:bridges deck ");
  });

  test("quotes a value only if it needs it", () => {
    expect(filterText("in", "Bridges")).toBe("in:Bridges");
    expect(filterText("in", "长 桥")).toBe('in:"长 桥"');
  });
});

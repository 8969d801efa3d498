import { describe, expect, test } from "vitest";
import { affiliation } from "@guildhall/web-kit/testing/affiliations.ts";
import {
  changedFields,
  checkPath,
  normalisePath,
  sanitiseTypedPath,
  pageFieldsOf,
} from "./rules.ts";

describe("a url path", () => {
  test.each([
    ["oak-house", "oak-house", "oak-house"],
    ["Oak House", "oak-house", "oak-house"],
    ["oak-", "oak-", "oak"],
    ["  oak  ", "-oak-", "oak"],
    ["oak -- & house", "oak-house", "oak-house"],
    ["Café_1922", "caf-1922", "caf-1922"],
    ["--", "-", ""],
    ["", "", ""],
  ])("%j is shown as %j while typing and stored as %j", (text, typed, stored) => {
    expect([sanitiseTypedPath(text), normalisePath(text)]).toEqual([typed, stored]);
  });

  test.each(["", "ab", "a-1", "x".repeat(50)])("%j is valid", (path) => {
    expect(checkPath(path)).toBeNull();
  });

  test.each(["a", "x".repeat(51), "-oak", "oak-", "oak--house", "Oak"])("%j is invalid", (path) => {
    expect(checkPath(path)).toBe("Invalid URL path format");
  });
});

describe("the changed texts", () => {
  const oak = affiliation({}, { tagline: "Old trees", description: "For all.\n" });
  const words = pageFieldsOf(oak);

  test("contain only differences, trimmed", () => {
    const typed = { ...words, name: " Elm House ", tagline: "", urlPath: "elm-" };
    expect(changedFields(oak, typed)).toEqual({ name: "Elm House", tagline: "", urlPath: "elm" });
  });

  test("are empty if only spaces were added", () => {
    expect(changedFields(oak, { ...words, name: "Oak House ", urlPath: "oak-house-" })).toEqual({});
  });
});

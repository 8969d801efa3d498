import { beforeEach, expect, test, vi } from "vitest";
import { answersPlace, forgetAnswers, keepAnswers, keptAnswers } from "./kept-answers.ts";

const [nadias, lings] = [answersPlace("nadia", "oak"), answersPlace("ling", "oak")];

beforeEach(() => sessionStorage.clear());

test("stores answers per user and affiliation", () => {
  keepAnswers(nadias, { why: "Old trees" });
  expect(keptAnswers(nadias)).toEqual({ why: "Old trees" });
  expect(keptAnswers(lings)).toEqual({});
  expect(keptAnswers(answersPlace("nadia", "elm"))).toEqual({});
});

test("a deliberate sign-out deletes the user's answers", () => {
  keepAnswers(nadias, { why: "Old trees" });
  keepAnswers(lings, { why: "Birds" });
  forgetAnswers(answersPlace("nadia", ""));
  expect([keptAnswers(nadias), keptAnswers(lings)]).toEqual([{}, { why: "Birds" }]);
});

test.each(["", "null", "[", "7", '{"why":7}'])("%j is ignored as an answer", (kept) => {
  sessionStorage.setItem(`gh-application/${nadias}`, kept);
  expect(keptAnswers(nadias)).toEqual({});
});

test("blocked storage causes no other failure", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(() => keepAnswers(nadias, { why: "Old trees" })).not.toThrow();
  full.mockRestore();
});

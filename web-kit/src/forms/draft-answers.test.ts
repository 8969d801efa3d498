import { beforeEach, expect, test, vi } from "vitest";
import {
  draftAnswersKey,
  deleteDraftAnswers,
  storeDraftAnswers,
  loadDraftAnswers,
} from "./draft-answers.ts";

const [nadias, lings] = [draftAnswersKey("nadia", "oak"), draftAnswersKey("ling", "oak")];

beforeEach(() => sessionStorage.clear());

test("stores answers per user and affiliation", () => {
  storeDraftAnswers(nadias, { why: "Old trees" });
  expect(loadDraftAnswers(nadias)).toEqual({ why: "Old trees" });
  expect(loadDraftAnswers(lings)).toEqual({});
  expect(loadDraftAnswers(draftAnswersKey("nadia", "elm"))).toEqual({});
});

test("a deliberate sign-out deletes the user's answers", () => {
  storeDraftAnswers(nadias, { why: "Old trees" });
  storeDraftAnswers(lings, { why: "Birds" });
  deleteDraftAnswers(draftAnswersKey("nadia", ""));
  expect([loadDraftAnswers(nadias), loadDraftAnswers(lings)]).toEqual([{}, { why: "Birds" }]);
});

test.each(["", "null", "[", "7", '{"why":7}'])("%j is ignored as an answer", (stored) => {
  sessionStorage.setItem(`gh-application/${nadias}`, stored);
  expect(loadDraftAnswers(nadias)).toEqual({});
});

test("blocked storage causes no other failure", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(() => storeDraftAnswers(nadias, { why: "Old trees" })).not.toThrow();
  full.mockRestore();
});

import { describe, expect, test } from "vitest";
import type { Question } from "../../../api/types.ts";
import { answerError, lengthHint } from "./rules.ts";

const question = (changes: Partial<Question> = {}): Question => ({
  id: "why",
  label: "Motivation",
  type: "textarea",
  options: [],
  required: false,
  ...changes,
});
const between = (minLength: number | null, maxLength: number | null) =>
  question({ validation: { minLength, maxLength } });

describe("an answer", () => {
  test.each([
    ["is missing", question({ required: true }), " \n ", "Motivation is required"],
    ["may be missing", question(), "", null],
    ["may be missing though it has a length", between(50, 500), "", null],
    ["is too short", between(50, 500), "x".repeat(49), "Minimum 50 characters required"],
    ["is just long enough", between(50, 500), "x".repeat(50), null],
    ["is not longer for its blanks", between(5, null), " four ", "Minimum 5 characters required"],
    ["is just short enough", between(50, 500), "x".repeat(500), null],
    ["is too long", between(50, 500), "x".repeat(501), "Maximum 500 characters allowed"],
    ["is counted as it is read", between(null, 2), "🌳🌳", null],
    ["is longer than any may be", question(), "x".repeat(5001), "Maximum 5000 characters allowed"],
    ["is of a form that only the server knows", question({ type: "email" }), "nobody", null],
    [
      "is not held to a pattern here",
      question({ validation: { pattern: "^[0-9]+$" } }),
      "words",
      null,
    ],
  ])("%s", (_, requested, answer, fault) => {
    expect(answerError(requested, answer)).toBe(fault);
  });
});

test.each([
  [between(50, 500), "50 to 500 characters"],
  [between(50, null), "At least 50 characters"],
  [between(null, 500), "At most 500 characters"],
  [question(), null],
  [question({ type: "multiple_choice", validation: { minLength: 3 } }), null],
])("states the required length in advance", (requested, hint) => {
  expect(lengthHint(requested)).toBe(hint);
});

import { describe, expect, test } from "vitest";
import { questionnaire } from "@guildhall/web-kit/testing/affiliations.ts";
import { moveItem, newQuestion, readDraft, toJson, toQuestionnaire } from "./form-draft.ts";
import { formErrors, isValid } from "./form-rules.ts";

const draftOf = (value: object) => {
  const draft = readDraft(toJson(value));
  if (draft === null) throw new Error("not a questionnaire");
  return draft;
};

describe("a draft of a questionnaire", () => {
  test("keeps every property that the server knows", () => {
    const whole = {
      title: "Join us",
      description: "Tell us about you",
      estimatedTimeMinutes: 4,
      questions: [
        {
          id: "year",
          label: "Year",
          type: "number",
          required: true,
          placeholder: "2012",
          validation: { minLength: 4, maxLength: 4, pattern: "^[0-9]+$", message: "Digits only" },
        },
        {
          id: "kind",
          label: "Kind",
          type: "multiple_choice",
          options: ["A", "B"],
          required: false,
        },
      ],
    };
    expect(toQuestionnaire(draftOf(whole))).toEqual(whole);
  });

  test("accepts the aliases of F-048 and missing optional properties", () => {
    const draft = draftOf({ questions: [{ id: "a", question: "Which?", type: "select" }] });
    expect(toQuestionnaire(draft)).toEqual({
      title: "",
      description: "",
      estimatedTimeMinutes: 3,
      questions: [
        { id: "a", label: "Which?", type: "multiple_choice", options: [], required: false },
      ],
    });
  });

  test.each([
    "",
    "[]",
    "{}",
    '{"questions":[{"id":1}]}',
    '{"questions":[{"id":"a","type":"date"}]}',
  ])("is missing for the JSON %s", (json) => expect(readDraft(json)).toBeNull());

  test("drops the limits of a question that became a choice, and keeps its options", () => {
    const draft = draftOf(questionnaire());
    const [first] = draft.questions;
    if (first === undefined) throw new Error("no question");
    const changed = { ...draft, questions: [{ ...first, type: "multiple_choice" as const }] };
    expect(toQuestionnaire(changed).questions[0]).toMatchObject({ options: [] });
    expect(toQuestionnaire(changed).questions[0]?.validation).toBeUndefined();
  });

  test("gives a new question an id of its own", () => {
    const others = draftOf({
      questions: [
        { id: "question_2", label: "A", type: "text" },
        { id: "b", label: "B", type: "text" },
      ],
    }).questions;
    expect(newQuestion("text", others).id).toBe("question_3");
    expect(newQuestion("text", others.slice(0, 1)).id).toBe("question_3");
  });
});

describe("moving an item", () => {
  test.each([
    [0, 1, ["b", "a", "c"]],
    [2, -1, ["a", "c", "b"]],
    [0, -1, ["a", "b", "c"]],
    [2, 1, ["a", "b", "c"]],
    [5, 1, ["a", "b", "c"]],
  ] as const)("from %i by %i", (from, by, expected) => {
    expect(moveItem(["a", "b", "c"], from, by)).toEqual(expected);
  });
});

describe("the validation of a form", () => {
  const errorsOf = (question: object) => {
    const draft = draftOf({
      questions: [{ id: "a", label: "A", type: "text", required: true, ...question }],
    });
    return formErrors(draft).questions[draft.questions[0]?.key ?? ""] ?? {};
  };

  test("accepts the default questions", () => {
    expect(isValid(formErrors(draftOf(questionnaire())))).toBe(true);
  });

  test.each([
    [{ label: " " }, { label: "Input is required" }],
    [{ label: "x".repeat(301) }, { label: "At most 300 characters" }],
    [
      { validation: { minLength: 9, maxLength: 3 } },
      { maxLength: "The maximum must not be below the minimum" },
    ],
    [{ validation: { maxLength: 0 } }, { maxLength: "Enter at least 1" }],
    [{ validation: { minLength: 6000 } }, { minLength: "At most 5000" }],
    [{ type: "multiple_choice", options: [] }, { options: "Add at least one option" }],
    [
      { type: "multiple_choice", options: ["A", " A"] },
      { options: "Every option must be different" },
    ],
  ])("reports %j", (question, expected) => {
    expect(errorsOf(question)).toEqual(expected);
  });

  test("reports a wrong duration, and a form without questions", () => {
    const draft = { ...draftOf(questionnaire()), questions: [], estimatedTimeMinutes: "0" };
    expect(formErrors(draft)).toEqual({
      estimatedTimeMinutes: "Enter a number from 1 to 240",
      form: "Invalid questionnaire: it needs between 1 and 50 questions",
      questions: {},
    });
  });
});

import { z } from "zod/mini";
import type { Question, Questionnaire } from "@guildhall/web-kit/api/types.ts";

/**
 * A questionnaire while it is edited. Numbers are kept as typed, and options stay when the type of
 * a question changes, so that no input is lost.
 */

export type QuestionType = Question["type"];

export interface OptionDraft {
  key: string;
  text: string;
}

export interface QuestionDraft {
  /** Identifies the question on the screen; the id may be edited in the JSON. */
  key: string;
  id: string;
  label: string;
  type: QuestionType;
  required: boolean;
  placeholder: string;
  options: readonly OptionDraft[];
  minLength: string;
  maxLength: string;
  pattern: string;
  message: string;
}

export interface FormDraft {
  title: string;
  description: string;
  estimatedTimeMinutes: string;
  questions: readonly QuestionDraft[];
}

export const QUESTIONS_MAX = 50;
export const OPTIONS_MAX = 50;

let lastKey = 0;
const newKey = () => `k${(lastKey += 1)}`;

export const newOption = (text = ""): OptionDraft => ({ key: newKey(), text });

/** A new question with an id that no other question has. */
export function newQuestion(type: QuestionType, others: readonly QuestionDraft[]): QuestionDraft {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`question_${number}`)) number += 1;
  return {
    key: newKey(),
    id: `question_${number}`,
    label: "",
    type,
    required: true,
    placeholder: "",
    options: type === "multiple_choice" ? [newOption(), newOption()] : [],
    minLength: "",
    maxLength: "",
    pattern: "",
    message: "",
  };
}

/** The list with one item moved by one place; unchanged at either end. */
export function moveItem<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  const to = from + by;
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  moved.splice(to, 0, item);
  return moved;
}

const text = z.optional(z.nullable(z.string()));
const number = z.optional(z.nullable(z.number()));
const types = ["multiple_choice", "textarea", "email", "number", "text"] as const;

/** The stored form (F-048): `question` stands for `label`, and `select` for a multiple choice. */
const writtenForm = z.object({
  title: text,
  description: text,
  estimatedTimeMinutes: number,
  questions: z.array(
    z.object({
      id: z.string(),
      label: text,
      question: text,
      type: z.enum([...types, "select"]),
      options: z.optional(z.nullable(z.array(z.string()))),
      required: z.optional(z.nullable(z.boolean())),
      placeholder: text,
      validation: z.optional(
        z.nullable(
          z.object({ minLength: number, maxLength: number, pattern: text, message: text }),
        ),
      ),
    }),
  ),
});

/** The draft of a questionnaire's JSON; null if the text is not a questionnaire. */
export function readDraft(json: string): FormDraft | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const parsed = writtenForm.safeParse(value);
  if (!parsed.success) return null;
  const { title, description, estimatedTimeMinutes, questions } = parsed.data;
  return {
    title: title ?? "",
    description: description ?? "",
    estimatedTimeMinutes: numberText(estimatedTimeMinutes),
    questions: questions.map((question) => ({
      key: newKey(),
      id: question.id,
      label: question.label ?? question.question ?? "",
      type: question.type === "select" ? "multiple_choice" : question.type,
      required: question.required ?? false,
      placeholder: question.placeholder ?? "",
      options: (question.options ?? []).map((option) => newOption(option)),
      minLength: numberText(question.validation?.minLength),
      maxLength: numberText(question.validation?.maxLength),
      pattern: question.validation?.pattern ?? "",
      message: question.validation?.message ?? "",
    })),
  };
}

const numberText = (value: number | null | undefined) => (value == null ? "" : String(value));

/** The whole number in a field; undefined if it is empty or not a whole number. */
export function wholeNumber(typed: string): number | undefined {
  const trimmed = typed.trim();
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The questionnaire of a draft, without its empty optional properties. */
export function toQuestionnaire(draft: FormDraft): Questionnaire {
  return {
    title: draft.title,
    description: draft.description,
    estimatedTimeMinutes: wholeNumber(draft.estimatedTimeMinutes) ?? 3,
    questions: draft.questions.map(toQuestion),
  };
}

function toQuestion(draft: QuestionDraft): Question {
  const { id, label, type, required, placeholder } = draft;
  const minLength = wholeNumber(draft.minLength);
  const maxLength = wholeNumber(draft.maxLength);
  const validation = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(draft.pattern !== "" && { pattern: draft.pattern }),
    ...(draft.message !== "" && { message: draft.message }),
  };
  const hasLimits = type !== "multiple_choice" && Object.keys(validation).length > 0;
  return {
    id,
    label,
    type,
    ...(type === "multiple_choice" && { options: draft.options.map((option) => option.text) }),
    required,
    ...(placeholder !== "" && { placeholder }),
    ...(hasLimits && { validation }),
  };
}

/** The JSON of a questionnaire as the JSON tab shows it. */
export const toJson = (questionnaire: object) => JSON.stringify(questionnaire, null, 2);

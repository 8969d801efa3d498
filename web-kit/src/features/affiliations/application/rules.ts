import { t } from "@lingui/core/macro";
import type { Question } from "../../../api/types.ts";
import { countCharacters, stripControls } from "../../../content/rules.ts";

/**
 * Client-side validation of answers. The rest, such as patterns and email syntax, is left to the
 * server (`tenant-runtime/src/affiliations/questionnaire/answers.rs`).
 */

/** Maximum characters of any answer. */
const ANSWER_CHARS_MAX = 5000;

/** Maximum characters of an answer, if the question sets one. */
export function maxAnswerLength({ validation }: Question): number | null {
  return validation?.maxLength ?? null;
}

/** The error of an answer, or null. */
export function answerError(question: Question, answer: string): string | null {
  const text = stripControls(answer).trim();
  if (text === "") return question.required ? t`${{ label: question.label }} is required` : null;
  const chars = countCharacters(text);
  const least = question.validation?.minLength ?? 0;
  if (chars < least) return t`Minimum ${least} characters required`;
  const most = Math.min(maxAnswerLength(question) ?? ANSWER_CHARS_MAX, ANSWER_CHARS_MAX);
  return chars > most ? t`Maximum ${most} characters allowed` : null;
}

/** The required length of an answer, shown before submission. */
export function lengthHint({ type, validation }: Question): string | null {
  const [least, most] = [validation?.minLength ?? 0, validation?.maxLength ?? null];
  if (type === "multiple_choice") return null;
  if (least > 0 && most !== null) return t`${least} to ${most} characters`;
  if (least > 0) return t`At least ${least} characters`;
  return most === null ? null : t`At most ${most} characters`;
}

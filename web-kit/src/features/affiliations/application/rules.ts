import type { Question } from "../../../api/types.ts";
import { countCharacters, stripControls } from "../../../content/rules.ts";

/**
 * What an answer has to be, as far as it is told before it is sent: the rest, such as patterns and the
 * form of an address, is the server's (`tenant-runtime/src/affiliations/questionnaire/answers.rs`).
 */

/** Characters of an answer, whatever the question allows. */
const ANSWER_CHARS_MAX = 5000;

/** How many characters an answer may have, where the question says so. */
export function maxOf({ validation }: Question): number | null {
  return validation?.maxLength ?? null;
}

/** What is wrong with an answer; nothing, if nothing is. */
export function faultOf(question: Question, answer: string): string | null {
  const text = stripControls(answer).trim();
  if (text === "") return question.required ? `${question.label} is required` : null;
  const chars = countCharacters(text);
  const least = question.validation?.minLength ?? 0;
  if (chars < least) return `Minimum ${least} characters required`;
  const most = Math.min(maxOf(question) ?? ANSWER_CHARS_MAX, ANSWER_CHARS_MAX);
  return chars > most ? `Maximum ${most} characters allowed` : null;
}

/** How long an answer has to be, said before somebody is told that theirs is not. */
export function lengthHint({ type, validation }: Question): string | null {
  const [least, most] = [validation?.minLength ?? 0, validation?.maxLength ?? null];
  if (type === "multiple_choice") return null;
  if (least > 0 && most !== null) return `${least} to ${most} characters`;
  if (least > 0) return `At least ${least} characters`;
  return most === null ? null : `At most ${most} characters`;
}

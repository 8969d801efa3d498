import { t } from "@lingui/core/macro";
import { countCharacters, inputRequired } from "@guildhall/web-kit/content/rules.ts";
import { type FormDraft, QUESTIONS_MAX, type QuestionDraft, wholeNumber } from "./form-draft.ts";

/**
 * Client-side validation of a questionnaire. The server is authoritative
 * (`tenant-runtime/src/affiliations/questionnaire/read.rs`).
 */

const LABEL_MAX = 300;
const DESCRIPTION_MAX = 2000;
const ANSWER_MAX = 5000;
const MINUTES_MAX = 240;

const TOO_LONG = t`At most ${LABEL_MAX} characters`;
const NOT_A_NUMBER = t`Enter a whole number`;

/** The errors of one question, by field. */
export type QuestionErrors = Partial<
  Record<"label" | "options" | "placeholder" | "minLength" | "maxLength" | "message", string>
>;

export interface FormErrors {
  title?: string;
  description?: string;
  estimatedTimeMinutes?: string;
  /** The error of the whole form, such as a form without questions. */
  form?: string;
  /** Errors by the key of their question; questions without errors are missing. */
  questions: Readonly<Record<string, QuestionErrors>>;
}

export function formErrors(draft: FormDraft): FormErrors {
  const questions = Object.fromEntries(
    draft.questions
      .map((question) => [question.key, questionErrors(question)] as const)
      .filter(([, errors]) => Object.keys(errors).length > 0),
  );
  const minutes = wholeNumber(draft.estimatedTimeMinutes);
  const count = draft.questions.length;
  return {
    ...(isLonger(draft.title, LABEL_MAX) && { title: TOO_LONG }),
    ...(isLonger(draft.description, DESCRIPTION_MAX) && {
      description: t`At most ${DESCRIPTION_MAX} characters`,
    }),
    ...(draft.estimatedTimeMinutes.trim() !== "" &&
      (minutes === undefined || minutes < 1 || minutes > MINUTES_MAX) && {
        estimatedTimeMinutes: t`Enter a number from 1 to ${MINUTES_MAX}`,
      }),
    ...((count === 0 || count > QUESTIONS_MAX) && {
      form: t`Invalid questionnaire: it needs between 1 and ${QUESTIONS_MAX} questions`,
    }),
    questions,
  };
}

/** True if there is no error in any field. */
export function isValid({ questions, ...fields }: FormErrors): boolean {
  return Object.keys(fields).length === 0 && Object.keys(questions).length === 0;
}

const isLonger = (text: string, max: number) => countCharacters(text.trim()) > max;

function questionErrors(question: QuestionDraft): QuestionErrors {
  const { label, type, placeholder, message } = question;
  return {
    ...(label.trim() === "" && { label: inputRequired() }),
    ...(isLonger(label, LABEL_MAX) && { label: TOO_LONG }),
    ...(isLonger(placeholder, LABEL_MAX) && { placeholder: TOO_LONG }),
    ...(type === "multiple_choice"
      ? optionErrors(question)
      : { ...lengthErrors(question), ...(isLonger(message, LABEL_MAX) && { message: TOO_LONG }) }),
  };
}

function optionErrors({ options }: QuestionDraft): QuestionErrors {
  const texts = options.map((option) => option.text.trim());
  if (texts.length === 0) return { options: t`Add at least one option` };
  if (texts.some((option) => option === "")) return { options: t`Every option needs a text` };
  if (texts.some((option) => isLonger(option, LABEL_MAX))) return { options: TOO_LONG };
  if (new Set(texts).size < texts.length) return { options: t`Every option must be different` };
  return {};
}

function lengthErrors({ minLength, maxLength }: QuestionDraft): QuestionErrors {
  const errors: QuestionErrors = {};
  const least = wholeNumber(minLength);
  const most = wholeNumber(maxLength);
  if (minLength.trim() !== "" && least === undefined) errors.minLength = NOT_A_NUMBER;
  else if ((least ?? 0) > ANSWER_MAX) errors.minLength = t`At most ${ANSWER_MAX}`;
  if (maxLength.trim() !== "" && (most === undefined || most === 0)) {
    errors.maxLength = most === 0 ? t`Enter at least 1` : NOT_A_NUMBER;
  } else if (least !== undefined && most !== undefined && least > most) {
    errors.maxLength = t`The maximum must not be below the minimum`;
  }
  return errors;
}

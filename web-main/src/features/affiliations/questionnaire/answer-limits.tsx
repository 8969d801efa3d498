import { t } from "@lingui/core/macro";
import { useState } from "react";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import type { QuestionDraft } from "./form-draft.ts";
import type { QuestionErrors } from "./form-rules.ts";

/** Not part of the text, in which braces have a meaning. */
const PATTERN_EXAMPLE = "^[A-Z]{2}[0-9]{4}$";

/** The limits of a written answer: its length, and a pattern with the message for a mismatch. */
export function AnswerLimits(props: {
  question: QuestionDraft;
  errors: QuestionErrors;
  onChange: (changes: Partial<QuestionDraft>) => void;
}) {
  const { question, errors, onChange } = props;
  // Clearing the pattern must not close the part in which it is typed.
  const [isOpen] = useState(question.pattern !== "");
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Minimum characters`}
          inputMode="numeric"
          autoComplete="off"
          value={question.minLength}
          error={errors.minLength}
          onChange={(event) => onChange({ minLength: event.target.value })}
        />
        <TextField
          label={t`Maximum characters`}
          inputMode="numeric"
          autoComplete="off"
          value={question.maxLength}
          error={errors.maxLength}
          onChange={(event) => onChange({ maxLength: event.target.value })}
        />
      </div>
      <details {...(isOpen && { open: true })}>
        <summary className="w-fit text-13 font-medium text-ink-2 hover:text-ink max-md:py-2">{t`Required format`}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`Pattern`}
            hint={t`A regular expression, such as ${PATTERN_EXAMPLE}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            className="[&_input]:font-mono"
            value={question.pattern}
            onChange={(event) => onChange({ pattern: event.target.value })}
          />
          <TextField
            label={t`Message if it does not match`}
            hint={t`Leave empty for 'Invalid format'`}
            autoComplete="off"
            dir="auto"
            value={question.message}
            error={errors.message}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        </div>
      </details>
    </>
  );
}

import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { SelectField } from "@guildhall/web-kit/ui/select-field.tsx";
import { newOption, type QuestionDraft, type QuestionType } from "./form-draft.ts";
import type { QuestionErrors } from "./form-rules.ts";
import { OptionsEditor } from "./options-editor.tsx";
import { AnswerLimits } from "./answer-limits.tsx";

/** Names of the answer types, in the order of the choice. */
export const TYPE_LABELS: Readonly<Record<QuestionType, string>> = {
  text: t`Short text`,
  textarea: t`Long text`,
  multiple_choice: t`Multiple choice`,
  email: t`Email address`,
  number: t`Number`,
};

export const QUESTION_TYPES = Object.keys(TYPE_LABELS).filter(
  (name): name is QuestionType => name in TYPE_LABELS,
);

export interface QuestionCardProps {
  question: QuestionDraft;
  /** Position from 0, and the number of questions. */
  place: number;
  count: number;
  errors: QuestionErrors;
  /** Id of the button that moves it, so that the focus follows a moved question. */
  moveId: (by: -1 | 1) => string;
  onChange: (changes: Partial<QuestionDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One question in the form builder. */
export function QuestionCard(props: QuestionCardProps) {
  const { question, place, count, errors, onChange } = props;
  const name = t`Question ${{ number: place + 1 }}`;
  const { label, type, required, placeholder, options } = question;
  const setType = (next: QuestionType) => {
    const needsOptions = next === "multiple_choice" && options.length === 0;
    onChange({ type: next, ...(needsOptions && { options: [newOption(), newOption()] }) });
  };
  return (
    <fieldset className="min-w-0 rounded-lg p-4 edge-line md:p-5">
      <legend className="sr-only">{name}</legend>
      <div className="mb-3 flex items-center gap-1">
        <p aria-hidden className="flex-1 text-13 font-semibold text-ink-2">
          {name}
        </p>
        <IconButton
          id={props.moveId(-1)}
          label={t`Move question ${{ number: place + 1 }} up`}
          icon={<ArrowUp size={16} aria-hidden />}
          disabled={place === 0}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          id={props.moveId(1)}
          label={t`Move question ${{ number: place + 1 }} down`}
          icon={<ArrowDown size={16} aria-hidden />}
          disabled={place === count - 1}
          onClick={() => props.onMove(1)}
        />
        <IconButton
          label={t`Remove question ${{ number: place + 1 }}`}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={props.onRemove}
        />
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          mandatory
          label={t`Question`}
          autoComplete="off"
          dir="auto"
          value={label}
          error={errors.label}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t`Type of answer`}
            value={type}
            onChange={(event) => {
              const next = QUESTION_TYPES.find((one) => one === event.target.value);
              if (next !== undefined) setType(next);
            }}
          >
            {QUESTION_TYPES.map((one) => (
              <option key={one} value={one}>
                {TYPE_LABELS[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={type === "multiple_choice" ? t`Hint` : t`Placeholder`}
            autoComplete="off"
            dir="auto"
            value={placeholder}
            error={errors.placeholder}
            onChange={(event) => onChange({ placeholder: event.target.value })}
          />
        </div>
        {type === "multiple_choice" ? (
          <OptionsEditor
            options={options}
            error={errors.options}
            onChange={(next) => onChange({ options: next })}
          />
        ) : (
          <AnswerLimits {...{ question, errors, onChange }} />
        )}
        <Checkbox
          label={t`An answer is required`}
          checked={required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
      </div>
    </fieldset>
  );
}

import { t } from "@lingui/core/macro";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import {
  type FormDraft,
  moveItem,
  newQuestion,
  type QuestionDraft,
  QUESTIONS_MAX,
  type QuestionType,
} from "./form-draft.ts";
import type { FormErrors } from "./form-rules.ts";
import { QUESTION_TYPES, QuestionCard, TYPE_LABELS } from "./question-card.tsx";
import { useFocusAfterMove } from "./use-focus-after-move.ts";

export interface FormBuilderProps {
  draft: FormDraft;
  errors: FormErrors;
  onChange: (draft: FormDraft) => void;
}

/** Builds the form for applicants from questions, without writing JSON. */
export function FormBuilder({ draft, errors, onChange }: FormBuilderProps) {
  const { questions } = draft;
  const [announced, announce] = useState("");
  const focus = useFocusAfterMove(useId());
  const set = (changes: Partial<FormDraft>) => onChange({ ...draft, ...changes });
  const change = (key: string, changes: Partial<QuestionDraft>) =>
    set({ questions: questions.map((one) => (one.key === key ? { ...one, ...changes } : one)) });
  const move = (place: number, by: -1 | 1) => {
    const question = questions[place];
    if (question === undefined) return;
    focus.request(question.key, by);
    set({ questions: moveItem(questions, place, by) });
    announce(t`Now question ${{ number: place + 1 + by }} of ${{ count: questions.length }}`);
  };
  const remove = (key: string, place: number) => {
    set({ questions: questions.filter((one) => one.key !== key) });
    announce(t`Question ${{ number: place + 1 }} removed`);
  };
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label={t`Title`}
        autoComplete="off"
        dir="auto"
        value={draft.title}
        error={errors.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextAreaField
        label={t`Introduction`}
        rows={3}
        dir="auto"
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextField
        label={t`Estimated time in minutes`}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
        value={draft.estimatedTimeMinutes}
        error={errors.estimatedTimeMinutes}
        onChange={(event) => set({ estimatedTimeMinutes: event.target.value })}
      />
      <ol aria-label={t`Questions`} className="flex flex-col gap-4">
        {questions.map((question, place) => (
          <li key={question.key}>
            <QuestionCard
              {...{ question, place }}
              count={questions.length}
              errors={errors.questions[question.key] ?? {}}
              moveId={(by) => focus.idOf(question.key, by)}
              onChange={(changes) => change(question.key, changes)}
              onMove={(by) => move(place, by)}
              onRemove={() => remove(question.key, place)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {questions.length < QUESTIONS_MAX && (
        <AddQuestion
          onAdd={(type) => {
            set({ questions: [...questions, newQuestion(type, questions)] });
            announce(t`Question ${{ number: questions.length + 1 }} added`);
          }}
        />
      )}
    </div>
  );
}

function AddQuestion({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          className="self-start"
          icon={<Plus size={15} aria-hidden />}
        >{t`Add a question`}</Button>
      </MenuTrigger>
      <MenuContent align="start">
        {QUESTION_TYPES.map((type) => (
          <MenuItem key={type} onSelect={() => onAdd(type)}>
            {TYPE_LABELS[type]}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

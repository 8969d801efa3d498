import { plural, t } from "@lingui/core/macro";
import { useWatch } from "react-hook-form";
import type { Question, Questionnaire } from "../../../api/types.ts";
import { Choices } from "../../../ui/choices.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { CharacterCounter } from "../../communities/character-counter.tsx";
import { lengthHint, maxAnswerLength } from "./rules.ts";
import { type Application, fieldOf } from "./use-application.ts";

type Form = Application["form"];

/** One field per question, in their order. */
export function Questions(props: { questionnaire: Questionnaire; form: Form }) {
  const { questionnaire, form } = props;
  const { questions } = questionnaire;
  return (
    <>
      {questions.some(({ required }) => required) && (
        <p className="text-12 text-ink-3">{t`Questions marked * are required.`}</p>
      )}
      {questions.map((question, at) => (
        <QuestionField key={question.id} name={fieldOf(at)} {...{ question, form }} />
      ))}
    </>
  );
}

function QuestionField(props: { name: string; question: Question; form: Form }) {
  const { name, question, form } = props;
  const { label, type, required: mandatory, placeholder } = question;
  const { register, control, formState } = form;
  const value = useWatch({ control, name });
  const error = formState.errors[name]?.message;
  const most = maxAnswerLength(question);
  const hint = lengthHint(question);
  const words = {
    label,
    error,
    mandatory,
    ...(hint !== null && { hint }),
    ...(most !== null && { aside: <CharacterCounter value={value ?? ""} max={most} /> }),
    ...(placeholder != null && { placeholder }),
  };
  switch (type) {
    case "multiple_choice":
      return (
        <Choices
          {...{ label, error, mandatory }}
          choices={choicesOf(question)}
          {...(placeholder != null && { hint: placeholder })}
          {...register(name)}
        />
      );
    case "textarea":
      return <TextAreaField rows={4} {...words} {...register(name)} />;
    case "email":
      return <TextField type="email" autoComplete="email" {...words} {...register(name)} />;
    // Not `type="number"`: the browser discards input that is not a number.
    case "number":
      return <TextField inputMode="decimal" autoComplete="off" {...words} {...register(name)} />;
    case "text":
      return <TextField {...words} {...register(name)} />;
  }
}

/** An optional choice can be cleared. */
function choicesOf({ options = [], required }: Question) {
  const choices = options.map((option) => ({ value: option, title: option }));
  return required ? choices : [...choices, { value: "", title: t`No answer` }];
}

/** The estimated time, as the affiliation states it. */
export function durationLabel({ estimatedTimeMinutes: minutes }: Questionnaire): string {
  return plural(minutes, { one: "About # minute", other: "About # minutes" });
}

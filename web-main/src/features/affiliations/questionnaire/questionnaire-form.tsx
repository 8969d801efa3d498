import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert, Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { setQuestionnaire } from "./queries.ts";

const toJson = (questionnaire: object) => JSON.stringify(questionnaire, null, 2);

/** Edits the questionnaire as JSON. Only the server validates it. */
export function QuestionnaireForm(props: {
  affiliation: Affiliation;
  settings: QuestionnaireSettings;
}) {
  const { affiliation, settings } = props;
  const { stored, problem, questionnaire, templates } = settings;
  const form = useForm({ defaultValues: { questionnaire: stored ?? toJson(questionnaire) } });
  const { register, handleSubmit, setValue, formState } = form;
  const { errors, isDirty } = formState;
  const save = useSave(affiliation, form);
  // Replaces the text and clears the error of the previous text.
  const begin = (text: string) =>
    setValue("questionnaire", text, { shouldDirty: true, shouldValidate: true });
  return (
    <form
      noValidate
      className="mt-6 flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit((words) => save.mutate(words.questionnaire))(event)}
    >
      {problem !== null && (
        <Note tone="warning">
          <strong className="block font-semibold">The default questions are used meanwhile</strong>
          The stored questionnaire is invalid. {problem}
        </Note>
      )}
      {problem === null && stored === null && (
        <Note>The default questions are in use. You can edit them below.</Note>
      )}
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="mb-1.5 text-13 font-strong">Start from</legend>
        {templates.map((template) => (
          <Button key={template.name} onClick={() => begin(toJson(template.questionnaire))}>
            {template.name}
          </Button>
        ))}
      </fieldset>
      <TextAreaField
        label="Questionnaire (JSON)"
        hint="title, description, estimatedTimeMinutes and questions: id, label, type (multiple_choice, textarea, email, number, text), options, required, placeholder, validation (minLength, maxLength, pattern, message)"
        rows={22}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        dir="ltr"
        className="[&_textarea]:font-mono [&_textarea]:text-13"
        error={errors.questionnaire?.message}
        {...register("questionnaire")}
      />
      <LeaveGuard dirty={isDirty} />
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={save.isPending}
          disabled={!isDirty && stored !== null}
        >
          Save
        </Button>
        {stored !== null && (
          <Button size="lg" busy={save.isPending} onClick={() => save.mutate(null)}>
            Use the default questions
          </Button>
        )}
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useForm<{ questionnaire: string }>>;

function useSave(affiliation: Affiliation, { reset, setError }: Form) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: (text: string | null) => setQuestionnaire(affiliation.id, text),
    onSuccess: async (saved) => {
      cache.setQueryData(keys.questionnaireSettings(affiliation.id), saved);
      reset({ questionnaire: saved.stored ?? toJson(saved.questionnaire) });
      toast.success("Affiliation updated successfully!");
      const queryKey = keys.questionnaire(affiliation.id);
      await cache.invalidateQueries({ queryKey, exact: true });
    },
    onError: (error) =>
      applyProblem(error, ["questionnaire"], setError, "Failed to update affiliation"),
  });
}

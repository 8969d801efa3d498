import { t } from "@lingui/core/macro";
import { Clock } from "lucide-react";
import type { Questionnaire } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { durationLabel, Questions } from "./questions.tsx";
import { type ApplicationProps, useApplication } from "./use-application.ts";

/** Applies for membership with the affiliation's questionnaire, as a page. */
export function ApplicationForm(props: ApplicationProps) {
  const { questionnaire } = props;
  const { form, busy, submit } = useApplication(props);
  return (
    <form noValidate className="mt-6 flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      <Questions {...{ questionnaire, form }} />
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="md:self-start"
        busy={busy}
        busyLabel={t`Submitting...`}
      >{t`Submit application`}</Button>
    </form>
  );
}

/** Title and description above the questions. */
export function FormHead({ questionnaire }: { questionnaire: Questionnaire }) {
  const { title, description } = questionnaire;
  return (
    <>
      <h1 className="display text-24 wrap-anywhere md:text-30">{title}</h1>
      <FormFacts {...{ questionnaire }} />
      {description !== "" && (
        <p className="mt-3 max-w-[66ch] text-15 wrap-anywhere whitespace-pre-line text-ink-2">
          {description}
        </p>
      )}
    </>
  );
}

function FormFacts({ questionnaire }: { questionnaire: Questionnaire }) {
  return (
    <p className="mt-2 flex items-center gap-1.5 text-13 text-ink-3">
      <Clock size={14} aria-hidden /> {durationLabel(questionnaire)}
    </p>
  );
}

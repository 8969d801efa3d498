import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { FormSkeleton } from "@guildhall/web-kit/features/affiliations/application/form-skeleton.tsx";
import {
  durationLabel,
  Questions,
} from "@guildhall/web-kit/features/affiliations/application/questions.tsx";
import { questionnaireQuery } from "@guildhall/web-kit/features/affiliations/application/queries.ts";
import {
  type ApplicationProps,
  useApplication,
} from "@guildhall/web-kit/features/affiliations/application/use-application.ts";

/** Applies for membership from a list of affiliations. */
export function ApplyDialog(props: { affiliation: Affiliation; onClose: () => void }) {
  const { affiliation, onClose } = props;
  const { data: questionnaire, error, refetch } = useQuery(questionnaireQuery(affiliation.id));
  if (questionnaire === undefined) {
    return (
      <Dialog open title={t`Request to Join`} onOpenChange={(stays) => stays || onClose()}>
        {error === null ? (
          <FormSkeleton />
        ) : (
          <ErrorState
            className="pb-8"
            title={errorMessage(error, t`Failed to load affiliation data`)}
            onRetry={() => void refetch()}
          />
        )}
      </Dialog>
    );
  }
  return (
    <ApplyForm
      // Remounts the form when the questions change; the stored answers stay.
      key={JSON.stringify(questionnaire)}
      {...{ affiliation, questionnaire, onClose }}
      signedOut={t`Please log in to request to join an affiliation`}
      onSent={onClose}
    />
  );
}

function ApplyForm({ onClose, ...props }: ApplicationProps & { onClose: () => void }) {
  const { questionnaire } = props;
  const { form, busy, submit } = useApplication(props);
  const { description } = questionnaire;
  return (
    <FormDialog
      keepsText
      title={questionnaire.title}
      description={[durationLabel(questionnaire), description].filter(Boolean).join(". ")}
      confirm={t`Submit application`}
      busyLabel={t`Submitting...`}
      busy={busy}
      failure={form.formState.errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Questions {...{ questionnaire, form }} />
    </FormDialog>
  );
}

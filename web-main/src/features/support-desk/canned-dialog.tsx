import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CannedAnswer } from "@guildhall/web-kit/api/support-staff-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { cannedAnswersQuery, deleteCannedAnswer, saveCannedAnswer } from "./queries.ts";

const PLACEHOLDERS = "{firstName} {fullName} {ticketId} {ticketTitle} {staffName} {siteName}";

/** The list of canned answers, to add, edit and delete. */
export function CannedDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const { data } = useQuery(cannedAnswersQuery);
  const [editing, setEditing] = useState<CannedAnswer | "new" | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: cannedAnswersQuery.queryKey });
  const removal = useSingleFlightMutation<unknown, CannedAnswer>({
    mutationFn: ({ id }) => deleteCannedAnswer(id),
    onSuccess: () => toast.success(t`Canned answer deleted`),
    onError: (error) => toast.error(failureText(error, t`Failed to delete canned answer`)),
    onSettled: reload,
  });
  return (
    <>
      <Dialog
        open={editing === null}
        onOpenChange={(open) => open || onClose()}
        title={t`Canned answers`}
        footer={
          <Button
            size="lg"
            variant="primary"
            onClick={() => setEditing("new")}
          >{t`New canned answer`}</Button>
        }
      >
        {data?.items.length === 0 && (
          <p className="text-14 text-ink-2">{t`No canned answers yet.`}</p>
        )}
        <ul className="divide-y divide-line-soft">
          {data?.items.map((answer) => (
            <li key={answer.id} className="flex items-center gap-2 py-2.5">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-14 font-medium">{answer.title}</span>
                <span className="block truncate text-12 text-ink-2">{answer.body}</span>
              </span>
              <Button
                size="sm"
                aria-label={t`Edit ${{ title: answer.title }}`}
                onClick={() => setEditing(answer)}
              >{t`Edit`}</Button>
              <Button
                size="sm"
                variant="quiet"
                aria-label={t`Delete ${{ title: answer.title }}`}
                onClick={() => removal.mutate(answer)}
              >{t`Delete`}</Button>
            </li>
          ))}
        </ul>
      </Dialog>
      {editing !== null && (
        <AnswerForm
          answer={editing === "new" ? null : editing}
          onDone={reload}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function AnswerForm(props: {
  answer: CannedAnswer | null;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { answer, onDone, onClose } = props;
  const [title, setTitle] = useState(answer?.title ?? "");
  const [body, setBody] = useState(answer?.body ?? "");
  const saving = useSingleFlightMutation({
    mutationFn: () =>
      saveCannedAnswer(answer?.id ?? null, { title: title.trim(), body: body.trim() }),
    onSuccess: async () => {
      toast.success(t`Canned answer saved`);
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={answer === null ? t`New canned answer` : t`Edit canned answer`}
      confirm={t`Save`}
      disabled={title.trim() === "" || body.trim() === ""}
      busy={saving.isPending}
      failure={saving.error && failureText(saving.error, t`Failed to save canned answer`)}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
      onClose={onClose}
    >
      <TextField
        label={t`Title`}
        autoComplete="off"
        maxLength={100}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextAreaField
        label={t({ message: "Answer", context: "noun" })}
        rows={6}
        maxLength={5000}
        hint={t`Placeholders: ${PLACEHOLDERS}`}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
    </FormDialog>
  );
}

import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffNote } from "@guildhall/web-kit/api/staff-role-types.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { useKeys } from "@guildhall/web-kit/api/use-keys.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadError, TableSkeleton } from "../parts.tsx";
import { addNote, deleteNote, notesQuery } from "./queries.ts";
import type { UserTabProps } from "./user-tabs.ts";

const NOTE_CHARS_MAX = 2000;

/** Notes of staff about an account. The person does not see them. */
export function NotesTab({ user, name }: UserTabProps) {
  const { data, error, refetch } = useQuery(notesQuery(user.id));
  const [deleting, setDeleting] = useState<StaffNote | null>(null);
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: notesQuery(user.id).queryKey });
  return (
    <div className="flex max-w-[760px] flex-col gap-4 px-4 pt-5 md:px-6">
      <NewNote userId={user.id} onAdded={reload} />
      {data === undefined ? (
        error === null ? (
          <TableSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p className="text-13 text-ink-2">{t`No notes yet.`}</p>
      ) : (
        <ul aria-label={t`Notes`} className="divide-y divide-line-soft">
          {data.items.map((note) => (
            <li key={note.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="text-14 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {note.text}
                </p>
                <p className="mt-0.5 text-12 text-ink-2">
                  {note.authorName ?? t`Former member`}, <RelativeTime time={note.createdAt} />
                </p>
              </div>
              {note.isOwn && (
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => setDeleting(note)}
                >{t`Delete note`}</Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={t`Delete the note about ${name}`}
          text={t`The note is deleted permanently.`}
          confirm={t`Delete note`}
          danger
          failed={t`Failed to delete the note`}
          run={async () => {
            await deleteNote(user.id, deleting.id);
            await reload();
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

function NewNote({ userId, onAdded }: { userId: string; onAdded: () => Promise<unknown> }) {
  const [text, setText] = useState("");
  const keyFor = useKeys();
  const adding = useSingleFlightMutation({
    mutationFn: (note: string) => addNote(userId, note, keyFor({ note })),
    onSuccess: () => {
      setText("");
      return onAdded();
    },
  });
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") adding.mutate(text.trim());
      }}
    >
      <TextAreaField
        className="w-full"
        label={t`New note`}
        hint={t`Only staff can see it here. The person receives it, without your name, in a copy of their data.`}
        maxLength={NOTE_CHARS_MAX}
        error={
          adding.error === null ? undefined : errorMessage(adding.error, t`Failed to add the note`)
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        busy={adding.isPending}
        disabled={text.trim() === ""}
      >{t`Add note`}</Button>
    </form>
  );
}

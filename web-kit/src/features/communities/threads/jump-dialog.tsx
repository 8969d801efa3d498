import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "../../../api/problem.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { inputRequired } from "../../../content/rules.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { postPath } from "../../posts/post-path.ts";
import { postAt } from "./queries.ts";
import type { ThreadDialogProps } from "./thread-dialog.tsx";

/** Jumps to the first post of a day, or to the next one after it. */
export function JumpDialog({ thread, onClose }: ThreadDialogProps) {
  const navigate = useNavigate();
  const [date, setDate] = useState("");
  const [isTried, setIsTried] = useState(false);
  const start = startOfDay(date);
  const jump = useSingleFlightMutation({
    mutationFn: (time: string) => postAt(thread, time),
    onSuccess: ({ postId }) => {
      onClose();
      if (postId === null) {
        toast.info(t`No posts yet`);
        return;
      }
      const { communityId, id: threadId } = thread;
      void navigate(postPath({ communityId, threadId, id: postId }));
    },
  });
  return (
    <FormDialog
      title={t`Jump to a date`}
      confirm={t`Jump`}
      busy={jump.isPending}
      failure={jump.error && errorMessage(jump.error, t`An error occurred. Please try again.`)}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (start !== null) jump.mutate(start);
      }}
      onClose={onClose}
    >
      <TextField
        type="date"
        label={t`Date`}
        hint={t`Shows the first post of that day, or the next one after it.`}
        min={localDate(Date.parse(thread.created))}
        max={localDate(serverNow())}
        value={date}
        onChange={(event) => setDate(event.target.value)}
        error={isTried && start === null ? inputRequired() : undefined}
      />
    </FormDialog>
  );
}

/** The start of a day in the reader's time zone. */
function startOfDay(date: string): string | null {
  const time = Date.parse(`${date}T00:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The reader's date at a time, as a date field expects it. */
function localDate(time: number): string {
  const at = new Date(time);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { Message } from "../../api/message-types.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { Me } from "../../api/types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ReasonForm } from "../reports/reason-form.tsx";
import { reportMessage } from "./queries.ts";
import { useDeleteMessage } from "./use-message-actions.ts";

export interface MessageDialogProps {
  asking: "delete" | "report";
  message: Message;
  me: Me;
  onClose: () => void;
}

/** Deletes or reports a message after a question. */
export function MessageDialog(props: MessageDialogProps) {
  return props.asking === "delete" ? <DeleteDialog {...props} /> : <ReportDialog {...props} />;
}

function DeleteDialog({ message, me, onClose }: MessageDialogProps) {
  const remove = useDeleteMessage(me.id);
  return (
    <ConfirmDialog
      danger
      title={t`Delete this message?`}
      text={t`This deletes it for everyone in the conversation.`}
      confirm={t`Delete`}
      failed={t`Failed to delete message`}
      run={() => remove(message)}
      onClose={onClose}
    />
  );
}

function ReportDialog({ message, onClose }: MessageDialogProps) {
  // The idempotency key: one dialog creates one report, even after retries.
  const [key] = useState(newIdempotencyKey);
  return (
    <ReasonForm
      title={t`Report this message?`}
      description={t`Our staff will see this message and up to three messages before and after it, and nothing else of the conversation.`}
      hint={t`What is wrong?`}
      confirm={t`Report`}
      failed={t`Failed to send report`}
      run={async (reason) => {
        await reportMessage(message, reason, key);
        toast.success(t`Report sent`);
      }}
      onClose={onClose}
    />
  );
}

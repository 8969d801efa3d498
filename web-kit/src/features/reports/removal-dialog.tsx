import { t } from "@lingui/core/macro";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast-store.ts";
import { REMOVAL_LABELS, type ReportSubject } from "./labels.ts";
import { removeReported } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface RemovalDialogProps<Gone> {
  subject: ReportSubject;
  /** The removal endpoint: `/api/posts/{id}/removal`. */
  endpoint: string;
  /** Query to cancel first: a request still in flight would answer 404. */
  read?: QueryKey;
  /** Error message, if the error has none of its own. */
  failed: string;
  /** Removes it from the screen. */
  onRemoved: (gone: Gone) => unknown;
  onClose: () => void;
}

/** Removes another member's content, as a moderator. */
export function RemovalDialog<Gone>(props: RemovalDialogProps<Gone>) {
  const { subject, endpoint, read, failed, onRemoved, onClose } = props;
  const cache = useQueryClient();
  const labels = REMOVAL_LABELS[subject];
  return (
    <ReasonForm
      title={labels.title}
      description={t`This deletes it for everyone and cannot be undone.`}
      hint={t`Shown to the author`}
      confirm={t`Remove`}
      failed={failed}
      run={async (reason) => {
        if (read !== undefined) await cache.cancelQueries({ queryKey: read });
        const gone = await removeReported<Gone>(endpoint, reason);
        toast.success(labels.done);
        await onRemoved(gone);
      }}
      onClose={onClose}
    />
  );
}

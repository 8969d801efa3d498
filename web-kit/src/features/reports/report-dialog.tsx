import { t } from "@lingui/core/macro";
import { useState } from "react";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import { toast } from "../../ui/toast-store.ts";
import { sendReport } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface ReportDialogProps {
  /** The object's name in the dialog: "post", "Insight". */
  what: string;
  /** The report endpoint: `/api/posts/{id}/reports`. */
  endpoint: string;
  onClose: () => void;
}

/** Reports content to the moderators of its community. */
export function ReportDialog({ what, endpoint, onClose }: ReportDialogProps) {
  // The idempotency key: one dialog creates one report, even after retries.
  const [key] = useState(newIdempotencyKey);
  return (
    <ReasonForm
      title={`Report this ${what}?`}
      description={t`The admins of the community and our staff will review it.`}
      hint={t`What is wrong?`}
      confirm={t`Report`}
      failed={t`Failed to send report`}
      run={async (reason) => {
        await sendReport(endpoint, reason, key);
        toast.success(t`Report sent`);
      }}
      onClose={onClose}
    />
  );
}

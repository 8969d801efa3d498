import { t } from "@lingui/core/macro";
import { useState } from "react";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { Report } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { REPORT_TITLES } from "./labels.ts";
import { sendReport } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface ReportDialogProps {
  subject: Report["subjectKind"];
  /** The report endpoint: `/api/posts/{id}/reports`. */
  endpoint: string;
  onClose: () => void;
}

/** Reports content to the moderators of its community. */
export function ReportDialog({ subject, endpoint, onClose }: ReportDialogProps) {
  // The idempotency key: one dialog creates one report, even after retries.
  const [key] = useState(newIdempotencyKey);
  return (
    <ReasonForm
      title={REPORT_TITLES[subject]}
      description={t`The admins of the community and our staff will review it.`}
      hint={t`What is wrong?`}
      confirm={t({ message: "Report", context: "verb: report content" })}
      failed={t`Failed to send report`}
      run={async (reason) => {
        await sendReport(endpoint, reason, key);
        toast.success(t`Report sent`);
      }}
      onClose={onClose}
    />
  );
}

import { useState } from "react";
import { newKey } from "../../api/new-key.ts";
import { toast } from "../../ui/toast-store.ts";
import { sendReport } from "./queries.ts";
import { ReasonForm } from "./reason-form.tsx";

export interface ReportDialogProps {
  /** What is reported, as a reader calls it: "post", "Insight". */
  what: string;
  /** Where the report goes: `/api/posts/{id}/reports`. */
  endpoint: string;
  onClose: () => void;
}

/** Tells those who look after a community of something in it. */
export function ReportDialog({ what, endpoint, onClose }: ReportDialogProps) {
  // One dialog is one report, however often it is sent.
  const [key] = useState(newKey);
  return (
    <ReasonForm
      title={`Report this ${what}?`}
      description="Those who look after the community, and our staff, will look at it."
      hint="What is wrong with it"
      confirm="Report"
      failed="Failed to send report"
      run={async (reason) => {
        await sendReport(endpoint, reason, key);
        toast.success("Report sent");
      }}
      onClose={onClose}
    />
  );
}

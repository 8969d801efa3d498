import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "@guildhall/web-kit/api/client.ts";
import type { TestEmail as Test } from "@guildhall/web-kit/api/staff-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { sendTestEmail, setupQuery } from "./queries.ts";

/** Sends a test email to the viewer and shows the result. */
export function TestEmail({ test }: { test: Test | null }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: (checklist) => cache.setQueryData(setupQuery.queryKey, checklist),
    onError: (error) =>
      toast.error(errorMessage(error, t`Something went wrong. Please try again.`)),
  });
  const sending = isPending || test?.state === "sending";
  return (
    <div className="mt-2.5 flex flex-col items-start gap-2.5">
      <div role="status" className="empty:absolute">
        {!sending && test?.state === "caught" && (
          <Note tone="warning">
            <Trans>
              This instance has no mail server: it stores emails at{" "}
              <a href="/dev/mail" className="link">
                /dev/mail
              </a>{" "}
              instead of sending them. Set <code>mail.smtp_url</code>, or skip this step for a
              trial.
            </Trans>
          </Note>
        )}
        {!sending && test?.state === "failed" && (
          <Note tone="danger">{test.cause ?? t`The email could not be sent.`}</Note>
        )}
      </div>
      <Button
        busy={sending}
        busyLabel={t`Sending...`}
        onClick={() => mutate()}
      >{t`Send test email`}</Button>
    </div>
  );
}

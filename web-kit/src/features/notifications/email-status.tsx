import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { formatDate } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import type { EmailDelivery, NotificationSettings } from "./contract.ts";
import { notificationSettingsQuery, resumeEmails } from "./queries.ts";

/** Says that emails are stopped, and why. */
export function EmailStatus({ email }: { email: EmailDelivery }) {
  const resume = useResumeEmails();
  if (email.status === "ok") return null;
  return (
    <Note tone="warning" className="mb-6">
      <p className="font-strong">{stoppedText(email.since)}</p>
      <p className="mt-0.5">
        {email.status === "bounced"
          ? t`Emails to ${{ address: email.address }} were returned. Check that the address is correct and that its mailbox is not full.`
          : t`An email to ${{ address: email.address }} was reported as spam.`}
      </p>
      <Button
        size="sm"
        className="mt-2.5"
        busy={resume.isPending}
        onClick={() => resume.mutate()}
      >{t`Resume emails`}</Button>
    </Note>
  );
}

function stoppedText(since: string | null): string {
  if (since === null) return t`Notifications by email are stopped`;
  return t`Notifications by email are stopped since ${{ date: formatDate(since) }}`;
}

function useResumeEmails() {
  const cache = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useSingleFlightMutation({
    mutationFn: resumeEmails,
    onSuccess: () => {
      cache.setQueryData(queryKey, (settings) => settings && withEmails(settings));
      toast.success(t`Emails are sent again.`);
    },
    onError: (error) => toast.error(errorMessage(error, t`Your setting could not be saved.`)),
  });
}

function withEmails(settings: NotificationSettings): NotificationSettings {
  return { ...settings, email: { ...settings.email, status: "ok", since: null } };
}

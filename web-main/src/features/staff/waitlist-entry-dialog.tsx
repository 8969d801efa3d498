import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import type { WaitlistEntry } from "@guildhall/web-kit/api/staff-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import type { ChangeDialogProps } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { declineFromWaitlist, inviteFromWaitlist } from "./queries.ts";
import { answerLabel } from "./waitlist-answers.ts";

/** A waitlist entry's ten answers, with the staff decision. */
export function WaitlistEntryDialog(props: ChangeDialogProps & { entry: WaitlistEntry }) {
  const { entry, onClose, onDone } = props;
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState<"invite" | "decline" | null>(null);
  const [failure, setFailure] = useState<string>();
  const decide = async (how: "invite" | "decline") => {
    setBusy(how);
    setFailure(undefined);
    try {
      await (how === "invite" ? inviteFromWaitlist : declineFromWaitlist)(entry.id, note.trim());
      onClose();
      toast.success(
        how === "invite" ? t`Invitation sent to ${{ email: entry.email }}` : t`Entry declined`,
      );
      await onDone();
    } catch (error) {
      setFailure(
        error instanceof ProblemError ? error.detail : t`Something went wrong. Please try again.`,
      );
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog
      open
      title={entry.fullName}
      description={t`${{ email: entry.email }} · requested ${{ moment: formatMoment(entry.submittedAt) }}`}
      onOpenChange={(open) => open || onClose()}
      {...(entry.status !== "invited" && {
        footer: (
          <>
            {entry.status === "pending" && (
              <Button
                size="lg"
                busy={busy === "decline"}
                onClick={() => void decide("decline")}
              >{t`Decline`}</Button>
            )}
            <Button
              size="lg"
              variant="primary"
              busy={busy === "invite"}
              onClick={() => void decide("invite")}
            >{t`Send invitation`}</Button>
          </>
        ),
      })}
    >
      <FormAlert>{failure}</FormAlert>
      <Answers entry={entry} />
      {entry.status === "invited" ? (
        <p className="pb-5 text-13 text-ink-2">
          {entry.decidedAt === null
            ? t`Invited.`
            : t`Invited ${{ moment: formatMoment(entry.decidedAt) }}.`}
        </p>
      ) : (
        <TextAreaField
          label={t`Note`}
          hint={t`Included in the invitation email; for a decline it is only recorded in the audit log`}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </Dialog>
  );
}

function Answers({ entry }: { entry: WaitlistEntry }) {
  const answers: [string, string | null][] = [
    [t`Heard from`, answerLabel(entry.howDidYouHear)],
    [t`Circles`, entry.verifiedCircles.map(answerLabel).join(", ")],
    [t`Organizations`, entry.organizations],
    [t`Could verify by`, entry.verificationMethods.map(answerLabel).join(", ")],
    [t`Interested in`, entry.whatInterested],
    [t`Would help`, answerLabel(entry.helpCreate)],
    [t`Location`, entry.location],
    [t`Onboarding conversation`, answerLabel(entry.onboardingConversation)],
    [t`Browser`, entry.userAgent],
    [t`Declined because`, entry.decisionReason],
  ];
  return (
    <dl className="flex flex-col gap-2.5 pb-4 text-13">
      {answers.map(
        ([label, value]) =>
          value !== null &&
          value !== "" && (
            <div key={label}>
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd className="whitespace-pre-wrap [overflow-wrap:anywhere] first-letter:uppercase">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

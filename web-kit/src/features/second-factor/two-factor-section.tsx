import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { formatDate } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import { fetchMe } from "../accounts/queries.ts";
import { BackupCodeList } from "./backup-codes.tsx";
import { passkeyErrorMessage } from "./passkey-button.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { beginTotp, confirmTotp, regenerateCodes, removeTotp, type TotpSeed } from "./queries.ts";
import { TotpSetup } from "./totp-setup.tsx";
import { TurnOffDialog } from "./turn-off-dialog.tsx";
import { useCodeForm } from "./use-code-form.ts";
import { type Proof, ProofCancelled, useProof } from "./use-proof.ts";

/** The dialog that is open, one at a time. */
type Step =
  | { at: "rest" }
  | { at: "setup"; seed: TotpSeed }
  | { at: "codes"; codes: string[]; title: string }
  | { at: "turning-off" };

/** Sets up TOTP codes, creates new backup codes, and turns them off. */
export function TwoFactorSection({ me }: { me: Me }) {
  const { secondFactor } = me;
  const proof = useProof();
  const [step, setStep] = useState<Step>({ at: "rest" });
  const [busy, setBusy] = useState(false);
  const rest = () => setStep({ at: "rest" });

  const begin = async (action: () => Promise<Step>) => {
    setBusy(true);
    try {
      setStep(await proof.withProof(action));
    } catch (error) {
      if (!(error instanceof ProofCancelled)) toast.error(passkeyErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const setUp = () => begin(async () => ({ at: "setup", seed: await beginTotp() }));
  const renew = () =>
    begin(async () => {
      const { backupCodes } = await regenerateCodes();
      return { at: "codes", codes: backupCodes, title: t`Your new backup codes` };
    });

  return (
    <>
      {secondFactor.hasTotp ? (
        <Enrolled
          me={me}
          busy={busy}
          onRenew={renew}
          onTurnOff={() => setStep({ at: "turning-off" })}
        />
      ) : (
        <NotEnrolled me={me} busy={busy} onSetUp={setUp} />
      )}
      {step.at === "setup" && (
        <SetupDialog
          seed={step.seed}
          proof={proof}
          onClose={rest}
          onDone={(codes) =>
            setStep({ at: "codes", codes, title: t`Two-factor authentication is on` })
          }
        />
      )}
      {step.at === "codes" && <CodesDialog codes={step.codes} title={step.title} onClose={rest} />}
      {step.at === "turning-off" && (
        <TurnOffDialog proof={proof} turnOff={removeTotp} onClose={rest} />
      )}
      <ProofDialog requested={proof.requested} />
    </>
  );
}

interface EnrolledProps {
  me: Me;
  busy: boolean;
  onRenew: () => Promise<void>;
  onTurnOff: () => void;
}

function Enrolled({ me, busy, onRenew, onTurnOff }: EnrolledProps) {
  const { backupCodesLeft, isRequired, totpEnrolledAt } = me.secondFactor;
  return (
    <div className="flex flex-col gap-4">
      <Note tone="success">{enrolledText(totpEnrolledAt)}</Note>
      <p className="text-14">
        {plural(backupCodesLeft, {
          one: "# backup code is left.",
          other: "# backup codes are left.",
        })}
        {backupCodesLeft < 3 && ` ${t`Create new ones before you run out.`}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void onRenew()}>{t`New backup codes`}</Button>
        {!isRequired && <Button onClick={onTurnOff}>{t`Turn off`}</Button>}
      </div>
      {isRequired && (
        <p className="text-13 text-ink-3">{t`Two-factor authentication is required and cannot be turned off.`}</p>
      )}
    </div>
  );
}

function enrolledText(enrolledAt: string | null): string {
  if (enrolledAt === null)
    return t`Two-factor authentication is on. You need a code from your authenticator app to sign in.`;
  const date = formatDate(enrolledAt);
  return t`Two-factor authentication is on, since ${date}. You need a code from your authenticator app to sign in.`;
}

function NotEnrolled({
  me,
  busy,
  onSetUp,
}: {
  me: Me;
  busy: boolean;
  onSetUp: () => Promise<void>;
}) {
  const { enforcedFrom, isOffered } = me.secondFactor;
  if (!isOffered)
    return <Note>{t`Two-factor authentication is not available at the moment.`}</Note>;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[60ch] text-14 text-ink-2">{t`A password can be guessed or stolen. With two-factor authentication, signing in also requires a code from your phone.`}</p>
      {enforcedFrom !== null && (
        <Note tone="warning">{t`It is required from ${{ date: formatDate(enforcedFrom) }} on. Set it up before then.`}</Note>
      )}
      <div>
        <Button
          variant="primary"
          busy={busy}
          onClick={() => void onSetUp()}
        >{t`Set up two-factor authentication`}</Button>
      </div>
    </div>
  );
}

interface SetupDialogProps {
  seed: TotpSeed;
  proof: Proof;
  onClose: () => void;
  onDone: (codes: string[]) => void;
}

function SetupDialog({ seed, proof, onClose, onDone }: SetupDialogProps) {
  const formId = useId();
  const form = useCodeForm(
    async (code) => {
      const { backupCodes } = await proof.withProof(() => confirmTotp(code));
      onDone(backupCodes);
    },
    t`Failed to enroll MFA`,
  );
  return (
    <Dialog
      open
      title={t`Set up your authenticator app`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            size="lg"
            variant="primary"
            type="submit"
            form={formId}
            busy={form.isSubmitting}
          >{t`Turn on`}</Button>
        </>
      }
    >
      <TotpSetup seed={seed} formId={formId} form={form} />
    </Dialog>
  );
}

/** Closed by its button only: the codes cannot be shown again. */
function CodesDialog(props: { codes: string[]; title: string; onClose: () => void }) {
  const cache = useQueryClient();
  const close = () => {
    props.onClose();
    void fetchMe(cache);
  };
  return (
    <Dialog
      open
      blocking
      title={props.title}
      onOpenChange={() => undefined}
      footer={
        <Button size="lg" variant="primary" onClick={close}>{t`I have saved my codes`}</Button>
      }
    >
      <BackupCodeList codes={props.codes} />
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { BackupCodeList } from "./backup-codes.tsx";
import {
  beginForcedTotp,
  confirmForcedTotp,
  type TotpSeed,
  type WaitingEnrolment,
} from "./queries.ts";
import { isExpiredSignIn } from "./sign-in-step.tsx";
import { TotpSetup } from "./totp-setup.tsx";
import { useCodeForm } from "./use-code-form.ts";
import { useHeadingFocus } from "./use-heading-focus.ts";

interface EnrolmentStepProps {
  waiting: WaitingEnrolment;
  onProven: (idToken: string) => Promise<void>;
  onBack: (words?: string) => void;
}

/** Sets up a mandatory second factor during the sign-in. */
export function EnrolmentStep(props: EnrolmentStepProps) {
  const heading = useHeadingFocus();
  const [done, setDone] = useState<EnrolmentResult | null>(null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display text-24 outline-none md:text-30">
        {done === null ? (
          <>
            <Trans>
              Set up <span className="whitespace-nowrap">two-factor</span> authentication
            </Trans>
          </>
        ) : (
          t`Save your backup codes`
        )}
      </h1>
      <p className="mt-2 mb-5 text-15 text-ink-2">{props.waiting.detail}</p>
      {done === null ? (
        <SeedFirst {...props} onDone={setDone} />
      ) : (
        <Codes {...done} onProven={props.onProven} />
      )}
    </>
  );
}

interface EnrolmentResult {
  idToken: string;
  codes: string[];
}

interface StepProps extends EnrolmentStepProps {
  onDone: (done: EnrolmentResult) => void;
}

function SeedFirst(props: StepProps) {
  const { waiting, onBack } = props;
  const seed = useQuery({
    queryKey: keys.forcedTotp(waiting.resolver),
    queryFn: () => beginForcedTotp(waiting.resolver),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const over = isExpiredSignIn(seed.error) ? seed.error.detail : null;
  useEffect(() => {
    if (over !== null) onBack(over);
  }, [over, onBack]);
  if (seed.data !== undefined) return <Setup {...props} seed={seed.data} />;
  if (seed.isPending) return <Spinner size={20} />;
  return (
    <ErrorState
      title={t`Failed to generate TOTP secret`}
      text={seed.error instanceof ProblemError ? seed.error.detail : undefined}
      onRetry={() => void seed.refetch()}
    />
  );
}

function Setup({ waiting, seed, onBack, onDone }: StepProps & { seed: TotpSeed }) {
  const formId = useId();
  const form = useCodeForm(
    async (code) => {
      try {
        const { idToken, backupCodes } = await confirmForcedTotp({
          resolver: waiting.resolver,
          code,
        });
        onDone({ idToken, codes: backupCodes });
      } catch (error) {
        if (!isExpiredSignIn(error)) throw error;
        onBack(error.detail);
      }
    },
    t`Failed to enroll MFA`,
  );
  return (
    <>
      <TotpSetup seed={seed} formId={formId} form={form} />
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        busy={form.isSubmitting}
        className="mt-5 w-full"
      >{t`Turn on`}</Button>
      <button
        type="button"
        className="link mt-5 text-14"
        onClick={() => onBack()}
      >{t`Back to sign in`}</button>
    </>
  );
}

interface CodesProps extends EnrolmentResult {
  onProven: (idToken: string) => Promise<void>;
}

function Codes({ idToken, codes, onProven }: CodesProps) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    await onProven(idToken).finally(() => setBusy(false));
  };
  return (
    <>
      <BackupCodeList codes={codes} />
      <Button
        variant="primary"
        size="lg"
        busy={busy}
        className="mt-5 w-full"
        onClick={() => void go()}
      >{t`I have saved my codes`}</Button>
    </>
  );
}

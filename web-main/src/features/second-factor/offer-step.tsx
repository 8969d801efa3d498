import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { fetchMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { BackupCodeList } from "@guildhall/web-kit/features/second-factor/backup-codes.tsx";
import { passkeyErrorMessage } from "@guildhall/web-kit/features/second-factor/passkey-button.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import {
  beginTotp,
  confirmTotp,
  type TotpSeed,
} from "@guildhall/web-kit/features/second-factor/queries.ts";
import { TotpSetup } from "@guildhall/web-kit/features/second-factor/totp-setup.tsx";
import { useCodeForm } from "@guildhall/web-kit/features/second-factor/use-code-form.ts";
import { useHeadingFocus } from "@guildhall/web-kit/features/second-factor/use-heading-focus.ts";
import {
  type Proof,
  ProofCancelled,
  useProof,
} from "@guildhall/web-kit/features/second-factor/use-proof.ts";

interface OfferStepProps {
  secondFactor: Me["secondFactor"];
  onDone: () => unknown;
}

type Step = { at: "offer" } | { at: "seed"; seed: TotpSeed } | { at: "codes"; codes: string[] };

/** Offers a second factor to a user who has just signed in; a mandatory one cannot be skipped. */
export function OfferStep({ secondFactor, onDone }: OfferStepProps) {
  const proof = useProof();
  const [step, setStep] = useState<Step>({ at: "offer" });
  return (
    <>
      {step.at === "offer" && (
        <Offer
          proof={proof}
          skippable={!secondFactor.isRequired}
          onBegun={(seed) => setStep({ at: "seed", seed })}
          onSkip={onDone}
        />
      )}
      {step.at === "seed" && (
        <Seed
          proof={proof}
          seed={step.seed}
          onDone={(codes) => setStep({ at: "codes", codes })}
          onBack={() => setStep({ at: "offer" })}
        />
      )}
      {step.at === "codes" && <Codes codes={step.codes} onDone={onDone} />}
      <ProofDialog requested={proof.requested} />
    </>
  );
}

function Heading({ children }: { children: string }) {
  const heading = useHeadingFocus();
  return (
    <h1 ref={heading} tabIndex={-1} className="display text-24 outline-none md:text-30">
      {children}
    </h1>
  );
}

interface OfferProps {
  proof: Proof;
  skippable: boolean;
  onBegun: (seed: TotpSeed) => void;
  onSkip: () => unknown;
}

function Offer({ proof, skippable, onBegun, onSkip }: OfferProps) {
  const [state, setState] = useState<{ busy: boolean; words: string | null }>(still);
  const begin = async () => {
    setState({ busy: true, words: null });
    try {
      onBegun(await proof.withProof(beginTotp));
    } catch (error) {
      setState({
        busy: false,
        words: error instanceof ProofCancelled ? null : passkeyErrorMessage(error),
      });
    }
  };
  return (
    <>
      <Heading>{t`Protect your account`}</Heading>
      <p className="mt-2 mb-5 text-15 text-ink-2">
        {t`A password can be guessed or stolen. With two-factor authentication, signing in also requires a code from your phone.`}
        {!skippable && ` ${t`It is required for staff of this installation.`}`}
      </p>
      <FormAlert>{state.words}</FormAlert>
      <div className="mt-5 flex gap-2 max-md:flex-col">
        <Button
          size="lg"
          variant="primary"
          busy={state.busy}
          onClick={() => void begin()}
        >{t`Set up two-factor authentication`}</Button>
        {skippable && <Button size="lg" onClick={() => void onSkip()}>{t`Not now`}</Button>}
      </div>
    </>
  );
}

const still = { busy: false, words: null };

interface SeedProps {
  proof: Proof;
  seed: TotpSeed;
  onDone: (codes: string[]) => void;
  onBack: () => void;
}

function Seed({ proof, seed, onDone, onBack }: SeedProps) {
  const formId = useId();
  const form = useCodeForm(
    async (code) => {
      const { backupCodes } = await proof.withProof(() => confirmTotp(code));
      onDone(backupCodes);
    },
    t`Failed to enroll MFA`,
  );
  return (
    <>
      <Heading>{t`Set up your authenticator app`}</Heading>
      <div className="mt-5">
        <TotpSetup seed={seed} formId={formId} form={form} />
      </div>
      <div className="mt-5 flex gap-2 max-md:flex-col">
        <Button
          type="submit"
          form={formId}
          variant="primary"
          size="lg"
          busy={form.isSubmitting}
          className="md:min-w-32"
        >{t`Turn on`}</Button>
        <Button size="lg" onClick={onBack}>{t`Back`}</Button>
      </div>
    </>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => unknown }) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    await fetchMe(cache).catch(() => undefined);
    await onDone();
  };
  return (
    <>
      <Heading>{t`Save your backup codes`}</Heading>
      <div className="mt-5">
        <BackupCodeList codes={codes} />
      </div>
      <Button
        size="lg"
        variant="primary"
        busy={busy}
        className="mt-5 w-full"
        onClick={() => void go()}
      >{t`I have saved my codes`}</Button>
    </>
  );
}

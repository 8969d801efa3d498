import { t } from "@lingui/core/macro";
import { LifeBuoy } from "lucide-react";
import { useCallback } from "react";
import { Link } from "react-router";
import type { LegalKey, Me } from "../../../api/types.ts";
import { BrandLockup } from "../../../shell/brand-lockup.tsx";
import { Title } from "../../../shell/title.tsx";
import { Button } from "../../../ui/button.tsx";
import { useMe } from "../queries.ts";
import { signOut } from "../session.ts";
import { DocumentStep } from "./document-step.tsx";
import { OverviewStep } from "./overview-step.tsx";
import { StepList } from "./step-list.tsx";
import { PrivacyHint } from "./privacy-hint.tsx";
import {
  agreementsIn,
  documentIn,
  lastReachable,
  type Progress,
  withAgreement,
  withReading,
} from "./progress.ts";
import { stepTitle } from "./step-title.ts";
import { steps } from "./steps.ts";
import { useCompletion } from "./use-completion.ts";
import { type ChangeProgress, useProgress } from "./use-progress.ts";
import type { ReadingPosition } from "./use-reading-progress.ts";
import { useStep } from "./use-step.ts";
import { useUnpublished } from "./use-unpublished.ts";

export function OnboardingScreen() {
  const me = useMe();
  return me === null ? null : <Wizard me={me} />;
}

function Wizard({ me }: { me: Me }) {
  const { progress, change, stop } = useProgress(me);
  const agreed = agreementsIn(progress);
  const unpublished = useUnpublished(agreed);
  const saveStep = useCallback(
    (next: number) => change((before) => ({ ...before, step: next })),
    [change],
  );
  const { forward, back } = useStep(progress.step, lastReachable(agreed), saveStep);
  const completion = useCompletion(stop);
  // A member who has become unverified starts at the overview of missing steps (G-046).
  const place = me.onboarding.needsEmailVerification ? 0 : progress.step;
  const step = steps[place] ?? steps[0];
  const isLast = place === steps.length - 1;

  const goOn = (key: LegalKey) => {
    // The server opens a step once all documents before it are agreed to. An unpublished one has
    // nothing to agree to, and its first published version is asked for again.
    const settled = unpublished.has(key) ? { ...agreed, [key]: true } : agreed;
    if (unpublished.has(key)) change((before) => withAgreement(before, key, true));
    if (isLast) completion.mutate(settled);
    else forward();
  };

  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface md:bg-canvas">
      <Title>{stepTitle(step.key)}</Title>
      <header className="hidden h-16 shrink-0 items-center px-8 md:flex">
        <BrandLockup className="text-16" />
        <div className="ms-auto flex items-center gap-5 text-13">
          <span className="text-ink-3">{me.email}</span>
          <SupportLink />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 justify-center md:px-8 md:pb-8">
        <div className="grid min-h-0 w-full max-w-[1120px] md:grid-cols-[220px_1fr] md:gap-8 lg:grid-cols-[264px_1fr]">
          <aside aria-label={t`Steps`} className="hidden flex-col pt-10 md:flex">
            <h1 className="display text-24">{t`Before you come in`}</h1>
            <p className="mt-2 mb-9 text-14 text-ink-2">{t`Four short steps, then you are in.`}</p>
            <StepList me={me} current={place} agreed={agreed} unpublished={unpublished} />
            <DeclineButton className="mt-auto -ms-3 self-start" />
          </aside>
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-0 flex-col bg-surface md:overflow-hidden md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]"
          >
            <PhoneHead index={place} />
            {step.key === null ? (
              <OverviewStep me={me} agreed={agreed} unpublished={unpublished} onContinue={forward}>
                <DeclineButton className="md:hidden" />
              </OverviewStep>
            ) : (
              <DocumentStep
                key={step.key}
                documentKey={step.key}
                number={place + 1}
                bookmark={readingPositionOf(progress, step.key, change)}
                readToEnd={documentIn(progress, step.key)?.readToEnd ?? false}
                agreed={agreed[step.key]}
                onAgree={(yes) => change((before) => withAgreement(before, step.key, yes))}
                onBack={back}
                onContinue={() => goOn(step.key)}
                last={isLast}
                hint={isLast && <PrivacyHint me={me} />}
                busy={completion.isPending}
                refusal={completion.refusal}
              />
            )}
          </main>
        </div>
      </div>
    </div>
  );
}

function readingPositionOf(
  progress: Progress,
  key: LegalKey,
  change: ChangeProgress,
): ReadingPosition {
  return {
    position: documentIn(progress, key)?.position ?? 0,
    onRead: (position, atEnd) =>
      change((before) => withReading(before, key, position, atEnd), "soon"),
  };
}

function PhoneHead({ index }: { index: number }) {
  return (
    <div className="shrink-0 px-5 pt-4 md:hidden">
      <div className="flex items-center justify-between text-13">
        <span className="text-ink-3 tabular-nums">{t`Step ${{ step: index + 1 }} of ${{ count: steps.length }}`}</span>
        <SupportLink />
      </div>
      <div aria-hidden className="mt-3 flex gap-1.5">
        {steps.map(({ key }, place) => (
          <span
            key={key}
            className={`h-1 flex-1 rounded-full ${place <= index ? "bg-brand-line" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}

/** Support is available before onboarding, on both sites. */
function SupportLink() {
  return (
    <Link
      to="/support"
      className="inline-flex items-center gap-1.5 py-1 font-strong text-ink-2 hover:text-ink max-md:text-brand-text"
    >
      <LifeBuoy size={15} aria-hidden className="max-md:hidden" /> {t`Support`}
    </Link>
  );
}

function DeclineButton({ className }: { className?: string }) {
  return (
    <Button
      variant="quiet"
      {...(className !== undefined && { className })}
      onClick={() => void signOut()}
    >{t`Decline & Step Away`}</Button>
  );
}

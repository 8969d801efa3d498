import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Me } from "../../../api/types.ts";
import { useApp } from "../../../shell/app.ts";
import { BrandLockup } from "../../../shell/brand-lockup.tsx";
import { SupportMail } from "../../../shell/support-mail.tsx";
import { Title } from "../../../shell/title.tsx";
import { Button } from "../../../ui/button.tsx";
import { useMe } from "../queries.ts";
import { signOut } from "../session.ts";
import { DocumentStep } from "./document-step.tsx";
import { OverviewStep } from "./overview-step.tsx";
import { StepList } from "./step-list.tsx";
import { agreedAlready, type Agreements, steps } from "./steps.ts";
import { useCompletion } from "./use-completion.ts";

export function OnboardingScreen() {
  const me = useMe();
  return me === null ? null : <Wizard me={me} />;
}

function Wizard({ me }: { me: Me }) {
  const [index, setIndex] = useState(0);
  const [agreed, setAgreed] = useState<Agreements>(() => agreedAlready(me));
  const completion = useCompletion();
  // Somebody who has become unverified meanwhile is shown what is missing (G-046).
  const place = me.onboarding.needsEmailVerification ? 0 : index;
  const step = steps[place] ?? steps[0];

  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface md:bg-canvas">
      <Title>{step.title}</Title>
      <header className="hidden h-16 shrink-0 items-center px-8 md:flex">
        <BrandLockup className="text-16" />
        <div className="ms-auto flex items-center gap-5 text-13">
          <span className="text-ink-3">{me.email}</span>
          <Support />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 justify-center md:px-8 md:pb-8">
        <div className="grid min-h-0 w-full max-w-[1120px] md:grid-cols-[220px_1fr] md:gap-8 lg:grid-cols-[264px_1fr]">
          <aside aria-label="Steps" className="hidden flex-col pt-10 md:flex">
            <h1 className="display text-24">Before you come in</h1>
            <p className="mt-2 mb-9 text-14 text-ink-2">Four short steps, then you are in.</p>
            <StepList me={me} current={place} agreed={agreed} />
            <Decline className="mt-auto -ms-3 self-start" />
          </aside>
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-0 flex-col bg-surface md:overflow-hidden md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]"
          >
            <PhoneHead index={place} />
            {step.key === null ? (
              <OverviewStep me={me} agreed={agreed} onContinue={() => setIndex(1)}>
                <Decline className="md:hidden" />
              </OverviewStep>
            ) : (
              <DocumentStep
                key={step.key}
                documentKey={step.key}
                number={index + 1}
                agreed={agreed[step.key]}
                onAgree={(yes) => setAgreed({ ...agreed, [step.key]: yes })}
                onBack={() => setIndex(index - 1)}
                onContinue={
                  index === steps.length - 1
                    ? () => completion.mutate(agreed)
                    : () => setIndex(index + 1)
                }
                last={index === steps.length - 1}
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

function PhoneHead({ index }: { index: number }) {
  return (
    <div className="shrink-0 px-5 pt-4 md:hidden">
      <div className="flex items-center justify-between text-13">
        <span className="text-ink-3 tabular-nums">
          Step {index + 1} of {steps.length}
        </span>
        <Support />
      </div>
      <div aria-hidden className="mt-3 flex gap-1.5">
        {steps.map(({ title }, place) => (
          <span
            key={title}
            className={`h-1 flex-1 rounded-full ${place <= index ? "bg-brand-line" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}

/** To the support desk's own screen where there is one, else to its letter box. */
function Support() {
  const { places } = useApp();
  const look =
    "inline-flex items-center gap-1.5 py-1 font-strong text-ink-2 hover:text-ink max-md:text-brand-text";
  const words = (
    <>
      <LifeBuoy size={15} aria-hidden className="max-md:hidden" /> Support
    </>
  );
  if (!places.has("support")) return <SupportMail className={look}>{words}</SupportMail>;
  return (
    <Link to="/support" className={look}>
      {words}
    </Link>
  );
}

function Decline({ className }: { className?: string }) {
  return (
    <Button
      variant="quiet"
      {...(className !== undefined && { className })}
      onClick={() => void signOut()}
    >
      Decline & Step Away
    </Button>
  );
}

import { t } from "@lingui/core/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { LegalKey, Me } from "../../../api/types.ts";
import { legalNames } from "../../legal/queries.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { type Agreements, documentSteps } from "./steps.ts";

export interface OverviewStepProps {
  me: Me;
  agreed: Agreements;
  unpublished: ReadonlySet<LegalKey>;
  onContinue: () => void;
  children: ReactNode;
}

/** What is done and what is still to do. */
export function OverviewStep(props: OverviewStepProps) {
  const { me, agreed, unpublished, onContinue, children } = props;
  const verified = !me.onboarding.needsEmailVerification;
  return (
    <section
      aria-label={t`Progress overview`}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
    >
      <div className="flex-1 px-5 pt-5 md:px-16 md:pt-8">
        <p className="hidden text-13 text-ink-3 tabular-nums md:block">{t`Step 1 of 4`}</p>
        <h2 className="mt-0.5 text-24 font-semibold">{t`Progress overview`}</h2>
        <p className="mt-2 max-w-[56ch] text-15 text-ink-2">{t`You confirm your email address and read three documents. It takes about ten minutes.`}</p>
        <ul className="mt-6 max-w-[34rem] divide-y divide-line-soft rounded-lg px-4 edge-line">
          <Item
            done={verified}
            name={t`Email`}
            words={verified ? t`Verified` : t`Not verified yet`}
          />
          {documentSteps.map((key) => (
            <Item
              key={key}
              done={agreed[key] && !unpublished.has(key)}
              name={legalNames[key].title}
              words={stateLabel(agreed[key], unpublished.has(key))}
            />
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-5 py-5 max-md:flex-col-reverse max-md:*:w-full md:justify-end md:px-16">
        {children}
        {!verified && <ButtonLink to="/verify-email" size="lg">{t`Verify Email`}</ButtonLink>}
        <Button
          variant="primary"
          size="lg"
          disabled={!verified}
          onClick={onContinue}
        >{t`Continue Setup`}</Button>
      </div>
    </section>
  );
}

function stateLabel(agreed: boolean, unpublished: boolean): string {
  if (unpublished) return t`Not published yet`;
  return agreed ? t`Agreed` : t`To read`;
}

function Item({ done, name, words }: { done: boolean; name: string; words: string }) {
  return (
    <li className="flex items-center gap-3 py-3 text-14">
      {done ? (
        <CircleCheck size={17} aria-hidden className="text-success-text" />
      ) : (
        <CircleDashed size={17} aria-hidden className="text-ink-3" />
      )}
      <span className="flex-1 font-medium">{name}</span>
      <span className={done ? "text-success-text" : "text-ink-3"}>{words}</span>
    </li>
  );
}

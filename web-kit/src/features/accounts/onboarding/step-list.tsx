import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { LegalKey, Me } from "../../../api/types.ts";
import { stepTitle } from "./step-title.ts";
import { type Agreements, steps } from "./steps.ts";

export interface StepListProps {
  me: Me;
  current: number;
  agreed: Agreements;
  unpublished: ReadonlySet<LegalKey>;
}

export function StepList({ me, current, agreed, unpublished }: StepListProps) {
  return (
    <ol className="flex flex-col">
      {steps.map(({ key }, index) => {
        const verified = !me.onboarding.needsEmailVerification;
        const isAgreed = key !== null && agreed[key] && !unpublished.has(key);
        const done = key === null ? verified && current > 0 : isAgreed && index !== current;
        const last = index === steps.length - 1;
        return (
          <li
            key={key}
            aria-current={index === current ? "step" : undefined}
            className={clsx("relative flex gap-3.5", !last && "pb-8")}
          >
            {!last && (
              <span
                aria-hidden
                className={clsx(
                  "absolute start-[13px] top-8 bottom-1 w-px",
                  done ? "bg-brand-line" : "bg-line",
                )}
              />
            )}
            <Disc index={index} done={done} current={index === current} />
            <div className="pt-[3px]">
              <p
                className={clsx(
                  "text-14",
                  index === current ? "font-semibold" : "font-medium",
                  !done && index !== current && "text-ink-2",
                )}
              >
                {stepTitle(key)}
              </p>
              <p className="mt-0.5 text-12 text-ink-3">
                {key !== null && unpublished.has(key)
                  ? t`Not published yet`
                  : stepNote({ key, done, current: index === current, verified, last })}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Disc({ index, done, current }: { index: number; done: boolean; current: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "grid size-[27px] shrink-0 place-items-center rounded-full text-12 font-semibold tabular-nums",
        done && "bg-brand text-on-brand",
        !done && current && "text-brand-text shadow-[inset_0_0_0_2px_var(--brand-line)]",
        !done && !current && "text-ink-3 shadow-[inset_0_0_0_1.5px_var(--line-control)]",
      )}
    >
      {done ? <Check size={15} /> : index + 1}
    </span>
  );
}

interface StepState {
  key: string | null;
  done: boolean;
  current: boolean;
  verified: boolean;
  last: boolean;
}

function stepNote({ key, done, current, verified, last }: StepState): string {
  if (key === null) return verified ? t`Email verified` : t`Email not verified yet`;
  if (done) return t`Agreed`;
  if (current) return t({ message: "Reading", context: "state of a document" });
  return last ? t`Then you are in` : "";
}

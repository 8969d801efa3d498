import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { CertificateStep } from "../types.ts";
import { clockTime, shortDate } from "../labels.ts";

const STEP_ICONS: Record<CertificateStep["state"], string> = {
  done: "bg-success-line text-surface",
  failed: "bg-danger-line text-surface",
  now: "bg-surface shadow-[inset_0_0_0_4.5px_var(--brand-line)]",
  ahead: "shadow-[inset_0_0_0_1.5px_var(--line-control)]",
};

const STEP_LABELS: Record<CertificateStep["state"], string> = {
  done: t`Done:`,
  failed: t`Failed:`,
  now: t`Now:`,
  ahead: t`To come:`,
};

const dayMs = 86_400_000;

/** Completed, current and future steps in order. */
export function Timeline({ steps }: { steps: readonly CertificateStep[] }) {
  return (
    <ol className="mt-4">
      {steps.map(({ what, at, detail, state }, index) => (
        <li key={`${what} ${at ?? index}`} className="group relative flex gap-3 pb-4 last:pb-0">
          <span
            aria-hidden
            className="absolute start-[7.5px] top-5 bottom-0 w-px bg-line group-last:hidden"
          />
          <span
            aria-hidden
            className={clsx(
              "mt-0.5 grid size-4 shrink-0 place-items-center rounded-full",
              STEP_ICONS[state],
            )}
          >
            {state === "done" && <Check size={11} strokeWidth={3} />}
            {state === "failed" && <X size={11} strokeWidth={3} />}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex justify-between gap-3">
              <span
                className={clsx(
                  "text-13",
                  state === "ahead" ? "text-ink-2" : "font-medium text-ink",
                )}
              >
                <span className="sr-only">{STEP_LABELS[state]} </span>
                {what}
              </span>
              {at !== null && (
                <time dateTime={at} className="text-12 whitespace-nowrap text-ink-3 tabular-nums">
                  {momentOf(at, state, steps[index - 1]?.at ?? null)}
                </time>
              )}
            </span>
            {detail !== null && (
              <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{detail}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The date if it differs from the previous step's; the time for completed steps. */
function momentOf(at: string, state: CertificateStep["state"], before: string | null): string {
  if (state === "ahead") return shortDate(at);
  const sameDay = before !== null && Math.abs(Date.parse(at) - Date.parse(before)) < dayMs;
  return sameDay ? clockTime(at) : `${shortDate(at)} ${clockTime(at)}`;
}

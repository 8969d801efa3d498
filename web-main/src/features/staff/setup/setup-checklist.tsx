import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleMinus } from "lucide-react";
import type {
  SetupChecklist as Checklist,
  SetupStepView,
} from "@guildhall/web-kit/api/staff-types.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { LoadError } from "../parts.tsx";
import { labelsOf } from "./labels.ts";
import { setupQuery, skipStep } from "./queries.ts";
import { TestEmail } from "./test-email.tsx";

/** The remaining setup steps with their actions; renders nothing once all are done. */
export function SetupChecklist() {
  const { data, error, refetch } = useQuery(setupQuery);
  if (data === undefined) {
    return error === null ? null : <LoadError error={error} onRetry={() => void refetch()} />;
  }
  if (data.complete) return null;
  const done = data.steps.filter(({ state }) => state !== "open").length;
  return (
    <section aria-labelledby="setup-checklist" className="mx-4 mt-4 rounded-lg edge-line md:mx-6">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line-soft px-4 py-3.5">
        <h2
          id="setup-checklist"
          className="text-15 font-semibold"
        >{t`Set up this installation`}</h2>
        <p className="text-13 text-ink-2 tabular-nums">{t`${done} of ${{ total: data.steps.length }} done`}</p>
      </div>
      <ol className="divide-y divide-line-soft">
        {data.steps.map((step) => (
          <Step key={step.step} step={step} checklist={data} />
        ))}
      </ol>
    </section>
  );
}

const STATE_ICONS = {
  open: {
    Icon: Circle,
    className: "text-ink-3",
    words: t({ message: "Open", context: "state of a step" }),
  },
  done: {
    Icon: CircleCheck,
    className: "text-success-text",
    words: t({ message: "Done", context: "outcome" }),
  },
  skipped: { Icon: CircleMinus, className: "text-ink-3", words: t`Skipped` },
} as const;

function Step({ step, checklist }: { step: SetupStepView; checklist: Checklist }) {
  const { Icon, className, words } = STATE_ICONS[step.state];
  const { title, text, action } = labelsOf(step.step, checklist);
  const isDone = step.state === "done";
  return (
    <li className="flex gap-3 px-4 py-3.5 max-md:flex-wrap">
      <Icon size={18} aria-hidden className={`mt-px shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold">
          {title} <span className="sr-only">({words})</span>
          {step.state === "skipped" && (
            <span aria-hidden className="ms-1 text-12 font-normal text-ink-3">{t`Skipped`}</span>
          )}
        </p>
        {step.state === "open" && <p className="mt-0.5 text-13 text-ink-2">{text}</p>}
        {step.step === "test-email" && step.state === "open" && (
          <TestEmail test={checklist.testEmail} />
        )}
      </div>
      {!isDone && (action !== null || step.optional) && (
        <div className="flex shrink-0 items-start gap-2 max-md:w-full max-md:ps-[30px]">
          {step.state === "open" && action !== null && (
            <ButtonLink to={action.to} aria-label={`${action.label}: ${title}`}>
              {action.label}
            </ButtonLink>
          )}
          {step.optional && <SkipButton step={step} title={title} />}
        </div>
      )}
    </li>
  );
}

function SkipButton({ step, title }: { step: SetupStepView; title: string }) {
  const cache = useQueryClient();
  const skipped = step.state === "skipped";
  const { mutate, isPending } = useMutation({
    mutationFn: () => skipStep(step.step, !skipped),
    onSuccess: (checklist) => cache.setQueryData(setupQuery.queryKey, checklist),
    onError: () => toast.error(t`Something went wrong. Please try again.`),
  });
  const label = skipped ? t`Put back` : t`Skip`;
  return (
    <Button
      variant="quiet"
      busy={isPending}
      aria-label={`${label}: ${title}`}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}

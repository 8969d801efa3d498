import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { useBoot } from "../app.ts";
import { PromptCard } from "../prompts/prompt-card.tsx";
import { usePrompt } from "../prompts/use-prompt.ts";
import type { UpdateFlow, UpdatePhase, UpdateView } from "./update-flow.ts";

const TITLES: Record<UpdatePhase, string> = {
  none: "",
  available: t`App Update Available`,
  installing: t`Installing Update...`,
  ready: t`Update Complete!`,
};

/** The update card and the reminder of iOS. */
export function UpdatePrompt({ flow }: { flow: UpdateFlow }) {
  const view = useSyncExternalStore(flow.subscribe, flow.snapshot);
  const isOpen = usePrompt("update", view.phase !== "none");
  const reminds = usePrompt("update-reminder", view.reminds && view.phase === "none");
  const title = isOpen ? titleOf(view) : "";
  return (
    <>
      <p role="status" className="sr-only">
        {reminds ? t`Refresh to download updates` : title}
      </p>
      {isOpen && <UpdateCard {...{ flow, view, title }} />}
      {reminds && (
        <PromptCard
          small
          title={t`Refresh to download updates`}
          actions={
            <Button variant="primary" onClick={() => void flow.refresh()}>
              {t({ message: "Refresh", context: "verb" })}
            </Button>
          }
          onClose={() => flow.later()}
        />
      )}
    </>
  );
}

function titleOf({ phase, percent }: UpdateView): string {
  return percent === 100 ? TITLES.ready : TITLES[phase];
}

interface UpdateCardProps {
  flow: UpdateFlow;
  view: UpdateView;
  title: string;
}

function UpdateCard({ flow, view, title }: UpdateCardProps) {
  const name = useBoot().brand.name;
  if (view.phase !== "available") {
    return <PromptCard title={title}>{<UpdateProgress view={view} />}</PromptCard>;
  }
  return (
    <PromptCard
      title={title}
      onClose={() => flow.later()}
      actions={
        <>
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            onClick={() => void flow.install()}
          >
            {t({ message: "Update", context: "verb" })}
          </Button>
          <Button variant="quiet" onClick={() => flow.later()}>{t`Later`}</Button>
        </>
      }
    >
      <p className="mt-0.5 text-13 text-ink-2">{t`Load the newest version of ${name}. What you typed is kept.`}</p>
      <p role="alert" className="text-13 font-medium text-danger-text">
        {view.hasFailed && (
          <span className="mt-1.5 block">{t`Update failed. Please try again.`}</span>
        )}
      </p>
    </PromptCard>
  );
}

function UpdateProgress({ view: { step, percent, phase } }: { view: UpdateView }) {
  if (phase === "ready") {
    return <p className="mt-0.5 text-13 text-ink-2">{t`You have the newest version.`}</p>;
  }
  return (
    <>
      <p className="mt-0.5 text-13 text-ink-2">{step}</p>
      <div className="mt-3 flex items-center gap-3">
        <progress className="sr-only" aria-label={step ?? t`Update`} value={percent} max={100} />
        <span
          aria-hidden
          className="h-1.5 flex-1 overflow-hidden rounded-full bg-selected forced-colors:border"
        >
          <span
            className="block h-full rounded-full bg-brand-line transition-[width] duration-200 forced-colors:bg-[Highlight]"
            style={{ width: `${String(percent)}%` }}
          />
        </span>
        <span aria-hidden className="text-12 text-ink-3 tabular-nums">
          {percent}%
        </span>
      </div>
    </>
  );
}

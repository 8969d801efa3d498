import { t } from "@lingui/core/macro";
import { serverNow } from "../../../api/server-clock.ts";
import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../api/problem.ts";
import { Button } from "../../../ui/button.tsx";
import { formatClock } from "../../../language/clock.ts";
import { useOnline } from "../../../ui/use-online.ts";
import { formatMoment } from "../../../ui/time.ts";
import { dayOf } from "../../posts/days.ts";
import type { DraftAutosave, DraftState } from "./draft-autosave.ts";

/** The status line of the draft: saved, and when. */
export function DraftStatus({ autosave, state }: { autosave: DraftAutosave; state: DraftState }) {
  const online = useOnline();
  const unsaved = state.phase === "waiting" || state.phase === "failed";
  if (!online && unsaved) {
    return (
      <Line
        failed
      >{t`You are offline. Your last changes are not saved; they will be when the connection is back.`}</Line>
    );
  }
  if (state.phase === "failed") {
    return (
      <Line failed>
        {errorMessage(state.error, t`Failed to save draft`)}{" "}
        <Button
          size="sm"
          variant="quiet"
          onClick={() => void autosave.flush()}
        >{t`Try Again`}</Button>
      </Line>
    );
  }
  return <Line>{draftStatusText(state)}</Line>;
}

function draftStatusText({ phase, savedAt }: DraftState): string {
  if (phase === "saving" || phase === "waiting") return t`Saving draft...`;
  if (savedAt === null) return "";
  const isToday = dayOf(savedAt) === dayOf(new Date(serverNow()).toISOString());
  const [time, moment] = [formatClock(Date.parse(savedAt)), formatMoment(savedAt)];
  return isToday ? t`Draft saved at ${time}` : t`Draft saved ${moment}`;
}

function Line({ failed = false, children }: { failed?: boolean; children: ReactNode }) {
  return (
    <p role="status" className="flex min-h-7 items-center gap-1.5 text-12 text-ink-3">
      {failed && <CloudOff size={14} aria-hidden className="shrink-0" />}
      <span className={failed ? "text-warning-text" : undefined}>{children}</span>
    </p>
  );
}

import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { CountdownRing } from "./countdown-ring.tsx";
import { useRestoreActivity } from "./use-activity.ts";

/** Seconds during which clearing can be undone (C-113). */
const RESTORABLE_S = 10;

/** Reports the clearing, with an undo button for ten seconds. */
export function RestoreBar({ onGone }: { onGone: () => void }) {
  const left = useCountdown(RESTORABLE_S);
  const restore = useRestoreActivity(onGone);
  const button = useRef<HTMLButtonElement>(null);
  const isOver = left <= 0 && !restore.isPending;
  // The pressed button has disappeared, and the undo button must be quick to reach.
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (isOver) onGone();
  }, [isOver, onGone]);
  return (
    <div
      data-slot="restore-bar"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(68px+env(safe-area-inset-bottom))] z-50 flex justify-center md:inset-x-auto md:start-6 md:bottom-6"
    >
      <div className="pointer-events-auto flex w-full max-w-[26rem] md:max-w-[32rem] animate-rise items-center gap-3 rounded-md bg-[light-dark(var(--ink),#2b2f2e)] py-3 ps-3.5 pe-3 text-13 font-medium text-white shadow-e3 forced-colors:border">
        <p
          role="status"
          className="min-w-0 flex-1"
        >{t`Activity cleared - all notifications marked as read`}</p>
        <button
          ref={button}
          type="button"
          className="min-h-8 px-2 font-semibold underline underline-offset-4 focus-visible:outline-white max-md:min-h-11"
          aria-disabled={restore.isPending || undefined}
          onClick={() => {
            if (!restore.isPending) restore.mutate();
          }}
        >{t`Restore`}</button>
        <CountdownRing left={left} of={RESTORABLE_S} />
      </div>
    </div>
  );
}

/** The whole seconds left by the clock, so that a suspended page does not extend them. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.ceil((end - Date.now()) / 1000)), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return Math.max(0, left);
}

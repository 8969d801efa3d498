import { Trans } from "@lingui/react/macro";
import { WifiOff } from "lucide-react";
import { formatClock } from "../language/clock.ts";
import { formatMoment } from "../ui/time.ts";
import { useOfflineSince } from "../ui/use-online.ts";

/**
 * Warns that the displayed data may be outdated. The live region exists before its content appears.
 */
export function OfflineBanner() {
  const since = useOfflineSince();
  const moment = since === null ? null : momentOf(since);
  return (
    <div role="status" className="shrink-0">
      {moment !== null && (
        <p className="flex min-h-9 items-center justify-center gap-2 bg-warning-subtle px-4 py-1.5 text-13 text-warning-text">
          <WifiOff size={15} aria-hidden className="shrink-0" />
          <span>
            <Trans>
              <strong className="font-semibold">You are offline.</strong> Showing data from {moment}
              . <span className="max-md:hidden">What you write is sent later.</span>
            </Trans>
          </span>
        </p>
      )}
    </div>
  );
}

/** Data of an earlier day is named by its date as well. */
function momentOf(since: number): string {
  const isToday = new Date(since).toDateString() === new Date().toDateString();
  return isToday ? formatClock(since) : formatMoment(new Date(since).toISOString());
}

import { t } from "@lingui/core/macro";
import { useNow } from "../posts/use-now.ts";
import { shortDay } from "../posts/days.ts";
import { formatClock } from "../../language/clock.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { formatMoment } from "../../ui/time.ts";

const HOUR_MS = 3_600_000;

/** When a message was sent: "22 minutes ago", "08:12", "Yesterday, 16:20", "20 November, 16:20". */
export function messageTime(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return t`Unknown time`;
  const clock = formatClock(time);
  const days = daysBetween(time, now);
  if (days <= 0) return clock;
  if (days === 1) return t`Yesterday, ${clock}`;
  const day = shortDay(at, now);
  return t`${day}, ${clock}`;
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** Calendar days between two times in the reader's time zone. */
function daysBetween(from: number, to: number): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / (24 * HOUR_MS));
}

export function MessageTime({ at }: { at: string }) {
  const now = useNow();
  if (now - Date.parse(at) < HOUR_MS) {
    return <RelativeTime time={at} className="text-12 text-ink-3" />;
  }
  return (
    <time dateTime={at} title={formatMoment(at)} className="text-12 text-ink-3 tabular-nums">
      {messageTime(at, now)}
    </time>
  );
}

import { serverNow } from "../api/server-clock.ts";
import { useSyncExternalStore } from "react";
import { formatMoment, relativeTime, type TimeStyle } from "./time.ts";

const tickMs = 30_000;
const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for all labels on the page, running only while a component subscribes.
function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = serverNow();
    timer = setInterval(tick, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick() {
  now = serverNow();
  for (const listener of listeners) listener();
}

export interface RelativeTimeProps {
  time: string | null;
  style?: TimeStyle;
  className?: string;
}

/** "4 minutes ago", updated over time; the full date is shown on hover. */
export function RelativeTime({ time, style = "long", className }: RelativeTimeProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  const words = relativeTime(time, current, style);
  if (time === null || Number.isNaN(Date.parse(time)))
    return <span className={className}>{words}</span>;
  return (
    <time
      data-slot="relative-time"
      dateTime={time}
      title={formatMoment(time)}
      className={className}
      {...(style === "short" && { "aria-label": relativeTime(time, current) })}
    >
      {words}
    </time>
  );
}

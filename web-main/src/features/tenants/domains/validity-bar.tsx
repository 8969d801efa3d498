import { t } from "@lingui/core/macro";
import { useNow } from "@guildhall/web-kit/features/posts/use-now.ts";
import { shortDate } from "../labels.ts";

const dayMs = 86_400_000;

export interface ValidityBarProps {
  from: string;
  until: string;
  /** Start of the renewal period. */
  renewsAt: string | null;
}

/** A certificate's lifetime as a bar; the text below repeats it. */
export function ValidityBar({ from, until, renewsAt }: ValidityBarProps) {
  const { day, days, lived, renewal } = validityOf({ from, until, renewsAt }, useNow());
  return (
    <div className="mt-4 border-b border-line-soft pb-4">
      <div aria-hidden className="relative h-2 rounded-full bg-selected">
        {renewal !== null && (
          <span
            style={{ insetInlineStart: `${renewal}%` }}
            className="absolute inset-y-0 end-0 rounded-e-full bg-[repeating-linear-gradient(-45deg,var(--warning-border)_0_4px,transparent_4px_8px)]"
          />
        )}
        <span
          style={{ width: `${lived}%` }}
          className="absolute inset-y-0 start-0 rounded-full bg-success-line"
        />
        <span
          style={{ insetInlineStart: `${lived}%` }}
          className="absolute -inset-y-0.5 w-px bg-ink"
        />
      </div>
      <p className="mt-2 flex justify-between text-12 text-ink-2">
        <time dateTime={from}>{shortDate(from)}</time>
        <span className="font-medium text-ink">{t`Day ${day} of ${days}`}</span>
        <time dateTime={until}>{shortDate(until)}</time>
      </p>
    </div>
  );
}

/** The current day of the lifetime, its length, and the bar positions in per cent. */
export function validityOf({ from, until, renewsAt }: ValidityBarProps, now: number) {
  const start = Date.parse(from);
  const whole = Math.max(1, Date.parse(until) - start);
  const share = (moment: number) => Math.min(100, Math.max(0, ((moment - start) / whole) * 100));
  const days = Math.max(1, Math.round(whole / dayMs));
  return {
    days,
    day: Math.min(days, Math.max(1, Math.floor((now - start) / dayMs) + 1)),
    lived: share(now),
    renewal: renewsAt === null ? null : share(Date.parse(renewsAt)),
  };
}

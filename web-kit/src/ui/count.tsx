import { clsx } from "clsx";
import { shortCount } from "./short-count.ts";

export type CountTone = "solid" | "tint" | "quiet" | "bar";

const tones: Record<CountTone, string> = {
  solid: "bg-brand text-on-brand shadow-[inset_0_0_0_1px_var(--brand-edge)]",
  tint: "bg-brand-subtle-2 text-brand-text",
  quiet: "bg-selected text-ink-2",
  bar: "bg-(--bar-count) text-(--bar-on-count)",
};

export interface CountProps {
  value: number;
  tone?: CountTone;
  /** Larger values are shown as "cap+". */
  cap?: number;
  /** Shown for zero too, as on a tab. */
  always?: boolean;
  /** The counted items, for screen readers. */
  label?: string;
  className?: string;
}

/** A count badge; renders nothing for zero, unless `always` is set. */
export function Count(props: CountProps) {
  const { value, tone = "solid", cap = 99, always = false, label, className } = props;
  if (value <= 0 && !always) return null;
  return (
    <span
      data-slot="count"
      className={clsx(
        "inline-grid h-[18px] min-w-[18px] place-items-center rounded-full px-[5px] text-11 leading-none font-semibold tabular-nums",
        tones[tone],
        className,
      )}
    >
      <span>
        {shortCount(value, cap)}
        {label !== undefined && <span className="sr-only"> {label}</span>}
      </span>
    </span>
  );
}

import { clsx } from "clsx";

export type DotTone = "neutral" | "brand" | "success" | "warning" | "danger";

const tones: Record<DotTone, string> = {
  neutral: "bg-ink-3",
  brand: "bg-brand-line",
  success: "bg-success-line",
  warning: "bg-warning-line",
  danger: "bg-danger-line",
};

/** A coloured dot next to a text with the same meaning. */
export function Dot({ tone = "neutral", className }: { tone?: DotTone; className?: string }) {
  return (
    <span
      data-slot="dot"
      aria-hidden
      className={clsx("inline-block size-[7px] shrink-0 rounded-full", tones[tone], className)}
    />
  );
}

import { clsx } from "clsx";
import type { ComponentProps } from "react";

export type BadgeTone = "neutral" | "line" | "brand" | "success" | "warning" | "danger" | "info";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-selected text-ink-2",
  line: "text-ink-2 edge-line",
  brand: "bg-brand-subtle-2 text-brand-text",
  success: "bg-success-subtle text-success-text",
  warning: "bg-warning-subtle text-warning-text",
  danger: "bg-danger-subtle text-danger-text",
  info: "bg-info-subtle text-info-text",
};

export interface BadgeProps extends ComponentProps<"span"> {
  tone?: BadgeTone;
}

export function Badge({ tone = "neutral", className, ...rest }: BadgeProps) {
  return (
    <span
      data-slot="badge"
      className={clsx(
        "inline-flex h-5 items-center gap-1 rounded-xs px-[7px] text-11 leading-none font-strong whitespace-nowrap",
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}

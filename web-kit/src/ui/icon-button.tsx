import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

export type IconButtonSize = "sm" | "md" | "touch";

const sizes: Record<IconButtonSize, string> = {
  sm: "size-[26px] max-md:size-9",
  md: "size-8 max-md:size-11",
  touch: "size-11",
};

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: ReactNode;
  size?: IconButtonSize;
}

export function IconButton({ label, icon, size = "md", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        data-slot="icon-button"
        type="button"
        aria-label={label}
        className={clsx(
          "inline-grid shrink-0 place-items-center rounded-sm text-ink-2 transition-[background] duration-[90ms] hover:bg-hover hover:text-ink active:bg-press disabled:text-ink-3 disabled:opacity-60",
          sizes[size],
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

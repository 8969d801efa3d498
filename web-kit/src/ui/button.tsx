import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "plain" | "primary" | "tint" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  plain:
    "bg-surface text-ink shadow-[inset_0_0_0_1px_var(--line),var(--e1)] hover:bg-[color-mix(in_srgb,var(--ink)_4%,var(--surface))] active:bg-[color-mix(in_srgb,var(--ink)_9%,var(--surface))]",
  primary:
    "bg-brand text-on-brand shadow-[inset_0_0_0_1px_var(--brand-edge),var(--e1)] hover:bg-brand-hover active:bg-brand-active",
  tint: "bg-brand-subtle text-brand-text shadow-[inset_0_0_0_1px_var(--brand-border)] hover:bg-brand-subtle-2 active:bg-brand-subtle-2",
  quiet: "text-ink-2 hover:bg-hover active:bg-press",
  danger:
    "bg-danger text-on-danger shadow-e1 hover:bg-[color-mix(in_oklab,var(--danger)_90%,black)] active:bg-[color-mix(in_oklab,var(--danger)_82%,black)]",
};

// Below the tablet width every control grows to touch-target size.
const sizes: Record<ButtonSize, string> = {
  sm: "h-7 px-[9px] text-12 gap-[5px] rounded-sm max-md:h-9 max-md:px-3 max-md:text-13",
  md: "h-8 px-3 text-13 gap-1.5 rounded-sm max-md:h-11 max-md:px-4 max-md:text-14",
  lg: "h-10 px-4 text-14 gap-2 rounded-md max-md:h-12 max-md:text-15",
};

const DISABLED_CLASS =
  "disabled:bg-sunken disabled:text-ink-3 disabled:shadow-[inset_0_0_0_1px_var(--line-soft)]";

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function buttonClass({ variant = "plain", size = "md" }: ButtonLook, className?: string) {
  return clsx(
    "inline-flex items-center justify-center leading-none font-strong whitespace-nowrap select-none transition-[background,box-shadow] duration-[90ms] active:translate-y-[0.5px] forced-colors:border",
    variants[variant],
    sizes[size],
    DISABLED_CLASS,
    className,
  );
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  icon?: ReactNode;
  /** Busy: shows a spinner, ignores clicks, and keeps its width. */
  busy?: boolean;
  busyLabel?: string;
}

export function Button({ variant, size, icon, busy, busyLabel, children, ...rest }: ButtonProps) {
  const { className, onClick, type = "button", ...native } = rest;
  return (
    <button
      data-slot="button"
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...native}
    >
      {busy ? <Spinner size={14} /> : icon}
      {busyLabel === undefined ? (
        children
      ) : (
        <ContentSwap busy={busy === true} {...{ busyLabel, children }} />
      )}
    </button>
  );
}

/** Both labels share a grid cell, so that the wider one sets the width. */
function ContentSwap(props: { busy: boolean; busyLabel: string; children: ReactNode }) {
  return (
    <span className="grid justify-items-center [&>*]:col-start-1 [&>*]:row-start-1">
      <span aria-hidden={props.busy || undefined} className={clsx(props.busy && "invisible")}>
        {props.children}
      </span>
      <span aria-hidden={!props.busy || undefined} className={clsx(!props.busy && "invisible")}>
        {props.busyLabel}
      </span>
    </span>
  );
}

export interface ButtonLinkProps extends ComponentProps<typeof Link>, ButtonLook {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return (
    <Link data-slot="button" className={buttonClass(look, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

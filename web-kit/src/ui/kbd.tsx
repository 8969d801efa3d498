import { t } from "@lingui/core/macro";
import { clsx } from "clsx";

/** The label of the shortcut modifier key on this device. */
export function modifierKey(): string {
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) return "⌘";
  return t({ message: "Ctrl", context: "key of the keyboard" });
}

export interface KbdProps {
  name: string;
  /** Uses the colour of the surrounding text, for coloured backgrounds. */
  bare?: boolean;
}

/**
 * A keyboard key. Its name is CSS content, so that it does not become part of a button's accessible
 * name.
 */
export function Kbd({ name, bare = false }: KbdProps) {
  return (
    <kbd
      data-key={name}
      className={clsx(
        "inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs px-1 font-sans text-11 font-medium forced-colors:border after:content-[attr(data-key)]",
        bare
          ? "shadow-[inset_0_0_0_1px_color-mix(in_srgb,currentColor_26%,transparent)]"
          : "bg-surface text-ink-3 shadow-[inset_0_0_0_1px_var(--line)]",
      )}
    />
  );
}

import { clsx } from "clsx";

/** The key that is held for a shortcut, as it is called on this device. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

export interface KbdProps {
  name: string;
  /** On a ground of whatever colour: in that of the words around it. */
  bare?: boolean;
}

/**
 * A key of the keyboard. What it says is drawn and is no text: beside the words of a button it would
 * have to be part of the button's name.
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

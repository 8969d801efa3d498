/** The key that is held for a shortcut, as it is called on this device. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/**
 * A key of the keyboard. What it says is drawn and is no text: beside the words of a button it would
 * have to be part of the button's name.
 */
export function Kbd({ name }: { name: string }) {
  return (
    <kbd
      data-key={name}
      className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs bg-surface px-1 font-sans text-11 font-medium text-ink-3 shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border after:content-[attr(data-key)]"
    />
  );
}

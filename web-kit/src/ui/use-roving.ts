import { type KeyboardEvent, useState } from "react";

const STEPS: Record<string, 1 | -1 | "first" | "last" | undefined> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: "first",
  End: "last",
};

/**
 * One tab stop for a whole list; the arrow keys move inside it. Spread `item(id)` on what takes
 * the focus of each row, and `onKeyDown` on the list.
 */
export function useRoving(ids: readonly string[], selected: string | null) {
  const [active, setActive] = useState<string | null>(null);
  const current =
    [active, selected].find((id) => id !== null && ids.includes(id)) ?? ids.at(0) ?? null;
  return {
    item: (id: string) => ({
      "data-roving": id,
      tabIndex: id === current ? 0 : -1,
      onFocus: () => setActive(id),
    }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-roving]")];
      const here = items.findIndex((item) => item.contains(document.activeElement));
      const next = nextStop(event, here, items.length);
      if (next === null) return;
      event.preventDefault();
      items[next]?.focus();
    },
  };
}

/** Where a key leads from one of so many rows; null where it leads nowhere. */
export function nextStop(event: KeyboardEvent, here: number, length: number): number | null {
  const step = STEPS[event.key];
  if (step === undefined || isTyping(event.target) || event.altKey || event.metaKey) return null;
  return destination(length, here, step);
}

function destination(length: number, here: number, step: 1 | -1 | "first" | "last"): number {
  if (step === "first") return 0;
  if (step === "last") return length - 1;
  return Math.max(0, Math.min(length - 1, here + step));
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";

const STEPS: Record<string, 1 | -1 | "first" | "last" | undefined> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: "first",
  End: "last",
};

/**
 * Roving tabindex: the list has a single tab stop, and arrow keys move between its rows, including
 * those that are not rendered. Spread `item(id)` on the focusable element of each row, and
 * `onKeyDown` on the list.
 */
export function useRoving(ids: readonly string[], selected: string | null) {
  const [active, setActive] = useState<string | null>(null);
  const current =
    [active, selected].find((id) => id !== null && ids.includes(id)) ?? ids.at(0) ?? null;
  const moving = useRef<HTMLElement | null>(null);
  // The row has been rendered because it became the tab stop.
  useLayoutEffect(() => {
    const list = moving.current;
    if (list === null || current === null) return;
    moving.current = null;
    rowOf(list, current)?.focus();
  }, [current]);
  return {
    current,
    item: (id: string) => ({
      "data-roving": id,
      tabIndex: id === current ? 0 : -1,
      onFocus: () => setActive(id),
    }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = ids[nextIndex(event, ids.indexOf(rowAtIndex(event.target)), ids.length) ?? -1];
      if (next === undefined) return;
      event.preventDefault();
      const row = rowOf(event.currentTarget, next);
      if (row === null) moving.current = event.currentTarget;
      else row.focus();
      setActive(next);
    },
  };
}

function rowOf(list: HTMLElement, id: string): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[data-roving="${CSS.escape(id)}"]`);
}

function rowAtIndex(target: EventTarget): string {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-roving]") : null;
  return row?.dataset["roving"] ?? "";
}

/** The index to which a key leads from a row; null if it leads nowhere. */
export function nextIndex(event: KeyboardEvent, here: number, length: number): number | null {
  const step = STEPS[event.key];
  if (step === undefined || isTyping(event.target) || event.altKey || event.metaKey) return null;
  return destination(length, here, step);
}

function destination(length: number, here: number, step: 1 | -1 | "first" | "last"): number {
  if (step === "first") return 0;
  if (step === "last") return length - 1;
  return Math.max(0, Math.min(length - 1, here + step));
}

/** True if a key pressed there is text input. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

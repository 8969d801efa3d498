import { useEffect, useEffectEvent } from "react";
import { isTyping } from "@guildhall/web-kit/ui/use-roving.ts";

export type DeskKey = "j" | "k" | "r" | "a" | "s";

/**
 * The desk's single keys: j and k move through the inbox, r replies, a assigns, s changes the
 * status. They do nothing in text fields and dialogs, and if the viewer turned single keys off.
 */
export function useDeskKeys(enabled: boolean, actions: Partial<Record<DeskKey, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (!enabled || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
    const action = Object.entries(actions).find(([key]) => key === event.key)?.[1];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** The id one step further in a list; from no position the first one. */
export function stepIn(ids: readonly string[], current: string | null, step: 1 | -1) {
  const here = current === null ? -1 : ids.indexOf(current);
  if (here === -1) return ids[0] ?? null;
  return ids[Math.max(0, Math.min(ids.length - 1, here + step))] ?? null;
}

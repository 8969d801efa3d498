import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Me } from "../../api/types.ts";
import { isTyping } from "../../ui/use-roving.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { watchOpenedRow } from "./opened-row.ts";

const ShortcutsDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./shortcuts-dialog.tsx"))).ShortcutsDialog,
}));
const ShortcutKeys = lazy(async () => ({
  default: (await loadWithRetry(() => import("./shortcut-keys.tsx"))).ShortcutKeys,
}));

export interface ShortcutsProps {
  me: Me;
  /** True while the list is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The single-key shortcuts, and their list, which opens with `?` or from the account menu. What the
 * keys do is loaded with the first of them.
 */
export function Shortcuts({ me, open, onOpenChange }: ShortcutsProps) {
  const [isUsed, setUsed] = useState(false);
  const queue = useRef<KeyboardEvent[]>([]);
  const isOn = me.singleKeyShortcuts;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isUsed || !isSingleKey(event)) return;
    queue.current.push(event);
    setUsed(true);
  });
  useEffect(watchOpenedRow, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <Suspense fallback={<QueuedKeys queue={queue} />}>
        {isOn && isUsed && <ShortcutKeys {...{ me, queue }} onHelp={() => onOpenChange(true)} />}
      </Suspense>
      <Suspense>{open && <ShortcutsDialog me={me} onClose={() => onOpenChange(false)} />}</Suspense>
    </>
  );
}

/** While the shortcuts load, key presses are kept for them. */
function QueuedKeys({ queue }: { queue: RefObject<KeyboardEvent[]> }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (isSingleKey(event)) queue.current.push(event);
    };
    addEventListener("keydown", keep);
    return () => removeEventListener("keydown", keep);
  }, [queue]);
  return null;
}

/** Parts that use their keys themselves. A prompt in the corner is not modal. */
const TAKEN = '[role="dialog"]:not([data-prompt]), [role="alertdialog"], [role="menu"]';

/** True for a character typed outside text fields, dialogs and menus, without a modifier. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  // A question mark and, on some keyboards, a plus sign need Shift.
  if ((shiftKey && key !== "?" && key !== "+") || event.defaultPrevented || event.isComposing)
    return false;
  return !isTyping(target) && document.querySelector(TAKEN) === null;
}

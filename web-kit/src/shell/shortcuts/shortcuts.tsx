import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { isTyping } from "../ui/use-roving.ts";
import { loadWithRetry } from "./lazy.ts";

const ShortcutsDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./shortcuts-dialog.tsx"))).ShortcutsDialog,
}));

export interface ShortcutsProps {
  open: boolean;
  /** False if the viewer turned single-key shortcuts off. */
  singleKeys: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The shortcut list, opened with `?` or from the account menu. */
export function Shortcuts({ open, singleKeys, onOpenChange }: ShortcutsProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (singleKeys && isHelpShortcut(event)) onOpenChange(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <Suspense>
      {open && <ShortcutsDialog {...{ singleKeys }} onClose={() => onOpenChange(false)} />}
    </Suspense>
  );
}

/** True for a question mark typed outside text fields, dialogs and menus. */
function isHelpShortcut({
  key,
  ctrlKey,
  metaKey,
  altKey,
  target,
  defaultPrevented,
}: KeyboardEvent) {
  if (key !== "?" || ctrlKey || metaKey || altKey || defaultPrevented) return false;
  const taken = '[role="dialog"], [role="alertdialog"], [role="menu"]';
  return !isTyping(target) && document.querySelector(taken) === null;
}

import { useEffect, useEffectEvent } from "react";
import { addSheet } from "./sheet-history.ts";

/** On a phone, Back closes the open part: a sheet, or a search that covers the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    return addSheet(() => close());
  }, [open]);
}

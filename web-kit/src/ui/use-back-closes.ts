import { useEffect, useRef } from "react";
import { openLayer } from "./history-layers.ts";

/** On a phone, Back closes what is open: a sheet, or a search that covers the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || matchMedia("(min-width: 48rem)").matches) return;
    let release: () => void = () => undefined;
    let stays: ReturnType<typeof setTimeout> | undefined;
    const enter = () => {
      release = openLayer(() => {
        close.current();
        // A form that is being sent may refuse to close: the next Back asks it again.
        stays = setTimeout(enter);
      });
    };
    enter();
    return () => {
      clearTimeout(stays);
      release();
    };
  }, [open]);
}

import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

const SHOW_MS = 500;
/** Long enough to move the pointer from the name onto the card (WCAG 1.4.13). */
const HIDE_MS = 250;
const WIDE = "(min-width: 48rem)";

/** An open person card. */
export interface OpenedCard {
  /** The element next to which the card is shown. */
  anchor: HTMLElement;
  /** A card that opened by hovering takes no focus, and closes when the pointer leaves. */
  by: "click" | "hover";
}

/** Opens a person card with a click, or when a mouse rests on the name. */
export function useCardOpener() {
  const [opened, setOpened] = useState<OpenedCard | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (act: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const hide = () => {
    later(() => setOpened((now) => (now?.by === "hover" ? null : now)), HIDE_MS);
  };
  const trigger = {
    onClick: ({ currentTarget: anchor }: MouseEvent<HTMLElement>) => {
      clearTimeout(timer.current);
      // Safari does not focus a button that is clicked; the focus returns to it later.
      if (anchor instanceof HTMLButtonElement) anchor.focus({ preventScroll: true });
      setOpened(opened?.by === "click" ? null : { anchor, by: "click" });
    },
    onPointerEnter: ({ currentTarget: anchor, pointerType }: PointerEvent<HTMLElement>) => {
      // A bottom sheet must not open by itself.
      if (pointerType !== "mouse" || !matchMedia(WIDE).matches) return;
      later(() => setOpened((now) => now ?? { anchor, by: "hover" }), SHOW_MS);
    },
    onPointerLeave: hide,
  };
  const hover = { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: hide };
  const close = () => {
    clearTimeout(timer.current);
    setOpened(null);
  };
  return { opened, trigger, hover, close };
}

export type CardOpener = ReturnType<typeof useCardOpener>;

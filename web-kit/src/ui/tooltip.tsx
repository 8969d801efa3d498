import { Slot } from "radix-ui";
import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";

/** Its placement is a library of its own, which is loaded when the first tooltip is shown. */
const TooltipBubble = lazy(async () => ({
  default: (await import("./tooltip-bubble.tsx")).TooltipBubble,
}));

const SHOW_MS = 400;
/** Long enough to move the pointer onto the tooltip (WCAG 1.4.13). */
const HIDE_MS = 120;

export type TooltipSide = "top" | "right" | "bottom" | "left";

export interface TooltipProps {
  text: string;
  side?: TooltipSide;
  children: ReactElement;
}

/**
 * A tooltip for a control without a visible label. The control needs an accessible name as well.
 */
export function Tooltip({ text, side = "bottom", children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (shown: HTMLElement | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(shown), ms);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useHideOnEscape(anchor !== null, hide);
  return (
    <>
      <Slot.Root
        onPointerEnter={(event: PointerEvent<HTMLElement>) => {
          if (event.pointerType !== "touch") later(event.currentTarget, SHOW_MS);
        }}
        onPointerLeave={() => later(null, HIDE_MS)}
        onPointerDown={hide}
        onClick={hide}
        onFocus={(event: FocusEvent<HTMLElement>) => {
          // A closing dialog returns the focus to its button, which must not open the tooltip.
          if (event.currentTarget.matches(":focus-visible")) setAnchor(event.currentTarget);
        }}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {anchor !== null && (
        <Suspense>
          <TooltipBubble
            {...{ anchor, side, text }}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => later(null, HIDE_MS)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Escape hides the tooltip only, and does not close a dialog around it. */
function useHideOnEscape(isShown: boolean, hide: () => void): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      hide();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  });
}

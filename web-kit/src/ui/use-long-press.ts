import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from "react";

const LONG_PRESS_MS = 450;
/** A finger that moves farther than this scrolls, in pixels. */
const MOVE_MAX = 10;
/** A long press on these selects text, or opens a menu of the browser. */
const OWN_MEANING = "a, img, input, textarea, .rich-text";

/**
 * Handlers that call `onPress` after a long press with a finger. The click that follows it is
 * suppressed. Mouse and pen are not concerned.
 */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({
      pointerType,
      isPrimary,
      target,
      currentTarget,
      clientX,
      clientY,
    }: PointerEvent) => {
      cancel();
      wasLong.current = false;
      // React also delivers events of menus and dialogs here, which are rendered elsewhere.
      const isInside = target instanceof Element && currentTarget.contains(target);
      if (pointerType !== "touch" || !isPrimary || !isInside) return;
      if (target.closest(OWN_MEANING) !== null) return;
      start.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onPress();
      }, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > MOVE_MAX) cancel();
    },
    onPointerUp: cancel,
    onTouchEnd: (event: TouchEvent) => {
      // The mouse events that follow a short long press would move the focus and close the menu.
      if (wasLong.current) event.preventDefault();
    },
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      // Android reports a long press here, too.
      if (wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

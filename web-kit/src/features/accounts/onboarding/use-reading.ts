import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Reading, readingOf } from "./steps.ts";

export interface Text {
  /** Goes on the element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  reading: Reading;
  /** Goes on the same element, for a key that is quicker than the text. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  toEnd: () => void;
}

/**
 * Follows how far a text has been scrolled. Once its end was reached it stays reached.
 *
 * Before the text has come there is nothing to scroll, and End would be lost without a trace: it
 * is kept, and goes to the end of the text as soon as that is there.
 */
export function useReading(ready: boolean): Text {
  const box = useRef<HTMLDivElement>(null);
  const wantsEnd = useRef(false);
  const [reading, setReading] = useState<Reading>({ progress: 0, atEnd: false });

  const toEnd = () => {
    const element = box.current;
    if (element === null) return;
    // The button that calls this is about to vanish; the keyboard stays with the text.
    element.focus({ preventScroll: true });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollTo({ top: element.scrollHeight, behavior: still ? "auto" : "smooth" });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!ready && !event.altKey && !event.metaKey) wantsEnd.current = event.key === "End";
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (!ready || element === null || !wantsEnd.current) return;
    wantsEnd.current = false;
    element.scrollTop = element.scrollHeight;
  }, [ready]);

  useEffect(() => {
    const element = box.current;
    if (element === null || !ready) return;
    const look = () => {
      const now = readingOf(element);
      setReading((before) => ({
        progress: Math.max(before.progress, now.progress),
        atEnd: before.atEnd || now.atEnd,
      }));
    };
    // A short text, or a tall window, has its end on screen from the start.
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [ready]);
  return { box, reading, onKeyDown, toEnd };
}

import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { readingProgress } from "./steps.ts";

/** The position at which a text opens, and the listener for how far it is read. */
export interface ReadingPosition {
  /** 0 at the beginning of the text, 1 at its end. Applied once, when the text has come. */
  position: number;
  onRead: (position: number, atEnd: boolean) => void;
}

export interface DocumentReader {
  /** Goes on the element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** The furthest position of this visit, 0 to 1, for the bar and the chip. */
  furthest: number;
  /** Goes on the same element, for a key that is quicker than the text. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  toEnd: () => void;
}

// With these the reader scrolls somewhere else.
const otherInput = ["wheel", "touchmove", "pointerdown"] as const;

/**
 * Follows how far a text has been scrolled.
 *
 * A request for the end is kept until the end is on screen: before the text has come there is nothing to
 * scroll, and a text that grows when its font arrives leaves a smooth scroll short of its end. For the same
 * reason the position is a part of the text, not a number of pixels, and is restored when the height changes.
 */
export function useReadingProgress(ready: boolean, bookmark: ReadingPosition): DocumentReader {
  const box = useRef<HTMLDivElement>(null);
  const wantsEnd = useRef(false);
  const [start] = useState(bookmark.position);
  const position = useRef(start);
  const [furthest, setFurthest] = useState(start);

  const toEnd = () => {
    const element = box.current;
    if (element === null) return;
    wantsEnd.current = true;
    // The button that calls this is about to vanish; the keyboard stays with the text.
    element.focus({ preventScroll: true });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollTo({ top: element.scrollHeight, behavior: still ? "auto" : "smooth" });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey && !event.metaKey) wantsEnd.current = event.key === "End";
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (!ready || element === null) return;
    if (wantsEnd.current) element.scrollTop = element.scrollHeight;
    else restorePosition(element, start);
  }, [ready, start]);

  const look = useEffectEvent((element: HTMLElement) => {
    // Without a layout every text seems to fit. A resize to nothing is reported when the step is left.
    if (element.clientHeight === 0) return;
    const { progress, atEnd } = readingProgress(element);
    if (atEnd) wantsEnd.current = false;
    // A text that fits as a whole has no position, and may still grow.
    if (element.scrollHeight > element.clientHeight) position.current = progress;
    setFurthest((before) => Math.max(before, progress));
    bookmark.onRead(progress, atEnd);
  });

  // In the layout phase, so that nothing is reported of a text that is already removed.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !ready) return;
    const onScroll = () => look(element);
    const onSettled = () => {
      if (wantsEnd.current) element.scrollTop = element.scrollHeight;
      look(element);
    };
    const onResized = () => {
      if (!wantsEnd.current) restorePosition(element, position.current);
      onSettled();
    };
    const onOtherInput = () => {
      wantsEnd.current = false;
    };
    // A short text, or a tall window, has its end on screen from the start. The text itself changes
    // its height when its font arrives.
    const resized = new ResizeObserver(onResized);
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onSettled, { passive: true });
    for (const input of otherInput) {
      element.addEventListener(input, onOtherInput, { passive: true });
    }
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onSettled);
      for (const input of otherInput) element.removeEventListener(input, onOtherInput);
    };
  }, [ready]);
  return { box, furthest, onKeyDown, toEnd };
}

/** Scrolls to a position, 0 at the beginning of the text and 1 at its end. */
function restorePosition(element: HTMLElement, position: number): void {
  if (position > 0) element.scrollTop = position * (element.scrollHeight - element.clientHeight);
}

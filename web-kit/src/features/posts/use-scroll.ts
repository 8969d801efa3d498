import { useCallback, useLayoutEffect, useRef, useState } from "react";

const NEAR_END = 80;
const NEAR_START = 300;

export interface ScrollOptions {
  /** Changes when another thread comes on screen. */
  place: string;
  /** Every row from the oldest to the newest; what is new at the end has just arrived. */
  keys: readonly string[];
  /** The oldest row; when it changes older posts have come in above. */
  firstKey: string;
  /** The last row is this member's own: what one writes is always brought into view. */
  lastIsOwn: boolean;
  onNearStart: () => void;
}

/**
 * Keeps the reader's place: older posts arriving above do not move what is being read, new ones
 * are followed only from the end, and otherwise counted until the reader comes down.
 */
export function useScroll({ place, keys, firstKey, lastIsOwn, onNearStart }: ScrollOptions) {
  const lastKey = keys.at(-1) ?? "";
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);
  const following = useRef(true);
  const seen = useRef({ place: "", lastKey: "", firstKey: "", height: 0 });

  const toEnd = useCallback((behavior: ScrollBehavior = "auto") => {
    const element = box.current;
    if (element !== null) {
      // A long way is taken in one step: nobody wants to watch a hundred posts go by.
      const far = fromEnd(element) > 3 * element.clientHeight;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      element.scrollTo({ top: element.scrollHeight, behavior: far || still ? "auto" : behavior });
    }
    following.current = true;
    setAtEnd(true);
    setMissed(0);
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = seen.current;
    seen.current = { place, lastKey, firstKey, height: element.scrollHeight };
    if (before.place !== place) {
      enter(element);
      following.current = isAtEnd(element);
      setAtEnd(following.current);
      setMissed(0);
      return;
    }
    if (before.firstKey !== firstKey && before.lastKey === lastKey) {
      element.scrollTop += element.scrollHeight - before.height;
      return;
    }
    if (before.lastKey === lastKey) return;
    if (following.current || lastIsOwn) toEnd();
    else {
      const arrived = keys.length - 1 - keys.lastIndexOf(before.lastKey);
      setMissed((count) => count + arrived);
    }
  }, [place, keys, lastKey, firstKey, lastIsOwn, toEnd]);

  // The pane changes height with the window, the keyboard and the composer.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    seen.current.height = element.scrollHeight;
    following.current = isAtEnd(element);
    setAtEnd(following.current);
    if (following.current) setMissed(0);
    if (element.scrollTop < NEAR_START) onNearStart();
  };

  return { box, atEnd, missed, toEnd, onScroll };
}

function isAtEnd(element: HTMLElement): boolean {
  return fromEnd(element) < NEAR_END;
}

function fromEnd(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}

/** A thread opens where reading stopped, or at its end. */
function enter(element: HTMLElement): void {
  const line = element.querySelector<HTMLElement>("[data-new-line]");
  element.scrollTop = element.scrollHeight;
  if (line === null) return;
  const above = line.offsetTop - element.clientHeight / 3;
  if (above < element.scrollTop) element.scrollTop = above;
}

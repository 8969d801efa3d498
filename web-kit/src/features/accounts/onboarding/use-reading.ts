import { type RefObject, useEffect, useRef, useState } from "react";
import { type Reading, readingOf } from "./steps.ts";

/** Follows how far a text has been scrolled. Once its end was reached it stays reached. */
export function useReading(ready: boolean): [RefObject<HTMLDivElement | null>, Reading] {
  const box = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState<Reading>({ progress: 0, atEnd: false });
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
  return [box, reading];
}

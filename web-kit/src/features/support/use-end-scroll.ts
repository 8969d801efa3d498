import { useLayoutEffect, useRef } from "react";

/** Scrolls a list of messages to its end when it is opened and when a message arrives. */
export function useEndScroll(lastId: string | null) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && lastId !== null) element.scrollTop = element.scrollHeight;
  }, [lastId]);
  return box;
}

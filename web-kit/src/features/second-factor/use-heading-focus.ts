import { type RefObject, useEffect, useRef } from "react";

/** Focuses the heading of a step that replaces another one, unless a field takes the focus. */
export function useHeadingFocus(takes = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takes) heading.current?.focus();
  }, [takes]);
  return heading;
}

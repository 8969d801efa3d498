import { type RefObject, useEffect, useRef } from "react";

/** A step that replaces another tells so: the focus goes to its heading, unless a field takes it. */
export function useHeadingFocus(takes = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takes) heading.current?.focus();
  }, [takes]);
  return heading;
}

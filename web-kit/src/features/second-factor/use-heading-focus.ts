import { type RefObject, useEffect, useRef } from "react";

/** A step that replaces another tells so: the focus goes to its heading. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

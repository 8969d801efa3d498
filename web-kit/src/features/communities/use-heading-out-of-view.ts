import { type RefCallback, useCallback, useState } from "react";

/** Whether the heading of a thread is scrolled out of view; `ref` belongs on the heading. */
export function useHeadingOutOfView(): { ref: RefCallback<HTMLElement>; isOutOfView: boolean } {
  const [isOutOfView, setIsOutOfView] = useState(false);
  const ref = useCallback((heading: HTMLElement | null) => {
    // Browsers without it keep the name of the community in the header.
    if (heading === null || !("IntersectionObserver" in window)) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setIsOutOfView(!entry.isIntersecting);
    });
    observer.observe(heading);
    return () => observer.disconnect();
  }, []);
  return { ref, isOutOfView };
}

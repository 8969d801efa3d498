import { type RefObject, useEffect } from "react";

const focusable =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex='0']";

/**
 * Keeps Tab focus inside the box: it wraps from the last control to the first, and enters from
 * outside.
 */
export function useTabTrap(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inside = box.current;
      if (event.key !== "Tab" || event.altKey || event.ctrlKey || inside === null) return;
      const stops = [...inside.querySelectorAll<HTMLElement>(focusable)];
      const [first, last] = [stops.at(0), stops.at(-1)];
      const focused = document.activeElement;
      const isOut = !inside.contains(focused);
      const leaves = isOut || focused === (event.shiftKey ? first : last);
      if (!leaves) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [box]);
}

import { useEffect } from "react";

const panes = "header, nav[aria-label], aside[aria-label], main, section[aria-label], [data-pane]";

/** F6 moves the focus to the next region of the screen, Shift+F6 to the previous one. */
export function usePaneKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function step(direction: 1 | -1) {
  const stops = [...document.querySelectorAll<HTMLElement>(panes)].filter(isFocusStop);
  if (stops.length === 0) return;
  const focused = document.activeElement;
  const here = stops.findLastIndex((pane) => pane.contains(focused));
  const next = stops[(here + direction + stops.length) % stops.length];
  if (!next) return;
  if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
  // Regions show a focus ring only when focused with F6.
  next.dataset["paneFocus"] = "";
  next.addEventListener("blur", () => delete next.dataset["paneFocus"], { once: true });
  next.focus({ preventScroll: false });
}

// A region that only contains other regions is not a stop.
function isFocusStop(pane: HTMLElement): boolean {
  return pane.checkVisibility() && pane.querySelector(panes) === null;
}

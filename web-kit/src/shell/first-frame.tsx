import { useCallback } from "react";
import { Spinner } from "../ui/spinner.tsx";

/** The frame that the edge has written into the page. */
let served: readonly Node[] = [];

/** Keeps the served frame of the page before React empties its root. */
export function keepServedFrame(root: HTMLElement): void {
  served = [...root.querySelectorAll("[data-frame]")];
}

/**
 * Shown before the first screen is loaded: the frame that the page was served with, so that nothing
 * moves. A page from the development server has none.
 */
export function FirstFrame() {
  const place = useCallback((element: HTMLElement | null) => {
    element?.replaceChildren(...served.map((node) => node.cloneNode(true)));
  }, []);
  if (served.length > 0) return <div ref={place} className="contents" />;
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas text-ink-3">
      <p className="flex animate-[fade_200ms_300ms_both] items-center gap-2.5 text-14">
        {/* In English, since the page's language is not known yet. */}
        <Spinner size={18} /> Loading...
      </p>
    </main>
  );
}

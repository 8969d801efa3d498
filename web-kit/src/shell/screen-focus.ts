import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** A new screen takes the keyboard with it; moving inside one screen leaves focus where it is. */
export function useScreenFocus() {
  const { pathname } = useLocation();
  const screen = pathname.split("/", 2)[1] ?? "";
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    const main = document.getElementById("main");
    // A field that the new screen itself chose to focus keeps it.
    if (main !== null && !main.contains(document.activeElement))
      main.focus({ preventScroll: true });
  }, [screen]);
}

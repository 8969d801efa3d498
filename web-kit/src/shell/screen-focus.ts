import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Moves the focus to a new screen; navigation within a screen keeps the focus. */
export function useScreenFocus() {
  const { pathname } = useLocation();
  const screen = pathname.split("/", 2)[1] ?? "";
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    const main = document.getElementById("main");
    // A field that the new screen has focused keeps the focus.
    if (main !== null && !main.contains(document.activeElement))
      main.focus({ preventScroll: true });
  }, [screen]);
}

import { useEffect, useState } from "react";
import { isBusyWithoutPrompts } from "./busy.ts";

/** True while an open prompt must step aside: the person types, or a dialog opened. */
export function useYielding(): boolean {
  const [yields, setYields] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const check = () => {
      if (timer !== null) clearTimeout(timer);
      // Between two fields the focus is briefly nowhere.
      timer = setTimeout(() => setYields(isBusyWithoutPrompts()));
    };
    // Dialogs and menus are children of the body.
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true });
    addEventListener("focusin", check);
    addEventListener("focusout", check);
    return () => {
      if (timer !== null) clearTimeout(timer);
      observer.disconnect();
      removeEventListener("focusin", check);
      removeEventListener("focusout", check);
    };
  }, []);
  return yields;
}

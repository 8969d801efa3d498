import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { Me } from "../api/types.ts";
import { loadWithRetry } from "./lazy.ts";
import { setSearchOpen, useSearchOpen } from "./search-open.ts";

/** Loaded on the first search, or earlier while the browser is idle. */
export const loadSearch = () => import("../features/search/search-palette.tsx");

const SearchPalette = lazy(async () => ({
  default: (await loadWithRetry(loadSearch)).SearchPalette,
}));

/** Renders the search once it is opened. Until then it only listens for the shortcut. */
export function SearchHost({ me }: { me: Me }) {
  const open = useSearchOpen();
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      setSearchOpen(false);
    };
  }, []);
  return open ? <OpenedSearch me={me} /> : null;
}

function OpenedSearch({ me }: { me: Me }) {
  const [words, setWords] = useState("");
  const ahead = <QueuedInput onType={(letter) => setWords((before) => before + letter)} />;
  return (
    <Suspense fallback={ahead}>
      <SearchPalette me={me} words={words} onClose={() => setSearchOpen(false)} />
    </Suspense>
  );
}

/** While the search loads, key presses are collected for its field. */
function QueuedInput({ onType }: { onType: (letter: string) => void }) {
  const type = useEffectEvent(onType);
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape") setSearchOpen(false);
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      type(event.key);
    };
    addEventListener("keydown", keep, { capture: true });
    return () => removeEventListener("keydown", keep, { capture: true });
  }, []);
  return null;
}

/** ⌘K or Ctrl+K. Ignored while a dialog is open. */
function onKey(event: KeyboardEvent) {
  const cached = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
  if (!cached || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setSearchOpen(true);
}

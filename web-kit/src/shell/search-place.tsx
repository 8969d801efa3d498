import { lazy, Suspense, useEffect } from "react";
import type { Me } from "../api/types.ts";
import { loadWithRetry } from "./lazy.ts";
import { showSearch, useSearchOpen } from "./search-open.ts";

/** Fetched when somebody first searches, or before, while nothing else happens. */
export const loadSearch = () => import("../features/search/search-palette.tsx");

const SearchPalette = lazy(async () => ({
  default: (await loadWithRetry(loadSearch)).SearchPalette,
}));

/** Where the search stands once it is asked for. Until then only its shortcut is listened for. */
export function SearchPlace({ me }: { me: Me }) {
  const open = useSearchOpen();
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      showSearch(false);
    };
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <SearchPalette me={me} onClose={() => showSearch(false)} />
    </Suspense>
  );
}

/** ⌘K or Ctrl+K. Whatever else asks for an answer is answered first. */
function onKey(event: KeyboardEvent) {
  const held = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
  if (!held || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) showSearch(true);
}

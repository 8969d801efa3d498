import { Suspense, useEffect, useEffectEvent, useState } from "react";
import type { Me } from "../api/types.ts";
import { setSearchOpen, useSearchOpen } from "./search-open.ts";
import { newCommunity, type PaletteParts, searchPalette, visitRecorder } from "./search-parts.ts";

export interface SearchHostProps {
  me: Me;
  /** Opens the list of keyboard shortcuts. */
  onShortcuts: () => void;
}

/** Renders the search once it is opened. Until then it only listens for the shortcut. */
export function SearchHost({ me, onShortcuts }: SearchHostProps) {
  const open = useSearchOpen();
  const [isCreating, setCreating] = useState(false);
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      setSearchOpen(false);
    };
  }, []);
  return (
    <>
      {open && (
        <OpenedSearch me={me} parts={{ onShortcuts, onNewCommunity: () => setCreating(true) }} />
      )}
      <Suspense>{isCreating && <newCommunity.Part onClose={() => setCreating(false)} />}</Suspense>
      {me.viewedAs == null && <RecordVisits me={me} />}
    </>
  );
}

function OpenedSearch({ me, parts }: { me: Me; parts: PaletteParts }) {
  const [words, setWords] = useState("");
  const ahead = <QueuedInput onType={(letter) => setWords((before) => before + letter)} />;
  return (
    <Suspense fallback={ahead}>
      <searchPalette.Part {...{ me, words, parts }} onClose={() => setSearchOpen(false)} />
    </Suspense>
  );
}

/** Time after which the visits are recorded, so that the first screen loads before. */
const RECORDED_AFTER_MS = 1500;

/** Records the visited places for the search. */
function RecordVisits({ me }: { me: Me }) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOn(true), RECORDED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isOn && <visitRecorder.Part me={me} />}</Suspense>;
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

/** ⌘K or Ctrl+K. Ignored while a dialog is open; a prompt in the corner is none. */
function onKey(event: KeyboardEvent) {
  const cached = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
  if (!cached || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  const dialogs = '[role="dialog"]:not([data-prompt]), [role="alertdialog"]';
  if (document.querySelector(dialogs) === null) setSearchOpen(true);
}

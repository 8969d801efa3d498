import { t } from "@lingui/core/macro";
import { Search } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { TextField } from "../../ui/field.tsx";
import { RecentSearches, useSaveSearch } from "./recent-searches.tsx";

const PAUSE_MS = 300;

interface SearchFieldProps {
  /** The search text. */
  words: string;
  onChange: (words: string) => void;
  className: string;
}

/**
 * A search field that searches after a pause in typing; Enter searches immediately and stores the
 * search. While empty, it offers recent searches.
 */
export function SearchField({ words, onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(words);
  const [known, setKnown] = useState(words);
  const [offers, setOffers] = useState(false);
  // The value was changed elsewhere, for example by clearing the filters or by navigation.
  if (words !== known) {
    setKnown(words);
    if (words !== typed.trim()) setTyped(words);
  }
  const keep = useSaveSearch();
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const type = (text: string) => {
    setTyped(text);
    setOffers(true);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => onChange(text.trim()), PAUSE_MS);
  };
  const lookFor = (text: string) => {
    clearTimeout(waiting.current);
    setTyped(text);
    onChange(text.trim());
    keep(text);
  };
  const backToField = () => field.current?.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inField = event.target === field.current;
    if (event.key === "Escape" && offers && typed === "") {
      if (!inField) backToField();
      setOffers(false);
    } else if (inField && event.key === "Enter" && !event.nativeEvent.isComposing) {
      lookFor(typed);
    } else if (inField && event.key === "ArrowDown" && typed.trim() === "") {
      event.preventDefault();
      setOffers(true);
      event.currentTarget.querySelector<HTMLElement>("[data-roving]")?.focus();
    }
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOffers(false);
  };
  return (
    <div
      className={`relative ${className}`}
      onFocus={() => setOffers(true)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <TextField
        ref={field}
        label={t`Search`}
        type="search"
        autoComplete="off"
        placeholder={t`Name, handle, place or job`}
        leading={<Search size={16} aria-hidden className="text-ink-3" />}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      {offers && typed.trim() === "" && (
        <RecentSearches
          className="pop absolute inset-x-0 top-full z-30 mt-1.5 animate-fade p-1.5"
          onChoose={(query) => {
            backToField();
            lookFor(query);
          }}
          onForgotten={backToField}
        />
      )}
    </div>
  );
}

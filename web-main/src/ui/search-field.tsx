import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { inputClass } from "@guildhall/web-kit/ui/field.tsx";
import { SEARCH_PAUSE_MS } from "@guildhall/web-kit/ui/use-debounced.ts";

export interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The search text. */
  value: string;
  /** Called after a pause in typing. */
  onSearch: (wanted: string) => void;
  className?: string;
}

/** The search field of a list. */
export function SearchField(props: SearchFieldProps) {
  const [typed, setTyped] = useTyped(props.value, props.onSearch);
  return (
    <span
      className={inputClass(false, clsx("px-3 max-md:h-12", props.className ?? "h-10 max-w-96"))}
    >
      <Search size={16} aria-hidden className="text-ink-3" />
      <input
        type="search"
        aria-label={props.label}
        placeholder={props.placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
    </span>
  );
}

function useTyped(value: string, onSearch: (wanted: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // The address changed for another reason than typing.
    if (value !== typed.trim()) setTyped(value);
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => search(wanted), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped] as const;
}

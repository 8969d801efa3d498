import { useState } from "react";
import { useSearchParams } from "react-router";

/**
 * What is chosen on a screen, kept in its address, so that it can be shared and found again. A choice
 * holds at once: the address follows when the guards of the page have been asked, and whoever chooses
 * again meanwhile chooses beside what was chosen before.
 */
export function useInAddress<Chosen>(
  read: (search: URLSearchParams) => Chosen,
  write: (chosen: Chosen) => URLSearchParams,
): [Chosen, (changes: Partial<Chosen>) => void] {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(() => read(search));
  const address = search.toString();
  const [known, setKnown] = useState(address);
  // What this has asked the address for, and has not seen there yet.
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (address !== known) {
    setKnown(address);
    const own = asked.lastIndexOf(address);
    setAsked(own === -1 ? [] : asked.slice(own + 1));
    // One of its own may come after something else was chosen, and takes nothing of that back.
    if (own === -1) setChosen(read(search));
  }
  const change = (changes: Partial<Chosen>) => {
    const next = { ...chosen, ...changes };
    const wanted = write(next);
    setChosen(next);
    setAsked((before) => [...before, wanted.toString()]);
    // The same page, and at once: drawn later, a list of choices would show the old one for a moment.
    setSearch(wanted, { replace: true, flushSync: true });
  };
  return [chosen, change];
}

/** The same for words under the names of these empty ones; what is empty, the address lacks. */
export function useWordsInAddress<Words extends Readonly<Record<string, string>>>(empty: Words) {
  return useInAddress((search) => wordsOf(search, empty), addressOf);
}

function wordsOf<Words extends Readonly<Record<string, string>>>(
  search: URLSearchParams,
  empty: Words,
): Words {
  const named = Object.keys(empty).map((name) => [name, search.get(name) ?? ""] as const);
  return { ...empty, ...Object.fromEntries(named) };
}

function addressOf(words: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(words).filter(([, word]) => word !== ""));
}

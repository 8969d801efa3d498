import { useState } from "react";
import { useSearchParams } from "react-router";
import { inPlace } from "./in-place.ts";

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
  if (address !== known) {
    setKnown(address);
    setChosen(read(search));
  }
  const change = (changes: Partial<Chosen>) => {
    const next = { ...chosen, ...changes };
    setChosen(next);
    setSearch(write(next), inPlace);
  };
  return [chosen, change];
}

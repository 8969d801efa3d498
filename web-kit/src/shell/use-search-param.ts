import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";

/**
 * State kept in the address, so that it can be shared. A change applies immediately; the address
 * follows after the route guards have run, and further changes meanwhile build on the latest state.
 * A change while another page is being opened waits for it, because it would cancel that navigation.
 */
export function useSearchParam<Chosen>(
  read: (search: URLSearchParams) => Chosen,
  write: (chosen: Chosen) => URLSearchParams,
): [Chosen, (changes: Partial<Chosen>) => void] {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(() => read(search));
  const address = search.toString();
  const [known, setKnown] = useState(address);
  // Navigations started by this hook that are not in the address yet.
  const [requested, setRequested] = useState<readonly string[]>([]);
  const isLeaving = useIsLeaving();
  const [delayed, setDelayed] = useState<Chosen | null>(null);
  if (address !== known) {
    setKnown(address);
    const own = requested.lastIndexOf(address);
    setRequested(own === -1 ? [] : requested.slice(own + 1));
    // Its own earlier navigation must not overwrite a later choice.
    if (own === -1 && delayed === null) setChosen(read(search));
  }
  if (delayed !== null && !isLeaving && write(delayed).toString() === address) setDelayed(null);
  const change = (changes: Partial<Chosen>) => {
    const next = { ...chosen, ...changes };
    setChosen(next);
    setDelayed(isLeaving ? next : null);
    if (isLeaving) return;
    const wanted = write(next);
    setRequested((before) => [...before, wanted.toString()]);
    // Synchronous: a delayed render would show the old choice for a moment.
    setSearch(wanted, { replace: true, flushSync: true });
  };
  const goDelayed = useEffectEvent((next: Chosen) => setSearch(write(next), { replace: true }));
  useEffect(() => {
    if (delayed !== null && !isLeaving) goDelayed(delayed);
  }, [delayed, isLeaving]);
  return [chosen, change];
}

/** True while a page with another path is being opened. */
function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}

/** The same for strings with these names; empty values are omitted from the address. */
export function useSearchParamFields<Words extends Readonly<Record<string, string>>>(empty: Words) {
  return useSearchParam((search) => wordsOf(search, empty), addressOf);
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

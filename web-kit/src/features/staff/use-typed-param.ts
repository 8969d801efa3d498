import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

const typingMs = 250;

/** A search that stands in the address once the typing pauses: what is looked for, what is typed, and the way to type. */
export function useTypedParam(name: string): [string, string, (typed: string) => void] {
  const [search, setSearch] = useSearchParams();
  const value = search.get(name) ?? "";
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => {
      setSearch(
        (params) => {
          if (wanted === "") params.delete(name);
          else params.set(name, wanted);
          return params;
        },
        { replace: true },
      );
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, value, name, setSearch]);
  return [value, typed, setTyped];
}

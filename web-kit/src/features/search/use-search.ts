import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryText } from "./filter-text.ts";
import { isTooLong, searchQuery, type SearchKind } from "./queries.ts";

const PAUSE_MS = 200;

/** The typed text, with an initial value, and the results for it after a pause in typing. */
export function useSearch(words: string) {
  const [typed, setTyped] = useState(words);
  const [requested, setRequested] = useState(queryText(words));
  const [kind, setKind] = useState<SearchKind>("all");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const found = useQuery(searchQuery(requested, kind));
  const wanted = queryText(typed);

  const lookFor = (text: string) => {
    clearTimeout(pause.current);
    setTyped(text);
    setRequested(queryText(text));
  };
  const type = (text: string) => {
    if (queryText(text) === "") return lookFor(text);
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => setRequested(queryText(text)), PAUSE_MS);
  };
  return {
    typed,
    wanted,
    requested,
    kind,
    setKind,
    type,
    lookFor,
    found,
    isTooLong: isTooLong(wanted),
    /** True if the displayed results belong to the typed text. */
    isAnswered: requested === wanted && found.isSuccess && !found.isPlaceholderData,
  };
}

export type Search = ReturnType<typeof useSearch>;

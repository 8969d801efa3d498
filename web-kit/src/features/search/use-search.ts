import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { searchQuery, type SearchKind } from "./queries.ts";

const PAUSE_MS = 200;

const onOneLine = (typed: string) => typed.trim().replaceAll(/\s+/g, " ");

/** The typed text, with an initial value, and the results for it after a pause in typing. */
export function useSearch(words: string) {
  const [typed, setTyped] = useState(words);
  const [asked, setAsked] = useState(onOneLine(words));
  const [kind, setKind] = useState<SearchKind>("all");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const found = useQuery(searchQuery(asked, kind));
  const wanted = onOneLine(typed);

  const lookFor = (text: string) => {
    clearTimeout(pause.current);
    setTyped(text);
    setAsked(onOneLine(text));
  };
  const type = (text: string) => {
    if (onOneLine(text) === "") return lookFor(text);
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => setAsked(onOneLine(text)), PAUSE_MS);
  };
  return {
    typed,
    wanted,
    asked,
    kind,
    setKind,
    type,
    lookFor,
    found,
    /** True if the displayed results belong to the typed text. */
    isAnswered: asked === wanted && found.isSuccess && !found.isPlaceholderData,
  };
}

export type Search = ReturnType<typeof useSearch>;

import { useState } from "react";

/** Unsent replies by author and ticket or chat, kept while the page is open. */
const drafts = new Map<string, string>();

/** The text of an unsent reply; it survives a visit to another screen. */
export function useReplyDraft(place: string): [string, (text: string) => void] {
  const [state, setState] = useState({ place, text: drafts.get(place) ?? "" });
  if (state.place !== place) setState({ place, text: drafts.get(place) ?? "" });
  const write = (text: string) => {
    if (text === "") drafts.delete(place);
    else drafts.set(place, text);
    setState({ place, text });
  };
  return [state.place === place ? state.text : "", write];
}

/** Removes all unsent replies. */
export function clearReplyDrafts(): void {
  drafts.clear();
}

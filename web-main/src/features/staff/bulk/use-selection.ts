import { useState } from "react";

export interface Selection {
  /** The selected ids that are in the list, in its order. */
  chosen: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects all rows in the list; if all are selected, none. */
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/**
 * The selected rows of a list. A row that leaves the list, such as by a filter, is no longer
 * selected: an action must never affect a row that is not on the screen.
 */
export function useSelection(shown: readonly string[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((id) => marked.has(id));
  const isAll = shown.length > 0 && chosen.length === shown.length;
  return {
    chosen,
    isAll,
    has: (id) => marked.has(id),
    toggle: (id) => {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setMarked(next);
    },
    toggleAll: () => setMarked(new Set(isAll ? [] : shown)),
    clear: () => setMarked(new Set()),
  };
}

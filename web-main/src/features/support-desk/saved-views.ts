import { useState } from "react";
import type { SavedView } from "./desk-filter.ts";

const storageKey = (staffId: string) => `guildhall.support-views.${staffId}`;

function readViews(staffId: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(staffId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // Storage is blocked or holds something else.
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "query" in value &&
    typeof value.name === "string" &&
    typeof value.query === "string"
  );
}

/** The member of staff's own views, stored in this browser. */
export function useSavedViews(staffId: string) {
  const [views, setViews] = useState(() => readViews(staffId));
  const store = (next: SavedView[]) => {
    setViews(next);
    try {
      localStorage.setItem(storageKey(staffId), JSON.stringify(next));
    } catch {
      // Storage is blocked: the views last as long as the page.
    }
  };
  return {
    views,
    /** Saves a view; one of the same name is replaced. */
    save: (added: SavedView) => store([...views.filter(({ name }) => name !== added.name), added]),
    remove: (name: string) => store(views.filter((one) => one.name !== name)),
  };
}

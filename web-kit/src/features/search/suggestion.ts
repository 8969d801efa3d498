import type { Community, DirectoryEntry } from "../../api/types.ts";
import type { FilterName } from "./filter-text.ts";

/** A filter that the search offers. */
export type Suggestion =
  | { of: "community"; community: Pick<Community, "id" | "name" | "groupType"> }
  /** The community that is open behind the search. */
  | { of: "here"; community: Pick<Community, "id" | "name" | "groupType"> }
  | { of: "me" }
  | { of: "person"; person: DirectoryEntry }
  | { of: "day"; name: "before" | "after"; label: string; date: string }
  | { of: "image" };

/** The filter of a suggestion. */
export function filterOf(suggestion: Suggestion): { name: FilterName; value: string } {
  switch (suggestion.of) {
    case "community":
    case "here":
      return { name: "in", value: quotable(suggestion.community.name, suggestion.community.id) };
    case "me":
      return { name: "from", value: "me" };
    case "person": {
      const { handle, displayName, userId } = suggestion.person;
      const value = handle === null ? quotable(displayName, userId) : `@${handle}`;
      return { name: "from", value };
    }
    case "day":
      return { name: suggestion.name, value: suggestion.date };
    case "image":
      return { name: "has", value: "image" };
  }
}

/** Quotes cannot contain quotes, so such a name is replaced by the id. */
function quotable(name: string, id: string): string {
  return /["“”„]/u.test(name) ? id : name;
}

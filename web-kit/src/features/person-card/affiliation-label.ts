import type { Person } from "../../api/types.ts";

/** The name of the affiliation in a badge: the short name of its portal, if it has one. */
export function affiliationLabel(
  person: Pick<Person, "affiliationName" | "affiliationShortName">,
): string | null {
  return person.affiliationShortName ?? person.affiliationName;
}

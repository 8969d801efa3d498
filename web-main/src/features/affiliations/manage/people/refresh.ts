import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@guildhall/web-kit/api/keys.ts";

/** Reloads everything that shows the people of an affiliation. */
export function refreshPeople(cache: QueryClient, id: string): Promise<unknown> {
  const shown = [
    keys.affiliationAdmins(id),
    keys.affiliationMembers(id),
    keys.affiliationOverview(id),
    keys.affiliationHandover(id),
    keys.openAffiliations,
    keys.staffAffiliations,
  ];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

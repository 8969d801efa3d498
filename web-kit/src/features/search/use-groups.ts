import type { Me } from "../../api/types.ts";
import { splitTerms } from "../../content/terms.ts";
import type { PaletteParts } from "../../shell/search-parts.ts";
import { wordsOf } from "./filter-text.ts";
import {
  type Group,
  groupsBeforeTyping,
  groupsOf,
  type Offers,
  suggestionGroups,
} from "./results.ts";
import type { Suggestion } from "./suggestion.ts";
import type { Filters } from "./use-filters.ts";
import { useOffers } from "./use-offers.ts";
import type { Search } from "./use-search.ts";
import { useCommunityHere, useSuggestions } from "./use-suggestions.ts";

const NO_OFFERS: Offers = { places: [], actions: [], recent: [], senderId: null };

/** The groups of options for the typed text, and the suggestions for the filter that is typed. */
export function useGroups(me: Me, parts: PaletteParts, search: Search, filters: Filters) {
  const { wanted, requested, kind, found } = search;
  const offers = useOffers(me, parts);
  const suggestions = useSuggestions(filters.current);
  const community = useCommunityHere();
  const suggest = (offered: readonly Suggestion[]) => suggestionGroups(offered, filters.choose);
  const hasPlace = filters.complete.some(({ name }) => name === "in");
  const here: Suggestion[] = community === null || hasPlace ? [] : [{ of: "here", community }];

  // What is offered here follows each key press; the server's results belong to an earlier one.
  const words = splitTerms(wordsOf(search.typed));
  const isFiltered = filters.complete.length > 0;
  // Without a search text, cached results would be those of an earlier search.
  const items = requested === "" || wanted === "" ? [] : (found.data?.items ?? []);
  const offered =
    kind === "all" ? offers : { ...NO_OFFERS, senderId: isFiltered ? null : offers.senderId };
  const results = (): Group[] => {
    if (filters.current !== null) {
      return [...suggest(suggestions.items), ...groupsOf(items, NO_OFFERS, words)];
    }
    if (wanted === "") return [...suggest(here), ...groupsBeforeTyping(offered)];
    // Filters narrow what the server finds.
    return [...groupsOf(items, isFiltered ? NO_OFFERS : offered, words), ...suggest(here)];
  };
  return { groups: search.isTooLong ? [] : results(), words, suggestions };
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import type { Community } from "../../api/types.ts";
import { matchesAllTerms, splitTerms } from "../../content/terms.ts";
import { SEARCH_PAUSE_MS, useDebounced } from "../../ui/use-debounced.ts";
import { communityListQuery, communityQuery } from "../communities/queries.ts";
import { directoryQuery } from "../network/queries.ts";
import { dayLabel, offeredDays } from "./filter-days.ts";
import { filterText, type TypedFilter } from "./filter-text.ts";
import { filterOf, type Suggestion } from "./suggestion.ts";

/** Suggestions for one filter. */
const SUGGESTIONS_MAX = 6;

export interface Suggestions {
  items: Suggestion[];
  /** The typed filter needs no completion. */
  isComplete: boolean;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

type LoadedSuggestions = Omit<Suggestions, "isComplete">;

/** What can complete the filter that is being typed; nothing once it is complete. */
export function useSuggestions(typed: TypedFilter | null): Suggestions {
  const value = typed?.value ?? "";
  const communities = useOwnCommunities(typed?.name === "in");
  const people = usePeople(typed?.name === "from", value);
  const source = typed?.name === "in" ? communities : people;
  const hasSource = typed?.name === "in" || typed?.name === "from";
  const offered = typed === null ? [] : offersFor(typed, communities.items, people.items);
  const isComplete = isCompleteDay(typed) || offered.some((one) => isSame(one, typed));
  return {
    items: isComplete ? [] : offered.slice(0, SUGGESTIONS_MAX),
    isComplete,
    isLoading: hasSource && source.isLoading,
    error: hasSource ? source.error : null,
    retry: source.retry,
  };
}

function isCompleteDay(typed: TypedFilter | null): boolean {
  const isDay = typed?.name === "before" || typed?.name === "after";
  return isDay && dayLabel(typed.value) !== null;
}

function isSame(offer: Suggestion, typed: TypedFilter | null): boolean {
  const { name, value } = filterOf(offer);
  return (
    typed !== null &&
    filterText(name, value).toLowerCase() === filterText(typed.name, typed.value).toLowerCase()
  );
}

function offersFor(
  { name, value }: TypedFilter,
  communities: Suggestion[],
  people: Suggestion[],
): Suggestion[] {
  switch (name) {
    case "in": {
      const terms = splitTerms(value);
      return communities.filter(
        (one) => one.of === "community" && matchesAllTerms(one.community.name, terms),
      );
    }
    case "from":
      return "me".startsWith(value.toLowerCase()) ? [{ of: "me" }, ...people] : people;
    case "before":
    case "after": {
      const terms = splitTerms(value);
      return offeredDays(name, new Date()).filter(
        (one) =>
          one.of === "day" && (one.date.startsWith(value) || matchesAllTerms(one.label, terms)),
      );
    }
    case "has":
      return "image".startsWith(value.toLowerCase()) ? [{ of: "image" }] : [];
  }
}

/** All communities of the viewer; the pages are loaded one after the other. */
function useOwnCommunities(isOn: boolean): LoadedSuggestions {
  const list = useInfiniteQuery({ ...communityListQuery("mine"), enabled: isOn });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (isOn && error === null && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isOn, error, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  return {
    items: all.map((community) => ({ of: "community", community })),
    isLoading: list.isLoading,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** The first people of the directory for a name or handle. */
function usePeople(isOn: boolean, value: string): LoadedSuggestions {
  const q = useDebounced(value.replace(/^@/, ""), SEARCH_PAUSE_MS);
  const found = useInfiniteQuery({
    ...directoryQuery({ q, affiliation: "", industry: "", sort: "nameAsc", includePrivate: false }),
    enabled: isOn,
  });
  const people = found.data?.pages[0]?.items.filter(({ isSelf }) => !isSelf) ?? [];
  return {
    items: people.map((person) => ({ of: "person", person })),
    isLoading: found.isLoading,
    error: found.data === undefined ? found.error : null,
    retry: () => void found.refetch(),
  };
}

/** The community of the screen behind the search; null elsewhere or until it is loaded. */
export function useCommunityHere(): Community | null {
  const { pathname } = useLocation();
  const id = matchPath("/communities/:communityId/*", pathname)?.params.communityId ?? "";
  // The screen reads the query; this only observes it.
  const { data } = useQuery({ ...communityQuery(id), enabled: false });
  return data ?? null;
}

import type { SearchItem } from "../../api/types.ts";
import type { NavItem } from "../../shell/nav-items.ts";
import { matchesAllTerms } from "./terms.ts";

/** A search result: found by the server, or a page of the app. */
export interface Result {
  /** Unique among all results. */
  key: string;
  to: string;
  what: SearchItem | { type: "place"; place: NavItem };
}

export interface Group {
  title: string;
  results: Result[];
}

const TITLES: Record<SearchItem["type"], string> = {
  person: "People",
  community: "Communities",
  post: "Threads and Insights",
  article: "Threads and Insights",
};

/** Results grouped by kind in the server's order; matching pages come last. */
export function groupsOf(
  items: readonly SearchItem[],
  places: readonly NavItem[],
  words: readonly string[],
): Group[] {
  const groups = new Map<string, Result[]>();
  const add = (title: string, result: Result) =>
    groups.set(title, [...(groups.get(title) ?? []), result]);
  for (const item of items) {
    add(TITLES[item.type], { key: `${item.type}-${item.id}`, to: pathOf(item), what: item });
  }
  const fitting =
    words.length === 0 ? [] : places.filter(({ label }) => matchesAllTerms(label, words));
  for (const place of fitting) {
    add("Go to", { key: `place-${place.to}`, to: place.to, what: { type: "place", place } });
  }
  return [...groups].map(([title, results]) => ({ title, results }));
}

function pathOf(item: SearchItem): string {
  switch (item.type) {
    case "person":
      return `/profile/${item.person.handle ?? item.person.userId}`;
    case "community":
      return `/communities/${item.id}`;
    case "post":
      return `/communities/${item.communityId}/threads/${item.threadId}#post-${item.id}`;
    case "article":
      return `/articles/${item.id}`;
  }
}

import { t } from "@lingui/core/macro";
import type { Person, SearchItem } from "../../api/types.ts";
import { messagePerson, newMessagePath } from "../../shell/contact/contact-store.ts";
import type { NavItem } from "../../shell/nav-items.ts";
import { matchesAllTerms } from "./terms.ts";

/** A search result: found by the server, an action on a found person, or a page of the app. */
export interface Result {
  /** Unique among all results. */
  key: string;
  to: string;
  what: SearchItem | { type: "place"; place: NavItem } | { type: "message"; recipient: Person };
  /** Replaces opening the address, unless it is opened in a new tab. */
  run?: () => void;
}

export interface Group {
  title: string;
  results: Result[];
}

const TITLES: Record<SearchItem["type"], string> = {
  person: t`People`,
  community: t`Communities`,
  post: t`Threads and Insights`,
  article: t`Threads and Insights`,
};

/** Found people who are offered as recipients of a message. */
const RECIPIENTS_MAX = 3;

export interface Offers {
  /** Pages of the app. */
  places: readonly NavItem[];
  /** Id of the viewer if they can message others on this site. */
  senderId: string | null;
}

/**
 * Results grouped by kind in the server's order; messages to the found people and matching pages
 * come last.
 */
export function groupsOf(
  items: readonly SearchItem[],
  { places, senderId }: Offers,
  words: readonly string[],
): Group[] {
  const groups = new Map<string, Result[]>();
  const add = (title: string, result: Result) =>
    groups.set(title, [...(groups.get(title) ?? []), result]);
  for (const item of items) {
    add(TITLES[item.type], { key: `${item.type}-${item.id}`, to: pathOf(item), what: item });
  }
  for (const recipient of recipientsIn(items, senderId)) {
    add(t`Message`, {
      key: `message-${recipient.userId}`,
      to: newMessagePath(recipient.userId),
      what: { type: "message", recipient },
      run: () => messagePerson(recipient),
    });
  }
  const fitting =
    words.length === 0 ? [] : places.filter(({ label }) => matchesAllTerms(label, words));
  for (const place of fitting) {
    add(t`Go to`, { key: `place-${place.to}`, to: place.to, what: { type: "place", place } });
  }
  return [...groups].map(([title, results]) => ({ title, results }));
}

function recipientsIn(items: readonly SearchItem[], senderId: string | null): Person[] {
  if (senderId === null) return [];
  return items
    .flatMap((item) => (item.type === "person" ? [item.person] : []))
    .filter(({ userId }) => userId !== senderId)
    .slice(0, RECIPIENTS_MAX);
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

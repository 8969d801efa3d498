import { keys } from "../api/keys.ts";

/** Limits of the stored responses of a person. */
export const responseLimits = {
  count: 80,
  /** Of one response as JSON, in characters. */
  length: 200_000,
  ageMs: 7 * 24 * 60 * 60_000,
  /** Pages of a list; the newest are first. */
  pages: 2,
};

/** Beginnings of the query keys whose responses are stored. */
const STORED_KEYS: readonly (readonly string[])[] = [
  keys.me,
  keys.badges,
  keys.communityList("mine"),
  ["communities", "one"],
  ["communities", "announcements"],
  ["events", "list", "of"],
  ["threads"],
  ["posts"],
  keys.conversationLists,
  keys.openConversations,
  keys.conversationSummary,
  keys.activity,
];

/** True for a query that a person may read without a connection. */
export function isStoredQuery(queryKey: readonly unknown[]): boolean {
  const isStored = STORED_KEYS.some((stored) => stored.every((part, at) => queryKey[at] === part));
  return isStored || isNewestMessages(queryKey);
}

function isNewestMessages([kind, , position]: readonly unknown[]): boolean {
  return kind === keys.allMessages[0] && position === "newest";
}

/** Shortens a paged list; other data is unchanged. */
export function firstPages(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  const pages: unknown = Reflect.get(data, "pages");
  const pageParams: unknown = Reflect.get(data, "pageParams");
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data;
  const { pages: most } = responseLimits;
  return { pages: pages.slice(0, most), pageParams: pageParams.slice(0, most) };
}

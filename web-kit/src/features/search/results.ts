import { t } from "@lingui/core/macro";
import type { SearchItem } from "../../api/search-types.ts";
import type { Person } from "../../api/types.ts";
import { messagePerson, newMessagePath } from "../../shell/contact/contact-store.ts";
import type { NavItem } from "../../shell/nav-items.ts";
import type { PaletteAction } from "./actions.ts";
import type { RecentPlace } from "../../recovery/recent-places.ts";
import { matchesAllTerms } from "../../content/terms.ts";
import { filterOf, type Suggestion } from "./suggestion.ts";
import { filterText } from "./filter-text.ts";
import { pathOf } from "./result-paths.ts";

/**
 * A result: found by the server, an action on a found person, a recent place, a page of the app, an
 * action, or a filter that narrows the search.
 */
export interface Result {
  /** Unique among all results. */
  key: string;
  /** Null for an action without an address. */
  to: string | null;
  what:
    | SearchItem
    | { type: "recent"; place: RecentPlace }
    | { type: "place"; place: NavItem }
    | { type: "recipient"; recipient: Person }
    | { type: "action"; action: PaletteAction }
    | { type: "filter"; suggestion: Suggestion };
  /** Replaces opening the address, unless it is opened in a new tab. */
  run?: () => void;
  /** The search stays open. */
  staysOpen?: true;
}

export interface Group {
  title: string;
  results: Result[];
}

const TITLES: Record<SearchItem["type"], string> = {
  person: t`People`,
  community: t`Communities`,
  thread: t`Threads and Insights`,
  post: t`Threads and Insights`,
  article: t`Threads and Insights`,
  announcement: t`Announcements and events`,
  event: t`Announcements and events`,
  message: t`Messages`,
};

/** Found people who are offered as recipients of a message. */
const RECIPIENTS_MAX = 3;
/** Recent places in the empty search, and those that match a search. */
const RECENT_MAX = 5;
const MATCHING_MAX = 3;
const PEOPLE_MAX = 4;

/** What the search offers besides the server's results. */
export interface Offers {
  /** Pages of the app. */
  places: readonly NavItem[];
  actions: readonly PaletteAction[];
  /** Places that the member opened before, except the current one; the latest first. */
  recent: readonly RecentPlace[];
  /** Id of the viewer if they can message others on this site. */
  senderId: string | null;
}

/** True for a result of the server, which belongs to the text that was searched for. */
export function isFound({ what }: Result): boolean {
  return !["recent", "place", "action", "filter"].includes(what.type);
}

/** The filters that the search offers. Choosing one changes the text and keeps the search open. */
export function suggestionGroups(
  suggestions: readonly Suggestion[],
  onChoose: (suggestion: Suggestion) => void,
): Group[] {
  const results = suggestions.map((suggestion): Result => {
    const { name, value } = filterOf(suggestion);
    return {
      key: `filter-${filterText(name, value)}`,
      to: null,
      what: { type: "filter", suggestion },
      run: () => onChoose(suggestion),
      staysOpen: true,
    };
  });
  return filled([{ title: t`Narrow the search`, results }]);
}

/** What is offered before anything is typed. */
export function groupsBeforeTyping({ recent, actions }: Offers): Group[] {
  const places = recent.filter((place) => !isPerson(place)).slice(0, RECENT_MAX);
  const people = recent.filter(isPerson).slice(0, PEOPLE_MAX);
  const main = actions.filter(({ isSecondary }) => isSecondary !== true);
  return filled([
    { title: t`Recent`, results: places.map(recentResult) },
    { title: t`People`, results: people.map(recentResult) },
    { title: t`Do`, results: main.map(actionResult) },
  ]);
}

/**
 * Results grouped by kind: matching recent places, then those of the server in its order, messages
 * to the found people, and matching pages and actions.
 *
 * @param words The terms of the typed text.
 */
export function groupsOf(
  items: readonly SearchItem[],
  { places, actions, recent, senderId }: Offers,
  words: readonly string[],
): Group[] {
  const matching = <Offer extends { label: string }>(offers: readonly Offer[]) =>
    words.length === 0 ? [] : offers.filter(({ label }) => matchesAllTerms(label, words));
  const visited = matching(recent).slice(0, MATCHING_MAX).map(recentResult);
  const isVisited = ({ to }: Result) => visited.some((result) => result.to === to);
  const groups = new Map<string, Result[]>([[t`Recent`, visited]]);
  const add = (title: string, result: Result) =>
    groups.set(title, [...(groups.get(title) ?? []), result]);
  for (const item of items) {
    const result = { key: `${item.type}-${item.id}`, to: pathOf(item), what: item };
    if (!isVisited(result)) add(TITLES[item.type], result);
  }
  for (const recipient of recipientsIn(items, senderId)) {
    add(t`Message`, {
      key: `recipient-${recipient.userId}`,
      to: newMessagePath(recipient.userId),
      what: { type: "recipient", recipient },
      run: () => messagePerson(recipient),
    });
  }
  for (const place of matching(places)) {
    add(t`Go to`, { key: `place-${place.to}`, to: place.to, what: { type: "place", place } });
  }
  for (const action of matching(actions)) add(t`Do`, actionResult(action));
  return filled([...groups].map(([title, results]) => ({ title, results })));
}

function isPerson({ kind }: RecentPlace): boolean {
  return kind === "person";
}

function recentResult(place: RecentPlace): Result {
  return { key: `recent-${place.path}`, to: place.path, what: { type: "recent", place } };
}

function actionResult(action: PaletteAction): Result {
  const what = { type: "action", action } as const;
  const key = `action-${action.id}`;
  const { does } = action;
  return typeof does === "string" ? { key, to: does, what } : { key, to: null, what, run: does };
}

function filled(groups: Group[]): Group[] {
  return groups.filter(({ results }) => results.length > 0);
}

function recipientsIn(items: readonly SearchItem[], senderId: string | null): Person[] {
  if (senderId === null) return [];
  return items
    .flatMap((item) => (item.type === "person" ? [item.person] : []))
    .filter(({ userId }) => userId !== senderId)
    .slice(0, RECIPIENTS_MAX);
}

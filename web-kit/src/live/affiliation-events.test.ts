import { expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import { createCache } from "../shell/cache.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";

const eventFields = { affiliationId: "oak", affiliationRequestId: "r1" };
const event = { type: "affiliation-request.changed" as const, ...eventFields };

test("parses a changed request, and requires its affiliation id", () => {
  expect(readEvent(JSON.stringify(event))).toEqual(event);
  expect(readEvent(JSON.stringify({ type: event.type }))).toBeNull();
});

test("a request for a new affiliation has no affiliation id", () => {
  const requested = { ...event, affiliationId: null };
  expect(readEvent(JSON.stringify(requested))).toEqual(requested);
});

/** The queries that this event invalidates. */
function staleAfter(affiliationId: string | null, shown: readonly (readonly string[])[]) {
  const cache = createCache();
  for (const key of shown) cache.setQueryData(key, {});
  const viewing = { viewerId: "nadia", communityId: null, threadId: null };
  applyEvent(cache, { ...event, affiliationId }, viewing);
  return shown.map((key) => cache.getQueryState(key)?.isInvalidated);
}

const ofAsker = [keys.ownAffiliationRequests, keys.ownNewAffiliations];
const ofStaff = [[...keys.allAffiliationRequests, "pending"], keys.staffOverview];
const ofOak = [
  [...keys.affiliationRequests("oak"), "pending"],
  keys.affiliation("oak-house"),
  keys.affiliations,
];
const others = [
  [...keys.affiliationRequests("elm"), "pending"],
  keys.questionnaire("oak"),
  ["staff", "audit"],
];

test("invalidates the lists of requests and the viewer's status", () => {
  const shown = [...ofAsker, ...ofStaff, ...ofOak];
  expect(staleAfter("oak", shown)).toEqual(shown.map(() => true));
  expect(staleAfter("oak", others)).toEqual(others.map(() => false));
});

test("invalidates no affiliation if there is none yet", () => {
  const shown = [...ofAsker, ...ofStaff];
  expect(staleAfter(null, shown)).toEqual(shown.map(() => true));
  expect(staleAfter(null, ofOak)).toEqual(ofOak.map(() => false));
});

test("a changed affiliation invalidates its page, its admin area and the lists", () => {
  expect(readEvent(JSON.stringify({ type: "affiliation.changed", affiliationId: "oak" }))).toEqual({
    type: "affiliation.changed",
    affiliationId: "oak",
  });
  expect(readEvent(JSON.stringify({ type: "affiliation.changed" }))).toBeNull();
  const cache = createCache();
  const changed = [
    keys.affiliation("oak-house"),
    keys.affiliations,
    keys.affiliationOverview("oak"),
    keys.affiliationAdmins("oak"),
    keys.affiliationMembers("oak"),
    [...keys.staffAffiliations, "one", "oak"],
  ];
  const unchanged = [keys.affiliationOverview("elm"), keys.affiliationAdmins("elm"), keys.me];
  for (const key of [...changed, ...unchanged]) cache.setQueryData(key, {});
  const viewing = { viewerId: "nadia", communityId: null, threadId: null };
  applyEvent(cache, { type: "affiliation.changed", affiliationId: "oak" }, viewing);
  const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;
  expect(changed.map(isStale)).toEqual(changed.map(() => true));
  expect(unchanged.map(isStale)).toEqual(unchanged.map(() => false));
});

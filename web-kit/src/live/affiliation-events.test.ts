import { expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import { createCache } from "../shell/cache.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";

const told = { affiliationId: "oak", affiliationRequestId: "r1" };
const event = { type: "affiliation-request.changed" as const, ...told };

test("a request that changed is read as such, and not without saying where", () => {
  expect(readEvent(JSON.stringify(event))).toEqual(event);
  expect(readEvent(JSON.stringify({ type: event.type }))).toBeNull();
});

test("one for an affiliation that is not there yet says of none", () => {
  const asked = { ...event, affiliationId: null };
  expect(readEvent(JSON.stringify(asked))).toEqual(asked);
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

test("what shows who asks, and how the viewer stands, is loaded anew", () => {
  const shown = [...ofAsker, ...ofStaff, ...ofOak];
  expect(staleAfter("oak", shown)).toEqual(shown.map(() => true));
  expect(staleAfter("oak", others)).toEqual(others.map(() => false));
});

test("as long as there is no affiliation, none is loaded anew", () => {
  const shown = [...ofAsker, ...ofStaff];
  expect(staleAfter(null, shown)).toEqual(shown.map(() => true));
  expect(staleAfter(null, ofOak)).toEqual(ofOak.map(() => false));
});

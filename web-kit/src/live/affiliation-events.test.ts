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

test("what shows who asks, and how the viewer stands, is loaded anew", () => {
  const cache = createCache();
  const shown = [
    [...keys.affiliationRequests("oak"), "pending"],
    keys.ownAffiliationRequests,
    keys.affiliation("oak-house"),
    keys.affiliations,
  ];
  const others = [[...keys.affiliationRequests("elm"), "pending"], keys.questionnaire("oak")];
  for (const key of [...shown, ...others]) cache.setQueryData(key, {});
  applyEvent(cache, event, { viewerId: "nadia", communityId: null, threadId: null });
  const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;
  expect(shown.map(isStale)).toEqual([true, true, true, true]);
  expect(others.map(isStale)).toEqual([false, false]);
});

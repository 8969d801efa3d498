import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Community } from "../api/types.ts";
import { community } from "../testing/factories.ts";
import { dropMemberData, dropLeftCommunity } from "./drop-member-data.ts";

const key = keys.community("bridges");
let cache: QueryClient;
/** Number of requests for the community. */
let requested: number;

beforeEach(() => {
  requested = 0;
  cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        queryFn: () => {
          requested += 1;
          return community("bridges");
        },
      },
    },
  });
  cache.setQueryData(key, community("bridges"));
  cache.setQueryData(keys.threads("bridges"), { pages: [], pageParams: [] });
});

/** A mounted screen of the community, which may re-render at any time. */
function stand() {
  const observer = new QueryObserver<Community>(cache, { queryKey: key });
  const leave = observer.subscribe(() => undefined);
  const draw = () => observer.setOptions({ queryKey: key });
  return { leave, draw, shown: () => observer.getCurrentResult().data };
}

test("a mounted screen does not request a community that the viewer left", () => {
  const screen = stand();
  dropLeftCommunity(cache, "bridges");
  screen.draw();
  expect(screen.shown()?.viewer.isMember).toBe(false);
  expect(cache.getQueryData(keys.threads("bridges"))).toBeUndefined();
  screen.leave();
  expect(cache.getQueryData(key)).toBeUndefined();
  expect(requested).toBe(0);
});

test("data of a left community is removed immediately without a mounted screen", () => {
  dropLeftCommunity(cache, "bridges");
  expect(cache.getQueryData(key)).toBeUndefined();
  expect(cache.getQueryData(keys.threads("bridges"))).toBeUndefined();
});

test("a removed member's screen reloads what they may still see", async () => {
  stand();
  dropMemberData(cache, "bridges");
  expect(cache.getQueryData(key)).toBeUndefined();
  expect(cache.getQueryData(keys.threads("bridges"))).toBeUndefined();
  await expect.poll(() => requested).toBe(1);
});

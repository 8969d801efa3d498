import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "../../api/types.ts";
import { createCache } from "../../shell/cache.ts";
import { buildMember } from "../../testing/people.ts";
import { toast } from "../../ui/toast-store.ts";
import { guards } from "./guards.ts";
import { meQuery } from "./queries.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  document.cookie = "csst_present=1";
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.resetHandlers();
});
afterAll(() => server.close());

/** The redirect target for the cached `viewer`; null when they may stay. */
async function destination(viewer: Me): Promise<string | null> {
  // With the product's retry settings.
  const cache = createCache();
  cache.setQueryData(meQuery.queryKey, viewer);
  const outcome = guards(cache)
    .staff({ request: new Request("https://guildhall.example/staff") })
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  for (let turn = 0; turn < 40; turn += 1) await vi.advanceTimersByTimeAsync(100);
  const answer = await outcome;
  return answer instanceof Response ? answer.headers.get("Location") : null;
}

test("admits staff", async () => {
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))));
  expect(await destination(buildMember({ isStaff: true }))).toBeNull();
});

test("admits a member whose staff role was just granted", async () => {
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))));
  expect(await destination(buildMember())).toBeNull();
});

test("redirects other members silently", async () => {
  const said = vi.spyOn(toast, "error");
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
  expect(await destination(buildMember())).toBe("/");
  expect(said).not.toHaveBeenCalled();
});

test("reports an error after three attempts without a response", async () => {
  const said = vi.spyOn(toast, "error");
  let requested = 0;
  server.use(
    http.get("/api/me", () => {
      requested += 1;
      return HttpResponse.json({ status: 503 }, { status: 503 });
    }),
  );
  expect(await destination(buildMember())).toBe("/");
  expect(requested).toBe(3);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    "Failed to verify staff permissions after multiple attempts",
  );
});

test("gives up within four seconds and three requests on a server that never responds", async () => {
  const said = vi.spyOn(toast, "error");
  let requested = 0;
  server.use(
    http.get("/api/me", async () => {
      requested += 1;
      await new Promise(() => undefined);
      return HttpResponse.json(buildMember());
    }),
  );
  // `destination` advances the clock by four seconds.
  expect(await destination(buildMember())).toBe("/");
  expect(requested).toBe(3);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    "Failed to verify staff permissions after multiple attempts",
  );
});

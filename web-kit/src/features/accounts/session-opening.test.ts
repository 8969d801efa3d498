import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCache } from "../../shell/cache.ts";
import { server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { openSession, signOut, startSession } from "./session.ts";

servePages();

let opened: number;
let stop: () => void;

beforeEach(() => {
  opened = 0;
  document.cookie = "csst_present=; max-age=0";
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.post("/api/usersSignin", () => {
      opened += 1;
      document.cookie = "csst_present=1";
      return HttpResponse.json({ uid: "nadia" });
    }),
    http.post("/api/usersCheckAuthStatus", () =>
      HttpResponse.json({ uid: "nadia", customToken: "token" }),
    ),
    http.post("/api/usersSignout", () => {
      document.cookie = "csst_present=; max-age=0";
      return new HttpResponse(null, { status: 204 });
    }),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stop = startSession(createCache(), {
    go: async () => undefined,
    here: () => "/communities",
    reload: () => undefined,
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("repeated sign-ins open one session within thirty seconds, and another one afterwards", async () => {
  await openSession("proof", true);
  await openSession("proof", true);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(31_000);
  await openSession("proof", true);
  expect(opened).toBe(2);
  await signOut();
});

test("opens no session for two seconds after a sign-out", async () => {
  // Lets timers of earlier tests run out.
  await vi.advanceTimersByTimeAsync(60_000);
  await openSession("proof", true);
  await signOut();
  const again = openSession("another", true);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await again;
  expect(opened).toBe(2);
});

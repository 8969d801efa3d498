import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Me } from "../../api/types.ts";
import { aMember, aPortal, nothingToDo } from "../../testing/people.ts";
import { gateFor, guards, homeFor, isPaused } from "./guards.ts";
import { progressQuery } from "./onboarding/progress.ts";
import { meQuery } from "./queries.ts";
import { rememberPath } from "./return-path.ts";
import { forgetUnproven, keepUnproven } from "./unproven.ts";

const unverified = { ...nothingToDo, needsEmailVerification: true, complete: false };
const unread = { ...nothingToDo, needsTerms: true, complete: false };

beforeEach(() => sessionStorage.clear());

describe("gateFor", () => {
  test("asks for a sign-in, then the pause, then the address, then the documents", () => {
    expect(gateFor(null)).toBe("/login");
    const everything = { ...unverified, needsTerms: true };
    expect(gateFor(aMember({ accountStatus: "paused", onboarding: everything }))).toBe(
      "/access-paused",
    );
    expect(gateFor(aMember({ onboarding: everything }))).toBe("/verify-email");
    expect(gateFor(aMember({ onboarding: unread }))).toBe("/welcome");
    expect(gateFor(aMember())).toBeNull();
  });

  test.each(["needsTerms", "needsGuidelines", "needsPrivacy", "needsReset"] as const)(
    "sends somebody to the wizard who %s",
    (need) => {
      const onboarding = { ...nothingToDo, [need]: true, complete: false };
      expect(gateFor(aMember({ onboarding }))).toBe("/welcome");
    },
  );
});

describe("a pause", () => {
  afterEach(() => vi.useRealTimers());

  test("holds on a device whose clock is past its end", () => {
    vi.useFakeTimers({ now: Date.parse("2026-12-09T12:00:00Z") });
    const pausedUntil = "2026-12-01T12:00:00Z";
    expect(isPaused(aMember({ accountStatus: "paused", pausedUntil }))).toBe(true);
    expect(gateFor(aMember({ accountStatus: "paused", pausedUntil }))).toBe("/access-paused");
    expect(gateFor(aMember({ accountStatus: "active", pausedUntil }))).toBeNull();
  });
});

describe("homeFor", () => {
  test("leads to the communities, or back to where the member wanted to go, once", () => {
    rememberPath("/communities/7?tab=1", null);
    expect(homeFor(aMember())).toBe("/communities/7?tab=1");
    expect(homeFor(aMember())).toBe("/communities");
  });

  test("leads to the home of a portal there", () => {
    expect(homeFor(aMember(), aPortal)).toBe("/home");
    expect(homeFor(null, aPortal)).toBe("/login");
    rememberPath("/communities/7", null);
    expect(homeFor(aMember(), aPortal)).toBe("/communities/7");
  });

  test("keeps the wanted path while something is still in the way", () => {
    rememberPath("/communities/7", null);
    expect(homeFor(aMember({ onboarding: unread }))).toBe("/welcome");
    expect(homeFor(aMember())).toBe("/communities/7");
  });
});

describe("the guards of the routes", () => {
  function asked(viewer: Me | null, path: string) {
    const cache = new QueryClient();
    cache.setQueryData(meQuery.queryKey, viewer);
    cache.setQueryData(progressQuery.queryKey, { step: 0, documents: [] });
    return { guard: guards(cache), request: new Request(`https://guildhall.example${path}`) };
  }

  async function destination(outcome: Promise<unknown>): Promise<string | null> {
    const answer = await outcome.catch((thrown: unknown) => thrown);
    return answer instanceof Response ? answer.headers.get("Location") : null;
  }

  test("a visitor at a member's screen goes to the sign-in and back afterwards", async () => {
    const { guard, request } = asked(null, "/communities/7/threads/8");
    expect(await destination(guard.member({ request }))).toBe("/login");
    expect(homeFor(aMember())).toBe("/communities/7/threads/8");
  });

  test("a member enters", async () => {
    const { guard, request } = asked(aMember(), "/communities");
    expect(await destination(guard.member({ request }))).toBeNull();
  });

  test("the sign-in screen sends members home, or on to the wizard when the link says so", async () => {
    const home = asked(aMember(), "/login");
    expect(await destination(home.guard.visitor(home))).toBe("/home");
    const verified = asked(aMember(), "/login?verified=true&redirect=welcome");
    expect(await destination(verified.guard.visitor(verified))).toBe("/welcome");
    const visitor = asked(null, "/login?verified=true");
    expect(await destination(visitor.guard.visitor(visitor))).toBeNull();
  });

  test("the wizard is for those who still have something to agree to", async () => {
    const go = (viewer: Me | null) => destination(asked(viewer, "/welcome").guard.welcome());
    expect(await go(null)).toBe("/login");
    expect(await go(aMember({ onboarding: unverified }))).toBe("/verify-email");
    expect(await go(aMember({ onboarding: unread }))).toBeNull();
    expect(await go(aMember())).toBe("/");
  });

  test("the mailed link opens for anybody, the waiting screen only for who waits", async () => {
    const go = (viewer: Me | null, path: string) => {
      const { guard, request } = asked(viewer, path);
      return destination(guard.verifyEmail({ request }));
    };
    expect(await go(null, "/verify-email?token=abc")).toBeNull();
    expect(await go(null, "/verify-email")).toBe("/login");
    keepUnproven({ email: "a@b.example", again: null, words: "" });
    expect(await go(null, "/verify-email")).toBeNull();
    forgetUnproven();
    expect(await go(null, "/verify-email")).toBe("/login");
    expect(await go(aMember({ onboarding: unverified }), "/verify-email")).toBeNull();
    expect(await go(aMember(), "/verify-email")).toBe("/welcome");
  });

  test("the paused notice is for the paused", async () => {
    const go = (viewer: Me | null) => destination(asked(viewer, "/access-paused").guard.paused());
    expect(await go(null)).toBe("/login");
    expect(await go(aMember())).toBe("/");
    expect(await go(aMember({ accountStatus: "paused" }))).toBeNull();
  });
});

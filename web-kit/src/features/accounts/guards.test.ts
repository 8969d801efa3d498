import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Me } from "../../api/types.ts";
import { buildMember, COMPLETED_ONBOARDING } from "../../testing/people.ts";
import { gatePathFor, guards, homePathFor, isPaused } from "./guards.ts";
import { progressQuery } from "./onboarding/progress.ts";
import { meQuery } from "./queries.ts";
import { rememberReturnPath } from "./return-path.ts";
import { clearUnverifiedSignIn, storeUnverifiedSignIn } from "./unverified-sign-in.ts";

const unverified = { ...COMPLETED_ONBOARDING, needsEmailVerification: true, complete: false };
const unread = { ...COMPLETED_ONBOARDING, needsTerms: true, complete: false };

beforeEach(() => sessionStorage.clear());

describe("gateFor", () => {
  test("asks for a sign-in, then the pause, then the address, then the documents", () => {
    expect(gatePathFor(null)).toBe("/login");
    const everything = { ...unverified, needsTerms: true };
    expect(gatePathFor(buildMember({ accountStatus: "paused", onboarding: everything }))).toBe(
      "/access-paused",
    );
    expect(gatePathFor(buildMember({ onboarding: everything }))).toBe("/verify-email");
    expect(gatePathFor(buildMember({ onboarding: unread }))).toBe("/welcome");
    expect(gatePathFor(buildMember())).toBeNull();
  });

  test.each(["needsTerms", "needsGuidelines", "needsPrivacy", "needsReset"] as const)(
    "sends somebody to the wizard who %s",
    (need) => {
      const onboarding = { ...COMPLETED_ONBOARDING, [need]: true, complete: false };
      expect(gatePathFor(buildMember({ onboarding }))).toBe("/welcome");
    },
  );
});

describe("a pause", () => {
  afterEach(() => vi.useRealTimers());

  test("holds on a device whose clock is past its end", () => {
    vi.useFakeTimers({ now: Date.parse("2026-12-09T12:00:00Z") });
    const pausedUntil = "2026-12-01T12:00:00Z";
    expect(isPaused(buildMember({ accountStatus: "paused", pausedUntil }))).toBe(true);
    expect(gatePathFor(buildMember({ accountStatus: "paused", pausedUntil }))).toBe(
      "/access-paused",
    );
    expect(gatePathFor(buildMember({ accountStatus: "active", pausedUntil }))).toBeNull();
  });
});

describe("homeFor", () => {
  test("leads to the home screen, or back to where the member wanted to go, once", () => {
    rememberReturnPath("/communities/7?tab=1", null);
    expect(homePathFor(buildMember())).toBe("/communities/7?tab=1");
    expect(homePathFor(buildMember())).toBe("/home");
    expect(homePathFor(null)).toBe("/login");
  });

  test("keeps the wanted path while something is still in the way", () => {
    rememberReturnPath("/communities/7", null);
    expect(homePathFor(buildMember({ onboarding: unread }))).toBe("/welcome");
    expect(homePathFor(buildMember())).toBe("/communities/7");
  });
});

describe("the guards of the routes", () => {
  function requested(viewer: Me | null, path: string) {
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
    const { guard, request } = requested(null, "/communities/7/threads/8");
    expect(await destination(guard.member({ request }))).toBe("/login");
    expect(homePathFor(buildMember())).toBe("/communities/7/threads/8");
  });

  test("a member enters", async () => {
    const { guard, request } = requested(buildMember(), "/communities");
    expect(await destination(guard.member({ request }))).toBeNull();
  });

  test("the sign-in screen sends members home, or on to the wizard when the link says so", async () => {
    const home = requested(buildMember(), "/login");
    expect(await destination(home.guard.visitor(home))).toBe("/home");
    const verified = requested(buildMember(), "/login?verified=true&redirect=welcome");
    expect(await destination(verified.guard.visitor(verified))).toBe("/welcome");
    const visitor = requested(null, "/login?verified=true");
    expect(await destination(visitor.guard.visitor(visitor))).toBeNull();
  });

  test("the wizard is for those who still have something to agree to", async () => {
    const go = (viewer: Me | null) => {
      const { guard, request } = requested(viewer, "/welcome");
      return destination(guard.welcome({ request }));
    };
    expect(await go(null)).toBe("/login");
    expect(await go(buildMember({ onboarding: unverified }))).toBe("/verify-email");
    expect(await go(buildMember({ onboarding: unread }))).toBeNull();
    expect(await go(buildMember())).toBe("/");
  });

  test("the mailed link opens for anybody, the waiting screen only for who waits", async () => {
    const go = (viewer: Me | null, path: string) => {
      const { guard, request } = requested(viewer, path);
      return destination(guard.verifyEmail({ request }));
    };
    expect(await go(null, "/verify-email?token=abc")).toBeNull();
    expect(await go(null, "/verify-email")).toBe("/login");
    storeUnverifiedSignIn({ email: "a@b.example", again: null, words: "" });
    expect(await go(null, "/verify-email")).toBeNull();
    clearUnverifiedSignIn();
    expect(await go(null, "/verify-email")).toBe("/login");
    expect(await go(buildMember({ onboarding: unverified }), "/verify-email")).toBeNull();
    expect(await go(buildMember(), "/verify-email")).toBe("/welcome");
  });

  test("the paused notice is for the paused", async () => {
    const go = (viewer: Me | null) => {
      const { guard, request } = requested(viewer, "/access-paused");
      return destination(guard.paused({ request }));
    };
    expect(await go(null)).toBe("/login");
    expect(await go(buildMember())).toBe("/");
    expect(await go(buildMember({ accountStatus: "paused" }))).toBeNull();
  });
});

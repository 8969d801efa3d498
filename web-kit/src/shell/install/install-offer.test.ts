import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { boot } from "../../testing/open-page.tsx";
import { appLink } from "./app-link.ts";
import { loadInstallContext, storeInstallContext } from "./install-context.ts";
import { isRemembered, rememberAnswer } from "./install-memory.ts";
import { installOffer, mayOfferApp, type OfferFacts, promptDelay } from "./install-offer.ts";

const HOUR = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const phone: OfferFacts = {
  isMobile: true,
  isAndroid: true,
  isIosSafari: false,
  isApp: false,
  isInstallable: true,
  isDismissed: false,
  isManualDismissed: false,
  isCompleted: false,
};

describe("an offer to install", () => {
  test.each([
    ["the browser's own where it offers one", {}, "browser"],
    ["steps for the menu on other Android browsers", { isInstallable: false }, "android-manual"],
    [
      "steps for the share sheet on iOS Safari",
      { isInstallable: false, isAndroid: false, isIosSafari: true },
      "ios-safari",
    ],
    ["nothing on desktop", { isMobile: false }, null],
    ["nothing in an installed app", { isApp: true }, null],
    ["nothing after an installation", { isCompleted: true }, null],
    ["nothing after a dismissal", { isDismissed: true }, null],
    [
      "nothing after a dismissal of the steps",
      { isInstallable: false, isManualDismissed: true },
      null,
    ],
    [
      "nothing on another iOS browser",
      { isInstallable: false, isAndroid: false, isIosSafari: false },
      null,
    ],
  ])("is %s", (_, changes: Partial<OfferFacts>, expected) => {
    expect(installOffer({ ...phone, ...changes })).toBe(expected);
  });

  test.each([
    ["browser", 8000],
    ["ios-safari", 12_000],
    ["android-manual", 20_000],
    ["open-in-app", 5000],
  ] as const)("%s appears after %s ms", (prompt, delay) => {
    expect(promptDelay(prompt, { now: 100, loadedAt: 100, eventAt: null })).toBe(delay);
  });

  test("of the browser counts from its event", () => {
    const times = { now: 10_000, loadedAt: 0, eventAt: 9000 };
    expect(promptDelay("browser", times)).toBe(7000);
    expect(promptDelay("browser", { ...times, now: 60_000 })).toBe(0);
  });
});

test("the installed app is offered in a mobile browser only", () => {
  const facts = { isMobile: true, isApp: false, isCompleted: true, isDismissed: false };
  expect(mayOfferApp(facts)).toBe(true);
  expect(mayOfferApp({ ...facts, isMobile: false })).toBe(false);
  expect(mayOfferApp({ ...facts, isApp: true })).toBe(false);
  expect(mayOfferApp({ ...facts, isCompleted: false })).toBe(false);
  expect(mayOfferApp({ ...facts, isDismissed: true })).toBe(false);
});

test.each([
  ["dismissed", 24 * HOUR],
  ["manualDismissed", 12 * HOUR],
  ["completed", 30 * 24 * HOUR],
  ["openDismissed", HOUR],
] as const)("the answer %s is remembered for %s ms", (answer, ms) => {
  expect(isRemembered(answer)).toBe(false);
  rememberAnswer(answer);
  vi.advanceTimersByTime(ms - 1);
  expect(isRemembered(answer)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isRemembered(answer)).toBe(false);
});

test("the context of an installation names the site", () => {
  expect(loadInstallContext()).toBeNull();
  storeInstallContext(boot);
  const timestamp = Date.now();
  const own = { domain: location.host, timestamp };
  expect(loadInstallContext()).toEqual({
    ...own,
    isMainApp: true,
    affiliationId: null,
    affiliationName: null,
  });
  const portal = {
    tenantId: "t1",
    subdomain: "oak",
    affiliationId: "a1",
    brandName: "Oak",
    affiliationName: "The Oak",
  };
  storeInstallContext({ ...boot, mode: "whitelabel", portal });
  expect(loadInstallContext()).toEqual({
    ...own,
    isMainApp: false,
    affiliationId: "a1",
    affiliationName: "The Oak",
  });
});

test("a link to the app falls back to the page", () => {
  expect(appLink("https://guildhall.example/communities?tab=1")).toBe(
    "intent://guildhall.example/communities?tab=1#Intent;scheme=https;" +
      "action=android.intent.action.VIEW;" +
      "S.browser_fallback_url=https%3A%2F%2Fguildhall.example%2Fcommunities%3Ftab%3D1;end",
  );
});

import type { Page, Route } from "@playwright/test";
import { siteOf } from "./sites.ts";
import { call } from "./http.ts";

/** Mocks a member who has not accepted any document. */
export async function notOnboarded(page: Page, given: object = {}): Promise<void> {
  await changeMe(page, {
    hasCompletedOnboarding: false,
    onboarding: {
      needsEmailVerification: false,
      needsTerms: true,
      needsGuidelines: true,
      needsPrivacy: true,
      needsReset: true,
      complete: false,
      ...given,
    },
  });
}

/** Mocks changes of the member's data. */
export async function changeMe(page: Page, changes: object): Promise<void> {
  await page.route("**/api/me", async (route: Route) => {
    const url = route.request().url();
    const cookies = await page.context().cookies(url);
    // Uses the tests' own client, because names below `.localhost` do not resolve elsewhere.
    const { status, body } = await call(siteOf(new URL(url)), "/api/me", {
      cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
    });
    await route.fulfill({ status, json: Object.assign({}, body, changes) });
  });
}

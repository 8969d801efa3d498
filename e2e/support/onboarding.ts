import type { Page, Route } from "@playwright/test";
import { doorOf } from "./doors.ts";
import { call } from "./http.ts";

/** Makes a page believe that its member has agreed to nothing yet. */
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

/** Answers the page about its member with something else than the server would. */
export async function changeMe(page: Page, changes: object): Promise<void> {
  await page.route("**/api/me", async (route: Route) => {
    const url = route.request().url();
    const cookies = await page.context().cookies(url);
    // The browser's own way there: elsewhere nobody knows the names under `.localhost`.
    const { status, body } = await call(doorOf(new URL(url)), "/api/me", {
      cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
    });
    await route.fulfill({ status, json: Object.assign({}, body, changes) });
  });
}

import type { Page, Route } from "@playwright/test";

/** Makes a page believe that its member has agreed to nothing yet, and opens the wizard. */
export async function inOnboarding(page: Page): Promise<void> {
  await changeMe(page, {
    hasCompletedOnboarding: false,
    onboarding: {
      needsEmailVerification: false,
      needsTerms: true,
      needsGuidelines: true,
      needsPrivacy: true,
      needsReset: true,
      complete: false,
    },
  });
  await page.goto(new URL("/welcome", page.url()).href);
}

/** Answers the page about its member with something else than the server would. */
export async function changeMe(page: Page, changes: object): Promise<void> {
  await page.route("**/api/me", async (route: Route) => {
    const answer = await route.fetch();
    const me: unknown = await answer.json();
    await route.fulfill({ response: answer, json: Object.assign({}, me, changes) });
  });
}

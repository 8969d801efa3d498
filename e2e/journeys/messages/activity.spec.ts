import type { Page } from "@playwright/test";
import { failUntil, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of the activity centre (docs/MESSAGES.md). */

test.use({ provoked: [/status of (401|409|500|502)/] });

const labels = { clear: "Clear All", restore: "Restore", more: "Load More", read: "Mark Read" };

/** Sixteen notifications without dates. */
async function mockActivity(page: Page): Promise<void> {
  await page.route("**/api/activity?*", async (route) => {
    const answer = await route.fetch();
    const body: { items: object[]; counts: object } = await answer.json();
    const [one] = body.items;
    const items = Array.from({ length: 15 }, (_, at) => ({
      ...one,
      id: String(at),
      title: `Told ${at}`,
      created: "nobody knows",
      read: false,
      actionRequired: false,
      requestId: null,
    }));
    await route.fulfill({ json: { ...body, items, nextCursor: "more" } });
  });
}

test("notifications and their actions", async ({ visit }) => {
  const page = await visit("second", "main", "/activity", mockActivity);
  for (const tab of ["All", "Communities", "Admin", "System"]) {
    await expect(page.getByRole("tab", { name: new RegExp(`^${tab}`) })).toBeVisible();
  }
  await expectText(page, "Unknown time");
  for (const name of [labels.read, labels.more, labels.clear]) {
    await expect(page.getByRole("button", { name }).first()).toBeVisible();
  }
});

test("failures to load, clear or restore", async ({ visit }) => {
  const words = "Failed to load activity";
  const page = await visit("second", "main", "/activity", (fresh) =>
    failUntil(fresh, "GET activity?*", { status: 500, detail: words }),
  );
  await expectText(page, words);
  await page.unroute("**/api/activity?*");
  await page.getByRole("button", { name: "Try Again" }).click();
  const clear = () => page.getByRole("button", { name: labels.clear }).click();
  await expectTextOnFailure(page, "POST activity/clear", clear, [
    [{ status: 500, detail: "Failed to clear activity" }, "Failed to clear activity"],
    [{ status: 502 }, "Failed to clear activity"],
  ]);
  // Nothing is cleared, so nothing can be restored; the message is the product's own.
  await page.route("**/api/activity/clear", (route) =>
    route.fulfill({
      json: {
        lastClearedTimestamp: "2026-11-26T10:00:00Z",
        restorableUntil: "2026-11-26T10:00:10Z",
      },
    }),
  );
  await clear();
  await expectText(page, "Activity cleared - all notifications marked as read");
  await page.getByRole("button", { name: labels.restore }).click();
  await expectText(page, "Failed to restore activity");
  await page.unroute("**/api/activity/clear");
  await page.reload();
  await clear();
  await page.getByRole("button", { name: labels.restore }).click();
  await expectText(page, "Activity restored");
});

test("an ended session", async ({ visit }) => {
  const page = await visit("second", "main", "/activity");
  const refusal = { status: 401, code: "unauthenticated", detail: "Authentication required" };
  await failUntil(page, "POST activity/clear", refusal);
  await page.getByRole("button", { name: labels.clear }).click();
  await expectText(page, "Authentication required");
  await expectText(page, "Authentication Required");
  await expectText(page, "Go to Login");
});

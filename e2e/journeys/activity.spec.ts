import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { accounts, type Account, type Site } from "../support/sites.ts";
import { call, text } from "../support/http.ts";
import { communitiesOf } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

/** Notifications arrive live, are read, cleared and restored, in both builds. */

// Clearing affects the whole account, so each site has its own reader and one size.
const sites: readonly [Site, Account, string][] = [
  ["main", "fourth", "@only-desktop"],
  ["ashcombe", "third", "@only-phone"],
];

/**
 * Sends an announcement to a community of all these accounts; returns a function that deletes it.
 */
async function announce(site: Site, words: string) {
  const cookies = session("affadmin", site);
  const community = (await communitiesOf("affadmin", site)).find(
    ({ name }) => name === "Mentoring 2026",
  );
  const path = `/api/communities/${community?.id ?? ""}/announcements`;
  const body = { content: words };
  const answer = await call(site, path, { method: "POST", cookies, body });
  expect(answer.status).toBe(201);
  const id = text(answer.body, "id");
  return () => call(site, `${path}/${id}`, { method: "DELETE", cookies });
}

const item = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(words) });

for (const [site, reader, tag] of sites) {
  test(
    `a notification arrives, is read, cleared and restored on ${site}`,
    { tag },
    async ({ visit }) => {
      const page = await visit(reader, site, "/activity");
      for (const name of ["All", "Communities", "Admin", "System"]) {
        await expect(page.getByRole("tab", { name: new RegExp(`^${name}`) })).toBeVisible();
      }
      await expectAccessible(page);

      // The notification arrives live.
      const words = `Pairs meet in the old library ${randomUUID().slice(0, 8)}`;
      const takeBack = await announce(site, words);
      await expect(item(page, words)).toBeVisible();
      await expect(item(page, words).getByText("just now")).toBeVisible();
      await page.getByRole("tab", { name: /^Admin/ }).click();
      await expect(item(page, words)).toBeHidden();
      await page.getByRole("tab", { name: /^Communities/ }).click();
      await item(page, words)
        .getByRole("button", { name: /^Mark Read/ })
        .click();
      await expect(item(page, words).getByRole("button", { name: /^Mark Read/ })).toBeHidden();
      await page.reload();
      await expect(item(page, words)).toBeVisible();
      await expect(item(page, words).getByRole("button", { name: /^Mark Read/ })).toBeHidden();

      // The notification leads to the announcement's community.
      await item(page, words).getByRole("link").click();
      await expect(page).toHaveURL(/\/communities\/[0-9a-f]{32}$/);
      await page.goBack();

      await page.getByRole("button", { name: "Clear All" }).click();
      await expect(
        page.getByText("Activity cleared - all notifications marked as read"),
      ).toBeVisible();
      await expect(page.getByRole("heading", { name: "You are up to date" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Restore" }).click();
      await expect(page.getByText("Activity restored")).toBeVisible();
      await expect(item(page, words)).toBeVisible();
      await expectAccessible(page);
      await takeBack();
    },
  );
}

test.describe("without a session", { tag: "@only-phone" }, () => {
  // Requests that the page sends before it notices the end of the session.
  test.use({ provoked: [/status of 401/] });

  test("a lost session shows the sign-in link in place", async ({ visit }) => {
    const page = await visit("second", "main", "/activity");
    await expect(page.getByRole("tab", { name: /^All/ })).toBeVisible();
    await page.context().clearCookies();
    await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
    await expect(page).toHaveURL(/\/activity$/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Login" }).click();
    await signIn(page, accounts.second);
    await expect(page).toHaveURL(/\/activity$/);
    await expect(page.getByRole("tab", { name: /^All/ })).toBeVisible();
  });
});

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { accounts, type Site, origin, password } from "../support/sites.ts";
import { failNext } from "../support/failures.ts";
import { expect, test } from "../support/test.ts";

/**
 * A user requests to join in both builds; an admin sees the request live, accepts it, and exports
 * the community.
 */

// Loaders request a community's threads before they know that the viewer is not a member; an export
// is refused until the admin has authenticated again.
test.use({ provoked: [/status of 403 .*\/(threads|export)/] });

// The number of communities created per hour is limited, so each site is tested at one size.
const sites: readonly [Site, string][] = [
  ["main", "@only-desktop"],
  ["ashcombe", "@only-phone"],
];

for (const [site, tag] of sites) {
  test(`a join request is sent, shown live and approved on ${site}`, { tag }, async ({ visit }) => {
    const name = `Cranes ${randomUUID().slice(0, 8)}`;
    const admin = await inOwnSession(await visit(null, site, "/login"), site);
    await createCommunity(admin, site, name);
    const place = new URL(admin.url()).pathname;
    await admin.getByRole("button", { name: "Community menu" }).click();
    await admin.getByRole("menuitem", { name: "Manage community" }).click();
    const tabs = admin.getByRole("navigation", { name: "Sections of the admin area" });
    await tabs.getByRole("link", { name: "Requests" }).click();
    await expect(admin.getByText("No pending requests")).toBeVisible();
    await expectAccessible(admin);

    const asker = await visit("member", site, place);
    await asker.getByRole("button", { name: "Request to Join" }).click();
    const form = asker.getByRole("dialog", { name: "Request to Join" });
    await form.getByLabel("Message").fill("I have stood below a few.");
    await expectAccessible(asker);
    await form.getByRole("button", { name: "Send request" }).click();
    await expect(asker.getByText("Join request sent successfully")).toBeVisible();
    await expect(asker.getByText("Request Pending")).toBeVisible();

    await expect(admin.getByText("I have stood below a few.")).toBeVisible();
    await expect(tabs.getByRole("link", { name: "Requests 1 waiting" })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Approve Nadia Rahman" }).click();
    await expect(admin.getByText("User has been added to the community")).toBeVisible();
    await expect(admin.getByText("No pending requests")).toBeVisible();

    await expect(asker.getByRole("region", { name: "Threads" })).toBeVisible();

    await tabs.getByRole("link", { name: "Settings" }).click();
    const lines = await copyTaken(admin);
    expect(lines[0]).toMatchObject({ kind: "community", name, memberCount: 2 });
  });
}

/** Step-up authentication replaces the session, so this one is not shared with other tests. */
async function inOwnSession(page: Page, site: Site): Promise<Page> {
  await signIn(page, accounts.second);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(`${origin(site)}/communities`);
  return page;
}

/** The content of the exported file, after step-up authentication. */
async function copyTaken(page: Page): Promise<unknown[]> {
  const detail = "For security, you must sign in again before changing this.";
  // Simulates the state five minutes after the sign-in.
  await failNext(page, "GET communities/*/export", { status: 403, code: "proof-required", detail });
  await page.getByRole("button", { name: "Export community" }).click();
  const requested = page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(requested).toContainText(detail);
  await expectAccessible(page);
  await requested.getByLabel("Password", { exact: true }).fill(password);
  const fetched = page.waitForEvent("download");
  await requested.getByRole("button", { name: "Confirm" }).click();
  const file = await fetched;
  expect(file.suggestedFilename()).toBe("community.ndjson");
  const text = await readFile(await file.path(), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

/** Creates a community that is listed for the affiliation's members and requires approval. */
async function createCommunity(page: Page, site: Site, name: string): Promise<void> {
  await page.getByRole("button", { name: "New community" }).first().click();
  const form = page.getByRole("dialog", { name: "New community" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Description").fill("What hangs over the town");
  await form.getByRole("radio", { name: /^Affiliations/ }).check();
  // On a portal its affiliation is preselected.
  if (site === "main") await form.getByLabel("Ashcombe College Alumni Association").check();
  await form.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/communities\/[0-9a-f]{32}$/);
}

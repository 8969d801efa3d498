import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { AHEAD_OF_SERVER, freezeClock, serveNewerBuild } from "../support/builds.ts";
import { userAgents } from "../support/devices.ts";
import { expectText } from "../support/failures.ts";
import type { Site } from "../support/sites.ts";
import { expect, type Fixtures, test } from "../support/test.ts";

/** Updates of an open page, from the check to the page after the reload. */

test.use({ provoked: [AHEAD_OF_SERVER] });

const MINUTE = 60_000;
const card = (page: Page) => page.getByRole("dialog", { name: "App Update Available" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

interface OldPage {
  site?: Site;
  path?: string;
  /** Stored times by key, as milliseconds before the load. */
  ages?: Record<string, number>;
}

/** A member's page, on whose clock no time has passed yet. */
async function openOldPage(
  visit: Fixtures["visit"],
  { site = "main", path = "/communities", ages = {} }: OldPage = {},
): Promise<Page> {
  const page = await visit("member", site, path, async (fresh) => {
    await fresh.clock.install();
    await fresh.addInitScript((given) => {
      for (const [key, age] of Object.entries(given)) {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, String(Date.now() - age));
      }
    }, ages);
  });
  await waitForPrompts(page);
  return page;
}

/** The same on a site that publishes a newer build, which the page has noticed. */
async function openWithUpdate(visit: Fixtures["visit"], choices: OldPage = {}): Promise<Page> {
  const page = await openOldPage(visit, choices);
  await serveNewerBuild(page, choices.site ?? "main");
  await page.clock.runFor(65_000);
  await expect(card(page)).toBeVisible();
  return page;
}

const waitForPrompts = (page: Page) =>
  page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });

test.describe("on a phone", { tag: "@only-phone" }, () => {
  test("an update is offered after a minute and installed in steps", async ({ visit }) => {
    const page = await openOldPage(visit);
    await serveNewerBuild(page, "main");
    await page.clock.runFor(40_000);
    await expect(card(page)).toBeHidden();
    await page.clock.runFor(25_000);
    await expect(card(page)).toBeVisible();
    await expectAccessible(page);

    await freezeClock(page);
    await button(page, "Update").click();
    await expectText(page, "Installing Update...");
    for (const [percent, step] of [
      [20, "Downloading update"],
      [45, "Installing new version"],
      [70, "Updating cache"],
      [90, "Finalizing"],
    ] as const) {
      await expectText(page, step);
      await expectText(page, `${String(percent)}%`);
      await page.clock.runFor(400);
    }
    await expectText(page, "Complete! Reloading");
    await expectText(page, "Update Complete!");
    await page.clock.runFor(1000);

    await page.waitForURL("**/communities");
    await expect
      .poll(async () => {
        await page.clock.runFor(50);
        return page.getByText("You have the newest version.").isVisible();
      })
      .toBe(true);
    await expectText(page, "Update Complete!");
    await page.clock.runFor(3000);
    await expect(page.getByText("Update Complete!")).toHaveCount(0);
  });

  test.describe("without an answer", () => {
    test.use({ provoked: [[/net::ERR_FAILED/, AHEAD_OF_SERVER], { scope: "test" }] });

    test("a failed update can be tried again", async ({ visit }) => {
      const page = await openWithUpdate(visit);
      await page.route(
        ({ pathname }) => pathname === "/",
        (route) => route.abort(),
      );
      await button(page, "Update").click();
      await expectText(page, "Update failed. Please try again.");
      await expect(card(page)).toBeVisible();
      await expect(button(page, "Update")).toBeEnabled();
    });
  });

  test("Later hides the prompt for three hours", async ({ visit }) => {
    const page = await openWithUpdate(visit);
    await button(page, "Later").click();
    await expect(card(page)).toBeHidden();
    await page.clock.fastForward(2 * 60 * MINUTE);
    await page.clock.runFor(MINUTE);
    await expect(card(page)).toBeHidden();
    await page.clock.fastForward(60 * MINUTE);
    await page.clock.runFor(1500);
    await expect(card(page)).toBeVisible();
  });

  test("the card is closed with the keyboard and does not take the focus", async ({ visit }) => {
    const page = await openWithUpdate(visit);
    await expect(card(page).locator(":focus")).toHaveCount(0);
    await button(page, "Later").focus();
    await page.keyboard.press("Escape");
    await expect(card(page)).toBeHidden();
  });

  test("the card steps aside while the member types, and the text survives", async ({ visit }) => {
    const page = await openWithUpdate(visit, { path: "/profile/edit" });
    const bio = page.getByLabel("About you");
    await bio.fill("I mend clocks, and I have not saved this yet.");
    await expect(card(page)).toBeHidden();
    await bio.blur();
    await expect(card(page)).toBeVisible();
    await Promise.all([page.waitForEvent("load"), button(page, "Update").click()]);
    await expectText(page, "You have the newest version.");
    await expect(bio).toHaveValue("I mend clocks, and I have not saved this yet.");
  });
});

test(
  "a desktop browser checks for updates without a prompt",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await openOldPage(visit);
    await serveNewerBuild(page, "main");
    const checked = page.waitForRequest("**/version.json");
    await page.clock.runFor(65_000);
    await checked;
    await page.clock.runFor(65_000);
    await expect(card(page)).toHaveCount(0);
  },
);

test.describe("on iOS", { tag: "@only-phone" }, () => {
  test.use({ userAgent: userAgents.iosSafari });

  // Another prompt would come first.
  const quiet = { "install-prompt-dismissed": 0 };
  const unforced = { ...quiet, "main-dev-last-ios-force-check": 0 };

  test("the prompt opens ten seconds after the load, and is quiet after Later", async ({
    visit,
  }) => {
    const page = await openOldPage(visit, { ages: quiet });
    await page.clock.runFor(11_000);
    await expect(card(page)).toBeVisible();
    expect(await stored(page, "main-dev-last-ios-force-check")).not.toBeNull();
    await button(page, "Later").click();
    expect(await stored(page, "main-dev-update-dismissed")).not.toBeNull();
    await page.reload();
    await waitForPrompts(page);
    await page.clock.runFor(15_000);
    await expect(card(page)).toBeHidden();
  });

  test("checks every thirty seconds at a new address", async ({ visit }) => {
    const page = await openOldPage(visit, { ages: unforced });
    const checked = page.waitForRequest(/\/version\.json\?t=\d+$/);
    await page.clock.runFor(31_000);
    await checked;
    await expect.poll(() => stored(page, "main-dev-last-ios-update-check")).not.toBeNull();
  });

  test("the reminder appears after thirty seconds, and Refresh reloads the page", async ({
    visit,
  }) => {
    const page = await openOldPage(visit, { ages: unforced });
    await page.clock.runFor(31_000);
    const reminder = page.getByRole("dialog", { name: "Refresh to download updates" });
    await expect(reminder).toBeVisible();
    expect(await stored(page, "main-dev-update-reminder")).not.toBeNull();
    await expectAccessible(page);
    await Promise.all([page.waitForEvent("load"), button(page, "Refresh").click()]);
    expect(await stored(page, "main-dev-update-refresh-initiated")).not.toBeNull();
    expect(await stored(page, "main-dev-update-dismissed")).not.toBeNull();
  });

  test("a portal has an environment of its own", async ({ visit }) => {
    const page = await openOldPage(visit, { site: "ashcombe", ages: quiet });
    await page.clock.runFor(11_000);
    await expect(card(page)).toBeVisible();
    await button(page, "Later").click();
    expect(await stored(page, "portal-ashcombe-dev-update-dismissed")).not.toBeNull();
    expect(await stored(page, "main-dev-update-dismissed")).toBeNull();
  });
});

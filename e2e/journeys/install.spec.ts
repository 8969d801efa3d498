import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { AHEAD_OF_SERVER } from "../support/builds.ts";
import { userAgents } from "../support/devices.ts";
import { expectText } from "../support/failures.ts";
import { firstThreadPath } from "../support/threads.ts";
import { host, origin } from "../support/sites.ts";
import { expect, type Fixtures, test } from "../support/test.ts";

/** Prompts to install the app and to continue in it (F-138 to F-140). */

test.use({ provoked: [AHEAD_OF_SERVER] });

const HOUR = 60 * 60_000;
const prompt = (page: Page, name: string) => page.getByRole("dialog", { name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

async function open(
  visit: Fixtures["visit"],
  { who = "member", site = "main", path = "/communities" }: Partial<OpenPage> = {},
): Promise<Page> {
  const page = await visit(who, site, path, (fresh) => fresh.clock.install());
  await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
  return page;
}

interface OpenPage {
  who: Parameters<Fixtures["visit"]>[0];
  site: Parameters<Fixtures["visit"]>[1];
  path: string;
}

/** The browser finds that the site can be installed; the person then answers its dialog. */
async function offerInstallation(page: Page, outcome: "accepted" | "dismissed"): Promise<void> {
  await page.evaluate((answer) => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    const userChoice = Promise.resolve({ outcome: answer });
    const ask = () => {
      document.documentElement.dataset["asked"] = answer;
      return Promise.resolve();
    };
    dispatchEvent(Object.assign(event, { prompt: ask, userChoice }));
  }, outcome);
}

test.describe("on Android", { tag: "@only-phone" }, () => {
  test.use({ userAgent: userAgents.android });

  test("an installation is offered eight seconds after the event, and then the app", async ({
    visit,
  }) => {
    const page = await open(visit);
    await offerInstallation(page, "accepted");
    await page.clock.runFor(5000);
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    await page.clock.runFor(4000);
    await expect(prompt(page, "Install Guildhall")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Install").click();
    await expect(page.locator("html[data-asked]")).toBeAttached();
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    const context: unknown = JSON.parse((await stored(page, "install-context")) ?? "null");
    expect(context).toEqual({
      domain: host("main"),
      timestamp: expect.any(Number),
      isMainApp: true,
      affiliationId: null,
      affiliationName: null,
    });

    await page.reload();
    await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
    const app = prompt(page, "Open in the Guildhall app");
    await page.clock.runFor(6000);
    await expect(app).toBeVisible();
    await expectAccessible(page);
    await button(page, "Stay in the browser").click();
    await expect(app).toBeHidden();
    await page.reload();
    await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
    await page.clock.runFor(10_000);
    await expect(app).toBeHidden();
    await page.clock.fastForward(HOUR);
    await page.reload();
    await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
    await page.clock.runFor(6000);
    await expect(app).toBeVisible();
  });

  test("a dismissed installation is offered again after a day", async ({ visit }) => {
    const page = await open(visit);
    await offerInstallation(page, "dismissed");
    await page.clock.runFor(9000);
    await button(page, "Not now").click();
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    for (const [hours, isOffered] of [
      [23, false],
      [1, true],
    ] as const) {
      await page.clock.fastForward(hours * HOUR);
      await page.reload();
      await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
      await offerInstallation(page, "dismissed");
      await page.clock.runFor(9000);
      await expect(prompt(page, "Install Guildhall")).toBeVisible({ visible: isOffered });
    }
  });

  test("the browser's menu is explained after twenty seconds without an event", async ({
    visit,
  }) => {
    const page = await open(visit, { who: null, path: "/about" });
    await page.clock.runFor(16_000);
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    await page.clock.runFor(5000);
    await expect(prompt(page, "Install Guildhall")).toBeVisible();
    await expectText(page, "Choose Install app, or Add to Home screen.");
    await button(page, "Not now").focus();
    await page.keyboard.press("Escape");
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    expect(await stored(page, "install-manual-dismissed")).not.toBeNull();
  });

  test("a portal's app names its affiliation", async ({ visit }) => {
    const page = await open(visit, { site: "ashcombe" });
    await offerInstallation(page, "accepted");
    await page.clock.runFor(9000);
    await button(page, "Install").click();
    await expect.poll(() => stored(page, "install-context")).not.toBeNull();
    const context: unknown = JSON.parse((await stored(page, "install-context")) ?? "null");
    expect(context).toMatchObject({
      domain: host("ashcombe"),
      isMainApp: false,
      affiliationId: expect.any(String),
      affiliationName: expect.stringContaining("Ashcombe"),
    });
  });

  test("the card does not cover a composer", async ({ visit }) => {
    const page = await open(visit);
    await page.goto(`${origin("main")}${await firstThreadPath(page)}`);
    await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
    const composer = page.getByRole("main").getByRole("textbox").last();
    await expect(composer).toBeVisible();
    await offerInstallation(page, "accepted");
    await page.clock.runFor(9000);
    const card = prompt(page, "Install Guildhall");
    await expect(card).toBeVisible();
    const isClear = async () => {
      const [above, below] = await Promise.all([card.boundingBox(), composer.boundingBox()]);
      return above !== null && below !== null && above.y + above.height <= below.y;
    };
    await expect.poll(isClear).toBe(true);
    await composer.focus();
    await expect(card).toBeHidden();
  });
});

test.describe("on iOS Safari", { tag: "@only-phone" }, () => {
  test.use({ userAgent: userAgents.iosSafari });

  test("the share sheet is explained after twelve seconds", async ({ visit }) => {
    const page = await visit("member", "main", "/communities", async (fresh) => {
      await fresh.clock.install();
      // Another prompt would come first.
      await fresh.addInitScript(() =>
        localStorage.setItem("main-dev-last-ios-force-check", String(Date.now())),
      );
    });
    await page.locator('[data-slot="prompts"]').waitFor({ state: "attached" });
    await page.clock.runFor(8000);
    await expect(prompt(page, "Install Guildhall")).toBeHidden();
    await page.clock.runFor(5000);
    await expect(prompt(page, "Install Guildhall")).toBeVisible();
    await expectText(page, /Tap Share/);
    await expectText(page, /Choose Add to Home Screen/);
    await expectAccessible(page);
    await button(page, "I have added it").click();
    expect(await stored(page, "install-completed")).not.toBeNull();
    expect(await stored(page, "install-context")).not.toBeNull();
  });
});

test("no installation is offered on desktop", { tag: "@only-desktop" }, async ({ visit }) => {
  const page = await open(visit);
  await offerInstallation(page, "accepted");
  await page.clock.runFor(60_000);
  await expect(prompt(page, "Install Guildhall")).toHaveCount(0);
});

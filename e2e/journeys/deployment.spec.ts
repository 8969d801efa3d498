import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { AHEAD_OF_SERVER } from "../support/builds.ts";
import { expectText } from "../support/failures.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { firstThreadPath } from "../support/threads.ts";
import { signedIn } from "../support/signed-in.ts";
import { accounts, origin } from "../support/sites.ts";
import { expect, test as base } from "../support/test.ts";
import { copyWebBuilds, type WebBuilds } from "../support/web-builds.ts";

/** A release is deployed while tabs of the previous one are open. */

const test = base.extend<{ builds: WebBuilds; hall: Instance }>({
  ownBrowser: true,
  builds: async ({ provoked: _provoked }, give) => {
    const folder = mkdtempSync(join(tmpdir(), "guildhall-e2e-builds-"));
    await give(copyWebBuilds(folder));
    rmSync(folder, { recursive: true, force: true });
  },
  hall: [
    async ({ builds }, give) => {
      const hall = await startInstance({
        name: "server-for-deployment",
        settings: () => builds.settings,
      });
      await give(hall);
      await hall.stop();
    },
    { auto: true, timeout: 120_000 },
  ],
});

// Requests fail only while the instance restarts.
const RESTARTING = /net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)/;
test.use({ provoked: [[RESTARTING, AHEAD_OF_SERVER], { scope: "test" }] });

const card = (page: Page) => page.getByRole("dialog", { name: "App Update Available" });
const BIO = "I restore clocks, and have not saved this.";
const POST = "Typed before the release, sent after it.";

test(
  "open tabs keep their screens and their texts over a release",
  { tag: "@only-phone" },
  async ({ visit, builds, hall }) => {
    test.setTimeout(180_000);
    const one = await signedIn(visit, accounts.member);
    await one.clock.install();
    const thread = `${origin("main")}${await firstThreadPath(one)}`;
    await one.goto(thread);
    await one.getByRole("main").getByRole("textbox").last().fill(POST);
    await one.goto(`${origin("main")}/communities`);
    await expectText(one, "My Communities");
    const other = await one.context().newPage();
    await other.goto(`${origin("main")}/profile/edit`);
    const bio = other.getByLabel("About you");
    await bio.fill(BIO);

    await hall.stopDuring(() => {
      builds.deployNext();
      return Promise.resolve();
    });

    // A screen whose code the old tab has not loaded yet.
    await one.getByRole("button", { name: "More", exact: true }).click();
    const more = one.getByRole("dialog", { name: "More" });
    await more.getByRole("link", { name: "Support" }).click();
    await one.waitForURL("**/support");
    await expect(one.getByRole("heading", { name: "Support" }).first()).toBeVisible();
    await expect(one.getByText("Loading Error")).toHaveCount(0);

    await accept(one);
    await one.goto(thread);
    await expect(one.getByRole("main").getByRole("textbox").last()).toHaveValue(POST);

    await bio.blur();
    await accept(other);
    await expect(bio).toHaveValue(BIO);
  },
);

/** The tab notices the release and installs it. */
async function accept(page: Page): Promise<void> {
  await page.bringToFront();
  await page.clock.runFor(65_000);
  await expect(card(page)).toBeVisible();
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Update", exact: true }).press("Enter");
  await loaded;
  await expectText(page, "You have the newest version.");
}

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { captureWebp, screenshotPath } from "../support/screenshots.ts";
import { expect, test } from "@playwright/test";

/** Renders every email from the snapshots of `platform/tests/it/mails.rs`. */

const root = resolve(import.meta.dirname, "../..");
const snapshots = join(root, "platform/tests/it/snapshots");
const ending = ".html.snap";
const mails = readdirSync(snapshots)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));

test("every email is readable on every screen", async ({ page }, { project }) => {
  expect(mails.length).toBeGreaterThanOrEqual(16);
  test.setTimeout(10_000 + mails.length * 10_000);
  const takesScreenshots = process.env["SCREENS"] === "1" && project.name === "desktop";
  const faults: string[] = [];
  for (const mail of mails) {
    const look = async () => {
      const snapshot = readFileSync(join(snapshots, mail + ending), "utf8");
      await page.setContent(snapshot.slice(snapshot.indexOf("<!doctype html>")));
      await expectAccessible(page);
      if (takesScreenshots) await takeScreenshot(page, mail);
    };
    // A fault of one email must not hide those of others.
    await test.step(mail, look).catch((fault: unknown) => faults.push(`${mail}: ${String(fault)}`));
  }
  expect(faults).toEqual([]);
});

async function takeScreenshot(page: Page, mail: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 680, height: 400 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 680, height });
  await captureWebp(page, screenshotPath(`mail-${mail}`));
  if (size !== null) await page.setViewportSize(size);
}

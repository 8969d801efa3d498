import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "@playwright/test";

/** Every mail as its reader sees it, from the snapshots that `platform/tests/it/mails.rs` keeps. */

const root = resolve(import.meta.dirname, "../..");
const snapshots = join(root, "platform/tests/it/snapshots");
const ending = ".html.snap";
const mails = readdirSync(snapshots)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));

test("there are mails to look at", () => {
  expect(mails.length).toBeGreaterThanOrEqual(16);
});

for (const mail of mails) {
  test(`the mail ${mail} can be read on every screen`, async ({ page }, { project }) => {
    const snapshot = readFileSync(join(snapshots, mail + ending), "utf8");
    await page.setContent(snapshot.slice(snapshot.indexOf("<!doctype html>")));
    await expectAccessible(page);
    if (process.env["SCREENS"] !== "1" || project.name !== "desktop") return;
    const folder = join(root, "docs/screens");
    mkdirSync(folder, { recursive: true });
    await page.setViewportSize({ width: 680, height: 400 });
    await page.screenshot({ path: join(folder, `mail-${mail}.png`), fullPage: true });
  });
}

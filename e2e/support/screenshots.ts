import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");

/** Screenshots that README.md and docs/TOUR.md display. All others go to an ignored folder. */
export const displayed: ReadonlySet<string> = new Set([
  "ashcombe-front-door-phone-light",
  "ashcombe-home-desktop-light",
  "ashcombe-thread-desktop-light",
  "htwu-thread-phone-dark",
  "mail-verify-email-ashcombe",
  "main-activity-phone-dark",
  "main-affiliation-desktop-light",
  "main-article-desktop-light",
  "main-community-phone-light",
  "main-home-desktop-light",
  "main-login-desktop-light",
  "main-manage-members-desktop-light",
  "main-onboarding-document-phone-light",
  "main-own-portal-brand-desktop-light",
  "main-profile-other-desktop-light",
  "main-search-desktop-light",
  "main-signup-gate-phone-light",
  "main-staff-overview-desktop-light",
  "main-staff-tenant-analytics-desktop-light",
  "main-staff-tenant-domains-desktop-dark",
  "main-thread-desktop-light",
]);

/** The file that a screenshot is written to; its folder exists afterwards. */
export function screenshotPath(name: string): string {
  const folder = join(root, displayed.has(name) ? "docs/screens" : "var/screens");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.webp`);
}

/** Writes what the viewport shows as WebP, which Playwright's own screenshots cannot be. */
export async function captureWebp(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(path, data, "base64");
  await devtools.detach();
}

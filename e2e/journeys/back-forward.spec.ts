import { chromium } from "@playwright/test";
import { chromium as chromiumPath, shared } from "../playwright.shared.ts";
import { origin } from "../support/sites.ts";
import { sizes } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/**
 * Back from another site restores a page from the browser's memory. Pages are `no-store`; Chromium
 * keeps one nevertheless, unless it has also received data that is `no-store`, as members' pages do.
 */

test("Back restores the sign-in page as it was left", { tag: "@only-desktop" }, async () => {
  // Chromium without windows keeps no pages, and Playwright tells the other one not to.
  const browser = await chromium.launch({
    ...shared.use.launchOptions,
    executablePath: chromiumPath,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await browser.newContext({
    viewport: sizes.desktop,
    locale: "en-GB",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(`${origin("main")}/login`);
  await page.getByLabel("Email").fill("half@typed");
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset["restored"] = String(persisted);
    });
  });

  await page.goto(`${origin("ashcombe")}/about`);
  await page.goBack({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-restored", "true");
  await expect(page.getByLabel("Email")).toHaveValue("half@typed");
  await browser.close();
});

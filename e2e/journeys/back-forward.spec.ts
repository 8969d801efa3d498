import { randomUUID } from "node:crypto";
import { chromium } from "@playwright/test";
import { chromium as chromiumPath, shared } from "../playwright.shared.ts";
import { signIn } from "../support/actions.ts";
import { postMessage, sharedThread } from "../support/screens.ts";
import { accounts, origin } from "../support/sites.ts";
import { sizes } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/** Back from another site restores a page from the browser's memory, where the browser allows it. */

test(
  "Back restores the page with its text, and its live stream resumes",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const { path } = await sharedThread("fifth", "sixth");
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
    await signIn(page, accounts.fifth);
    await page.waitForURL((url) => url.pathname !== "/login");
    await page.goto(`${origin("main")}${path}`);
    await page.getByRole("textbox", { name: "Write a post" }).fill("Not sent yet");
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset["restored"] = String(persisted);
      });
    });

    await page.goto(`${origin("ashcombe")}/about`);
    await page.goBack({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-restored", "true");
    await expect(page.getByRole("textbox", { name: "Write a post" })).toHaveText("Not sent yet");

    const writer = await visit("sixth", "main", path);
    const words = `After coming back, ${randomUUID().slice(0, 8)}.`;
    await postMessage(writer, words);
    await expect(page.getByRole("article").getByText(words)).toHaveCount(1);
    await browser.close();
  },
);

import { defineConfig } from "@playwright/test";

/** Each journey is made twice: at a desk and on a phone. */
const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: "./journeys",
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // A journey waits more than it computes: two at a time take little more than half as long.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: process.env["GUILDHALL_CHROMIUM"] ?? "/usr/bin/chromium",
      // Nothing but the product is spoken to: a browser that looks up its maker's hosts would
      // wait for a network that a test machine need not have.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", grepInvert: /@only-phone|@last/, use: { viewport: sizes.desktop } },
    { name: "phone", grepInvert: /@only-desktop|@last/, use: phone },
    // What changes the house for everybody, once nobody else is in it.
    { name: "last", grep: /@last/, dependencies: ["desktop", "phone"], use: phone },
  ],
});

import { defineConfig } from "@playwright/test";
import { shared } from "./playwright.shared.ts";
import { sizes } from "./support/sizes.ts";

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

export default defineConfig(shared, {
  testDir: "./journeys",
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // A test waits about as long as it computes, so more workers than cores finish sooner.
  workers: 3,
  projects: [
    // A test that is the same at both sizes runs at one of them, which its tag names.
    { name: "desktop", grepInvert: /@only-phone|@last/, use: { viewport: sizes.desktop } },
    {
      name: "phone",
      grepInvert: /@only-desktop|@last/,
      // Messages are the same on a phone, and keyboard tests need keys. The accessibility test
      // covers both sizes itself.
      testIgnore: ["**/messages/**", "**/keyboard/**", "**/accessible.spec.ts"],
      use: phone,
    },
    // Tests that affect every user run last.
    { name: "last", grep: /@last/, dependencies: ["desktop", "phone"], use: phone },
  ],
});

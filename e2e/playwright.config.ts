import { defineConfig } from "@playwright/test";
import { shared } from "./playwright.shared.ts";
import { sizes } from "./support/sizes.ts";

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };

export default defineConfig(shared, {
  testDir: "./journeys",
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // A journey waits about as long as it computes: more at a time than there are cores are sooner done.
  workers: 3,
  projects: [
    // A way that is the same at both sizes is gone at one of them: its tag says at which.
    { name: "desktop", grepInvert: /@only-phone|@last/, use: { viewport: sizes.desktop } },
    {
      name: "phone",
      grepInvert: /@only-desktop|@last/,
      // Words are the same on a phone, and few of those have keys. Who looks at every screen looks at both sizes.
      testIgnore: ["**/messages/**", "**/keyboard/**", "**/accessible.spec.ts"],
      use: phone,
    },
    // What changes the house for everybody, once nobody else is in it.
    { name: "last", grep: /@last/, dependencies: ["desktop", "phone"], use: phone },
  ],
});

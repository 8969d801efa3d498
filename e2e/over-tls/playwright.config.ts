import { defineConfig } from "@playwright/test";
import { chromium, shared } from "../playwright.shared.ts";
import type { Fixtures } from "../support/test.ts";
import { layout } from "./support/layouts.ts";

/** The fleet with all its servers, over TLS, in a browser that trusts its authority alone. */
export default defineConfig<Pick<Fixtures, "ownBrowser">>(shared, {
  testDir: ".",
  outputDir: `../../test-results/over-tls-${layout}`,
  globalSetup: "./global-setup.ts",
  // What one journey does to the house, the next one would see.
  workers: 1,
  use: {
    // An attack begins with a browser that has been nowhere.
    ownBrowser: true,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...shared.use.launchOptions,
      // Only the whole of it asks the store of trusted authorities in its home.
      executablePath: chromium,
      args: [...shared.use.launchOptions.args, "--host-resolver-rules=MAP *.test 127.0.0.1"],
      env: { ...process.env, HOME: process.env["GUILDHALL_E2E_HOME"] ?? "" },
    },
  },
  projects: [{ name: layout }],
});

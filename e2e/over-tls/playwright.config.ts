import { defineConfig } from "@playwright/test";
import { chromium, shared } from "../playwright.shared.ts";
import type { Fixtures } from "../support/test.ts";
import { layout } from "./support/layouts.ts";

/**
 * Tests with the fleet of all servers over TLS, in a browser that trusts only the fleet's
 * authority.
 */
export default defineConfig<Pick<Fixtures, "ownBrowser">>(shared, {
  testDir: ".",
  outputDir: `../../test-results/over-tls-${layout}`,
  globalSetup: "./global-setup.ts",
  // The tests change shared data, so they run sequentially.
  workers: 1,
  use: {
    // An attack starts with a browser without history.
    ownBrowser: true,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...shared.use.launchOptions,
      // Only the full Chromium reads the certificate store in its home folder.
      executablePath: chromium,
      args: [...shared.use.launchOptions.args, "--host-resolver-rules=MAP *.test 127.0.0.1"],
      env: { ...process.env, HOME: process.env["GUILDHALL_E2E_HOME"] ?? "" },
    },
  },
  projects: [{ name: layout }],
});

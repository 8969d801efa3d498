import { existsSync } from "node:fs";

/** The full Chromium. */
export const chromium = process.env["GUILDHALL_CHROMIUM"] ?? "/usr/bin/chromium";
/** Chromium without a user interface, which starts and opens pages faster. */
const withoutWindows = `${chromium}-headless-shell`;

/** Settings that all test runs share. */
export const shared = {
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]] as [["list"]],
  use: {
    locale: "en-GB",
    trace: "off" as const,
    screenshot: "only-on-failure" as const,
    // Mocks do not see the requests that a service worker answers; tests of the worker allow it.
    serviceWorkers: "block" as const,
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: existsSync(withoutWindows) ? withoutWindows : chromium,
      // Prevents requests to the vendor's hosts, which would time out on a machine without a
      // network.
      args: [
        "--no-sandbox",
        // Pages share a process, which saves most of the cost of another page.
        "--renderer-process-limit=1",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
};

import { existsSync } from "node:fs";

/** Chromium as a person starts it. */
export const chromium = process.env["GUILDHALL_CHROMIUM"] ?? "/usr/bin/chromium";
/** The same without its windows, menus and side panels: it starts and opens pages sooner. */
const withoutWindows = `${chromium}-headless-shell`;

/** What every run of the journeys has in common. */
export const shared = {
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]] as [["list"]],
  use: {
    locale: "en-GB",
    trace: "off" as const,
    screenshot: "only-on-failure" as const,
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: existsSync(withoutWindows) ? withoutWindows : chromium,
      // Nothing but the product is spoken to: a browser that looks up its maker's hosts would
      // wait for a network that a test machine need not have.
      args: [
        "--no-sandbox",
        // The pages of one member share a process, which else is most of what a page more takes.
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

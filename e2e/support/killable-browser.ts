import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chromium as playwright, type Browser, type BrowserContext } from "@playwright/test";
import { shared } from "../playwright.shared.ts";

/** A browser with a profile on disk, whose process a test can kill. */
export interface KillableBrowser {
  context: BrowserContext;
  kill: () => Promise<void>;
}

/** Starts a browser on a profile; a later one on the same profile finds what it has stored. */
export async function startKillable(profile: string): Promise<KillableBrowser> {
  const { executablePath, args } = shared.use.launchOptions;
  const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const process = spawn(executablePath, [...args, ...flags, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const browser = await playwright.connectOverCDP(await debuggingAddress(process));
  return { context: defaultContext(browser), kill: () => kill(process) };
}

function debuggingAddress(process: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let printed = "";
    process.stderr?.on("data", (chunk) => {
      printed += String(chunk);
      const address = /DevTools listening on (\S+)/.exec(printed)?.[1];
      if (address !== undefined) done(address);
    });
    process.once("exit", () => failed(new Error(`the browser ended: ${printed}`)));
  });
}

function defaultContext(browser: Browser): BrowserContext {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("the browser has no profile");
  return context;
}

/** Kills the browser without giving it time to write anything. */
async function kill(process: ChildProcess): Promise<void> {
  const ended = once(process, "exit");
  process.kill("SIGKILL");
  await ended;
}

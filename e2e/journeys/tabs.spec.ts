import { randomUUID } from "node:crypto";
import { type BrowserContext, chromium, type Page, type Request } from "@playwright/test";
import { shared } from "../playwright.shared.ts";
import { signIn } from "../support/actions.ts";
import { postMessage, sharedThread } from "../support/screens.ts";
import { accounts, origin } from "../support/sites.ts";
import { sizes } from "../support/sizes.ts";
import { expect, test } from "../support/test.ts";

/** Tabs of one browser know of each other's sign-ins and sign-outs. */

test(
  "a sign-in and a sign-out are told in the other tab",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const one = await visit(null, "main", "/login");
    const other = await one.context().newPage();
    await other.goto(`${origin("main")}/login`);
    await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
    await signIn(one, accounts.member);
    await other.waitForURL("**/home");
    await expect(other.getByText(/^You signed in as .* in another tab\.$/)).toBeVisible();
    await one.waitForURL("**/home");

    await one.getByRole("button", { name: /Account menu/ }).click();
    await one.getByRole("menuitem", { name: "Log Out" }).click();
    await expect(other.getByText("You signed out in another tab.")).toBeVisible();
    await other.waitForURL("**/login");
    await expect(other.getByText("Session expired. Please log in again.")).toBeHidden();
  },
);

test.describe("ten tabs of one browser", { tag: "@only-desktop" }, () => {
  // Eleven pages share the machine's processors.
  test.setTimeout(180_000);

  test("share one live stream, also after its tab is closed or has crashed", async ({ visit }) => {
    const { path } = await sharedThread("fifth", "sixth");
    const writer = await visit("sixth", "main", path);
    // Each tab has a process of its own, so that one can crash alone.
    const args = shared.use.launchOptions.args.filter((arg) => !arg.includes("process-limit"));
    const browser = await chromium.launch({ ...shared.use.launchOptions, args });
    const context = await browser.newContext({
      viewport: sizes.desktop,
      locale: "en-GB",
      serviceWorkers: "block",
    });
    const streams = new OpenStreams(context);
    let tabs = await openTabs(context, path, 10);
    const expectInAll = async (words: string) => {
      for (const tab of tabs) {
        // oxlint-disable-next-line no-await-in-loop -- all tabs wait at the same time
        await expect(tab.getByRole("article").getByText(words)).toHaveCount(1);
      }
    };
    const receive = async () => {
      const words = `For all tabs, ${randomUUID().slice(0, 8)}.`;
      await postMessage(writer, words);
      await expectInAll(words);
      expect(streams.tabs).toHaveLength(1);
    };
    await receive();
    const words = `From the tenth, ${randomUUID().slice(0, 8)}.`;
    await postMessage(lastOf(tabs), words);
    await expectInAll(words);

    const [closed] = streams.tabs;
    await closed?.close();
    tabs = tabs.filter((tab) => tab !== closed);
    await expect.poll(() => streams.tabs.length).toBe(1);
    await receive();

    const [crashed] = streams.tabs;
    expect(crashed).toBeDefined();
    if (crashed !== undefined) await crash(context, crashed);
    tabs = tabs.filter((tab) => tab !== crashed);
    await expect.poll(() => streams.tabs.some((tab) => tab !== crashed)).toBe(true);
    if (crashed !== undefined) streams.forget(crashed);
    await receive();

    await lastOf(tabs)
      .getByRole("button", { name: /Account menu/ })
      .click();
    await lastOf(tabs).getByRole("menuitem", { name: "Log Out" }).click();
    for (const tab of tabs) {
      // oxlint-disable-next-line no-await-in-loop -- all tabs wait at the same time
      await expect(tab.getByRole("button", { name: "Sign In" })).toBeVisible();
    }
    await expect.poll(() => streams.tabs).toHaveLength(0);
    await browser.close();
  });
});

/** Signs in and opens tabs on a page. */
async function openTabs(context: BrowserContext, path: string, count: number): Promise<Page[]> {
  const first = await context.newPage();
  await first.goto(`${origin("main")}/login`);
  await signIn(first, accounts.fifth);
  await first.waitForURL((url) => url.pathname !== "/login");
  const others = await Promise.all(Array.from({ length: count - 1 }, () => context.newPage()));
  const tabs = [first, ...others];
  for (const tab of tabs) {
    // oxlint-disable-next-line no-await-in-loop -- as a person does, and the machine has few cores
    await tab.goto(`${origin("main")}${path}`);
  }
  for (const tab of tabs) {
    // oxlint-disable-next-line no-await-in-loop -- all tabs load at the same time
    await expect(tab.getByRole("article").first()).toBeVisible({ timeout: 30_000 });
  }
  return tabs;
}

function lastOf(tabs: Page[]): Page {
  const tab = tabs.at(-1);
  if (tab === undefined) throw new Error("no tab is open");
  return tab;
}

async function crash(context: BrowserContext, tab: Page): Promise<void> {
  const devtools = await context.newCDPSession(tab);
  const crashed = tab.waitForEvent("crash");
  // The page cannot answer.
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
}

const isStream = (request: Request) => new URL(request.url()).pathname === "/api/live";

/** The open live streams of a browser. */
class OpenStreams {
  readonly #open = new Set<Request>();

  constructor(context: BrowserContext) {
    const end = (request: Request) => this.#open.delete(request);
    context.on("request", (request) => isStream(request) && this.#open.add(request));
    context.on("requestfinished", end);
    context.on("requestfailed", end);
  }

  /** The tabs that hold one. */
  get tabs(): Page[] {
    return [...this.#open]
      .map((request) => request.frame().page())
      .filter((tab) => !tab.isClosed());
  }

  /** Forgets the streams of a crashed tab, whose end the browser does not report. */
  forget(tab: Page): void {
    for (const request of this.#open)
      if (request.frame().page() === tab) this.#open.delete(request);
  }
}

test.describe("Back on a phone", { tag: "@only-phone" }, () => {
  test("closes the open sheet and stays on the page", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const more = page.getByRole("dialog", { name: "More" });
    const openMore = () => page.getByRole("button", { name: "More", exact: true }).click();
    await openMore();
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(more).toBeHidden();
    await expect(page).toHaveURL(/\/communities$/);
    // A page that the sheet leads to has the page of the sheet before it.
    await openMore();
    await more.getByRole("link", { name: "About" }).click();
    await page.waitForURL("**/about");
    await page.goBack();
    await page.waitForURL("**/communities");
    await expect(more).toBeHidden();
    await openMore();
    await expect(more).toBeVisible();
  });

  test("leads to the page before once the sheet was closed by its button", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    await page.getByRole("button", { name: "More", exact: true }).click();
    const more = page.getByRole("dialog", { name: "More" });
    await more.getByRole("link", { name: "About" }).click();
    await page.waitForURL("**/about");
    await page.getByRole("button", { name: "Search" }).first().click();
    const search = page.getByRole("dialog", { name: "Search" });
    await expect(search).toBeVisible();
    await search.getByRole("button", { name: /Close|Cancel/ }).click();
    await expect(search).toBeHidden();
    await page.goBack();
    await page.waitForURL("**/communities");
  });

  test("closes a sheet that was open when the page was loaded again", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const more = page.getByRole("dialog", { name: "More" });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.reload();
    await expect(more).toBeHidden();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(more).toBeHidden();
    await expect(page).toHaveURL(/\/communities$/);
  });
});

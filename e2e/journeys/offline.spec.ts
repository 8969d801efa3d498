import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { signOut } from "../support/actions.ts";
import { startKillable } from "../support/killable-browser.ts";
import {
  addSession,
  offlineMember,
  openForOffline,
  pictureCaches,
  postsOnServer,
  queueLength,
  storedKeys,
  writeOffline,
} from "../support/offline.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { origin, type Site } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** Each site has a worker of its own: reading and writing without a connection. */

const test = withOwnInstance("offline");
test.use({
  serviceWorkers: "allow",
  // Requests without a connection, and the probe whether the server is back.
  provoked: [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED/, /Failed to fetch/, /\/api\//],
});

const sites: readonly Site[] = ["main", "ashcombe"];
const threePosts = () =>
  ["first", "second", "third"].map((place) => `The ${place} one, ${randomUUID().slice(0, 8)}.`);

for (const site of sites) {
  test(
    `${site}: a thread is readable while the server is stopped, and three posts are sent once`,
    { tag: site === "main" ? [] : ["@only-desktop"] },
    async ({ visit, hall }) => {
      const member = await offlineMember("third", site);
      const page = await visit(null, site, "/about");
      await addSession(page.context(), member);
      await openForOffline(page, member);
      const words = threePosts();
      await hall.stopDuring(async () => {
        await page.reload();
        await expect(page.getByText("You are offline.")).toBeVisible();
        await expect(page.getByText(/Showing data from \d/)).toBeVisible();
        await expect(page.getByText(/Loaded at \d/).first()).toBeVisible();
        await expect(page.getByRole("article").first()).toBeVisible();
        for (const text of words) {
          // oxlint-disable-next-line no-await-in-loop -- in this order
          await writeOffline(page, text);
        }
      });
      await expect.poll(() => queueLength(page), { timeout: 30_000 }).toBe(0);
      await expect(page.getByText("You are offline.")).toBeHidden();
      expect(await postsOnServer(member, words)).toEqual(words);
      for (const text of words) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(page.getByRole("article").filter({ hasText: text })).toHaveCount(1);
      }
    },
  );

  test(
    `${site}: posts survive the end of the browser and are sent once`,
    { tag: "@only-desktop" },
    async ({ hall }) => {
      const member = await offlineMember("fourth", site);
      const profile = join(hall.folder, `profile-${site}`);
      const first = await startKillable(profile);
      await addSession(first.context, member);
      const page = await first.context.newPage();
      await openForOffline(page, member);
      await first.context.setOffline(true);
      await expect(page.getByText("You are offline.")).toBeVisible();
      const words = threePosts();
      for (const text of words) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await writeOffline(page, text);
      }
      await expect.poll(() => queueLength(page)).toBe(3);
      await first.kill();

      const second = await startKillable(profile);
      await addSession(second.context, member);
      const again = await second.context.newPage();
      await again.goto(`${origin(site)}${member.threadPath}`);
      await expect.poll(() => postsOnServer(member, words), { timeout: 30_000 }).toEqual(words);
      await expect.poll(() => queueLength(again)).toBe(0);
      for (const text of words) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(again.getByRole("article").filter({ hasText: text })).toHaveCount(1);
      }
      await second.kill();
    },
  );
}

test(
  "signing out deletes everything that was stored, and another account sees nothing",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const member = await offlineMember("third", "main");
    const page = await visit(null, "main", "/about");
    await addSession(page.context(), member);
    await openForOffline(page, member);
    await page.context().setOffline(true);
    const [words = ""] = threePosts();
    await writeOffline(page, words);

    // Another account signs in on this browser before the post was sent.
    const other = await offlineMember("fourth", "main");
    await addSession(page.context(), other);
    await page.context().setOffline(false);
    await page.goto(`${origin("main")}${member.threadPath}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await expect.poll(() => storedKeys(page), { timeout: 15_000 }).toContain("posts");
    expect(await postsOnServer(member, [words])).toEqual([]);
    // It still waits for its author.
    expect(await queueLength(page)).toBe(1);

    await signOut(page);
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await expect.poll(() => pictureCaches(page)).toEqual([]);
  },
);

test(
  "signing out deletes unsent posts of the person",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const member = await offlineMember("third", "main");
    const page = await visit(null, "main", "/about");
    await addSession(page.context(), member);
    await openForOffline(page, member);
    await page.route("**/posts", (route) => route.fulfill({ status: 503, body: "" }));
    await page.context().setOffline(true);
    const [words = ""] = threePosts();
    await writeOffline(page, words);
    await page.context().setOffline(false);
    await expect.poll(() => queueLength(page)).toBe(1);
    await signOut(page);
    await expect.poll(() => queueLength(page)).toBe(0);
    expect(await postsOnServer(member, [words])).toEqual([]);
  },
);

test(
  "the worker of one site is unknown to the other",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const member = await offlineMember("third", "main");
    const page = await visit(null, "main", "/about");
    await addSession(page.context(), member);
    await openForOffline(page, member);

    const portal = await page.context().newPage();
    await portal.goto(`${origin("ashcombe")}/about`);
    await expect
      .poll(() => portal.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
      .toBe(`${origin("ashcombe")}/sw.js`);
    expect(await storedKeys(portal)).toEqual([]);
    // A reset of the portal's browser data leaves the main site readable.
    await portal.evaluate(async () => {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
      const workers = await navigator.serviceWorker.getRegistrations();
      await Promise.all(workers.map((worker) => worker.unregister()));
    });
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText("You are offline.")).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  },
);

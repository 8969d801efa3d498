import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { call, text } from "../support/http.ts";
import {
  addSession,
  expectControlled,
  offlineMember,
  openForOffline,
  postsOnServer,
  queueLength,
  writeOffline,
} from "../support/offline.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { origin, type Site } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** Posts and messages that wait for a connection are edited or discarded before they are sent. */

const test = withOwnInstance("queued-posts");
test.use({
  serviceWorkers: "allow",
  // Requests without a connection, and the probe whether the server is back.
  provoked: [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|\/api\//],
});

const sites: readonly Site[] = ["main", "ashcombe"];
const words = (what: string) => `${what}, ${randomUUID().slice(0, 8)}.`;
const row = (page: Page, post: string) => page.getByRole("article").filter({ hasText: post });
const composer = (page: Page) => page.getByRole("textbox", { name: "Write a post" });

for (const site of sites) {
  test(
    `${site}: a waiting post is edited, another one discarded, and only the edited text is sent`,
    { tag: site === "main" ? [] : ["@only-desktop"] },
    async ({ visit }) => {
      const member = await offlineMember("third", site);
      const page = await visit(null, site, "/about");
      await addSession(page.context(), member);
      await openForOffline(page, member);
      await page.context().setOffline(true);
      await expect(page.getByText("You are offline.")).toBeVisible();
      const [first, second, third] = [words("First"), words("Second"), words("Third")];
      for (const post of [first, second, third]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await writeOffline(page, post);
      }

      // They wait in the next page, too.
      await page.reload();
      await expect(row(page, third)).toContainText("Waiting for a connection");
      await expectAccessible(page);

      await row(page, first).getByRole("button", { name: "Edit" }).click();
      await expect(row(page, first)).toHaveCount(0);
      await expect(composer(page)).toHaveValue(first);
      await expect(composer(page)).toBeFocused();
      const edited = words("Edited");
      await writeOffline(page, edited);

      const discard = row(page, second).getByRole("button", { name: "Discard" });
      if ((page.viewportSize()?.width ?? 0) >= 768) {
        await discard.press("Escape");
        await expect(row(page, second)).toHaveCount(1);
      }
      await discard.click();
      await expect(page.getByText("Post discarded")).toBeVisible();
      await expect(row(page, second)).toHaveCount(0);
      await expect.poll(() => queueLength(page)).toBe(2);

      await page.context().setOffline(false);
      await expect.poll(() => queueLength(page), { timeout: 30_000 }).toBe(0);
      expect(await postsOnServer(member, [first, second, third, edited])).toEqual([third, edited]);
      await expect(row(page, edited)).toHaveCount(1);
      await expect(row(page, edited).getByRole("button", { name: "Discard" })).toHaveCount(0);
    },
  );
}

test(
  "a discarded message is brought back, edited and sent",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const [writer, other] = [
      await offlineMember("third", "main"),
      await offlineMember("fourth", "main"),
    ];
    const reader = await call("main", "/api/me", { cookies: other.cookies });
    const made = await call("main", "/api/conversations", {
      method: "POST",
      cookies: writer.cookies,
      body: { participantIds: [text(reader.body, "id")] },
    });
    const path = `/messages/${text(made.body, "id")}`;
    const page = await visit(null, "main", "/about");
    await addSession(page.context(), writer);
    await page.goto(`${origin("main")}${path}`);
    const box = page.getByRole("textbox", { name: /^Message to/ });
    await expect(box).toBeVisible();
    await expectControlled(page);
    await page.context().setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    const typed = words("At six");
    await box.fill(typed);
    await box.press("Enter");
    const waiting = page.getByRole("group", { name: "You wrote" }).filter({ hasText: typed });
    await expect(waiting).toContainText("Waiting for a connection");
    await waiting.getByRole("button", { name: "Discard" }).click();
    await expect(waiting).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(box).toHaveValue(typed);
    const edited = words("At seven");
    await box.fill(edited);
    await box.press("Enter");
    await expect(
      page.getByRole("group", { name: "You wrote" }).filter({ hasText: edited }),
    ).toBeVisible();
    await page.context().setOffline(false);
    const feed = page.getByRole("feed", { name: "Messages" });
    await expect.poll(() => queueLength(page), { timeout: 30_000 }).toBe(0);
    await expect(feed.getByRole("article").filter({ hasText: edited })).toHaveCount(1);
    await expect(feed.getByText(typed)).toHaveCount(0);
  },
);

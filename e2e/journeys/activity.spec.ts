import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { accounts, type Account, type Site } from "../support/sites.ts";
import { call, text } from "../support/http.ts";
import { communitiesOf, sharedThread } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

/** Notifications arrive live, are read, cleared and restored, in both builds. */

// Clearing affects the whole account, so each site has its own reader and one size.
const sites: readonly [Site, Account, string][] = [
  ["main", "fourth", "@only-desktop"],
  ["ashcombe", "third", "@only-phone"],
];

/**
 * Sends an announcement to a community of all these accounts; returns a function that deletes it.
 */
async function announce(site: Site, words: string) {
  const cookies = session("affadmin", site);
  const community = (await communitiesOf("affadmin", site)).find(
    ({ name }) => name === "Mentoring 2026",
  );
  const path = `/api/communities/${community?.id ?? ""}/announcements`;
  const body = { content: words };
  const answer = await call(site, path, { method: "POST", cookies, body });
  expect(answer.status).toBe(201);
  const id = text(answer.body, "id");
  return () => call(site, `${path}/${id}`, { method: "DELETE", cookies });
}

const item = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(words) });

for (const [site, reader, tag] of sites) {
  test(
    `a notification arrives, is read, cleared and restored on ${site}`,
    { tag },
    async ({ visit }) => {
      const page = await visit(reader, site, "/activity");
      for (const name of ["All", "Communities", "Admin", "System"]) {
        await expect(page.getByRole("tab", { name: new RegExp(`^${name}`) })).toBeVisible();
      }
      await expectAccessible(page);

      // The notification arrives live.
      const words = `Pairs meet in the old library ${randomUUID().slice(0, 8)}`;
      const takeBack = await announce(site, words);
      await expect(item(page, words)).toBeVisible();
      await expect(item(page, words).getByText("just now")).toBeVisible();
      await page.getByRole("tab", { name: /^Admin/ }).click();
      await expect(item(page, words)).toBeHidden();
      await page.getByRole("tab", { name: /^Communities/ }).click();
      await item(page, words)
        .getByRole("button", { name: /^Mark Read/ })
        .click();
      await expect(item(page, words).getByRole("button", { name: /^Mark Read/ })).toBeHidden();
      await page.reload();
      await expect(item(page, words)).toBeVisible();
      await expect(item(page, words).getByRole("button", { name: /^Mark Read/ })).toBeHidden();

      // The notification leads to the announcement's community.
      await item(page, words).getByRole("link").click();
      await expect(page).toHaveURL(/\/communities\/[0-9a-f]{32}$/);
      await page.goBack();

      await page.getByRole("button", { name: "Clear All" }).click();
      await expect(
        page.getByText("Activity cleared - all notifications marked as read"),
      ).toBeVisible();
      await expect(page.getByRole("heading", { name: "You are up to date" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Restore" }).click();
      await expect(page.getByText("Activity restored")).toBeVisible();
      await expect(item(page, words)).toBeVisible();
      await expectAccessible(page);
      await takeBack();
    },
  );
}

test(
  "a reply shows its text, vanishes with it, and moves to the earlier ones when it is read",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const { path } = await sharedThread("fifth", "sixth");
    const posts = `/api${path}/posts`;
    const write = async (who: Account, content: string, parentPostId?: string) => {
      const body = parentPostId === undefined ? { content } : { content, parentPostId };
      const sent = await call("main", posts, {
        method: "POST",
        cookies: session(who, "main"),
        body,
      });
      expect(sent.status).toBe(201);
      return text(sent.body, "id");
    };
    const mark = randomUUID().slice(0, 8);
    const own = await write("fifth", `Who has the key to the hall? ${mark}`);
    const page = await visit("fifth", "main", "/activity?category=communities");
    const section = (name: string) => page.getByRole("region", { name, exact: true });
    const [kept, deleted] = [`Amina has it, ${mark}`, `Nobody has it, ${mark}`];
    await write("sixth", kept, own);
    const gone = await write("sixth", deleted, own);
    await expect(item(page, kept)).toBeVisible();
    await expect(item(page, deleted)).toBeVisible();
    await expectAccessible(page);

    const cookies = session("sixth", "main");
    await call("main", `/api/posts/${gone}`, { method: "DELETE", cookies });
    await expect(item(page, deleted)).toBeHidden();

    const unread = section("New").getByRole("listitem").filter({ hasText: kept });
    await unread.getByRole("button", { name: /^Mark Read/ }).click();
    await expect(unread).toBeHidden();
    await expect(section("Earlier").getByText(kept)).toBeVisible();
  },
);

test("a group of posts opens its community", { tag: "@only-phone" }, async ({ visit }) => {
  const [community] = await communitiesOf("sixth", "main");
  const group = {
    id: "0199c5c8a1d07000800000000000aaaa",
    type: "community_post",
    category: "communities",
    title: `12 new posts in ${community?.name ?? ""}`,
    content: "",
    excerpt: "How did you handle de-tensioning next to the live footway?",
    count: 12,
    created: new Date().toISOString(),
    read: false,
    priority: "low",
    authorName: null,
    author: null,
    communityId: community?.id,
    communityName: community?.name,
    isPinned: false,
    actionRequired: false,
    requestId: null,
    actionUrl: `/communities/${community?.id ?? ""}`,
    metadata: {
      itemCount: 1,
      hasAnnouncements: false,
      hasEvents: false,
      hasThreads: false,
      hasPosts: true,
    },
  };
  const page = await visit("sixth", "main", "/activity", (opened) =>
    opened.route("**/api/activity?*state=unread*", async (route) => {
      const answer: object = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, items: [group], nextCursor: null } });
    }),
  );
  await expect(item(page, group.excerpt)).toBeVisible();
  await expectAccessible(page);
  // The group exists on this page only, so it cannot be marked as read.
  await page.route("**/api/activity/*/read", (route) => route.fulfill({ json: group }));
  await page.getByRole("link", { name: group.title }).click();
  await expect(page).toHaveURL(new RegExp(`/communities/${community?.id ?? ""}$`));
});

test.describe("without a session", { tag: "@only-phone" }, () => {
  // Requests that the page sends before it notices the end of the session.
  test.use({ provoked: [/status of 401/] });

  test("a lost session shows the sign-in link in place", async ({ visit }) => {
    const page = await visit("second", "main", "/activity");
    await expect(page.getByRole("tab", { name: /^All/ })).toBeVisible();
    await page.context().clearCookies();
    await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
    await expect(page).toHaveURL(/\/activity$/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Login" }).click();
    await signIn(page, accounts.second);
    await expect(page).toHaveURL(/\/activity$/);
    await expect(page.getByRole("tab", { name: /^All/ })).toBeVisible();
  });
});

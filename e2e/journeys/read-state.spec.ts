import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { call, text } from "../support/http.ts";
import { communitiesOf } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import type { Account, Site } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/** What a member has read is the same on all their devices, in both builds. */

const MENTORING = "Mentoring 2026";

// Each account may write five posts a minute in all tests of an instance.
const test = withOwnInstance("server-for-the-read-state", {
  sessions: [
    ["member", "main"],
    ["second", "main"],
    ["third", "ashcombe"],
    ["fourth", "main"],
    ["sixth", "ashcombe"],
    ["affadmin", "main"],
    ["affadmin", "ashcombe"],
  ],
});

/** Each site is tested at one size with members of its own, since their marks would meet. */
const sites: readonly [Site, string, string, Readers][] = [
  [
    "main",
    "@only-desktop",
    "Merrow Bridge Team",
    { reader: "member", writer: "second", admin: "second" },
  ],
  ["ashcombe", "@only-phone", MENTORING, { reader: "third", writer: "sixth", admin: "affadmin" }],
];

interface Readers {
  reader: Account;
  writer: Account;
  /** An admin of the community, since members may not start threads. */
  admin: Account;
}

interface OwnThread {
  community: string;
  id: string;
  caption: string;
}

/** A new thread of this community with a post that this member has read. Other tests write to older threads. */
async function ownThread(
  site: Site,
  name: string,
  { reader, writer, admin }: Readers,
): Promise<OwnThread> {
  const community = (await communitiesOf(reader, site)).find((one) => one.name === name)?.id ?? "";
  const caption = `What is new, ${randomUUID().slice(0, 8)}`;
  const created = await call(site, `/api/communities/${community}/threads`, {
    method: "POST",
    body: { caption },
    cookies: session(admin, site),
  });
  expect(created.status).toBe(201);
  const id = text(created.body, "id");
  await write(writer, site, { community, id, caption });
  const path = `/api/communities/${community}/threads/${id}/read`;
  const marked = await call(site, path, {
    method: "PUT",
    body: {},
    cookies: session(reader, site),
  });
  expect(marked.status).toBe(200);
  return { community, id, caption };
}

async function write(writer: Account, site: Site, thread: OwnThread): Promise<void> {
  const path = `/api/communities/${thread.community}/threads/${thread.id}/posts`;
  const content = `To be read, ${randomUUID().slice(0, 8)}.`;
  const answer = await call(site, path, {
    method: "POST",
    body: { content },
    cookies: session(writer, site),
  });
  expect(answer.status).toBe(201);
}

const rowOf = (page: Page, { caption }: OwnThread) =>
  page.getByRole("list", { name: "Threads" }).getByRole("link").filter({ hasText: caption });

/** The server's answer to the next read mark of a thread. */
const nextMark = (page: Page, { id }: OwnThread) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith(`/threads/${id}/read`) && response.request().method() === "PUT",
  );

const HAS_NEW = /\d+ new/;
/** Devices agree within a second; the machine of the tests is shared. */
const AGREED = { timeout: 3000 };

for (const [site, tag, name, readers] of sites) {
  const { reader, writer } = readers;
  test(`two devices agree on what was read on ${site}`, { tag }, async ({ visit }) => {
    const thread = await ownThread(site, name, readers);
    await write(writer, site, thread);
    await write(writer, site, thread);
    const list = `/communities/${thread.community}?sort=activity`;
    const device = await visit(reader, site, list);
    const other = await visit(reader, site, list);

    await test.step("opening the community reads nothing", async () => {
      await expect(rowOf(device, thread)).toContainText("2 new");
      await device.reload();
      await expect(rowOf(device, thread)).toContainText("2 new");
      await expect(rowOf(other, thread)).toContainText("2 new");
    });

    await test.step("a thread that was seen to its end is read everywhere", async () => {
      const marked = nextMark(device, thread);
      await rowOf(device, thread).click();
      await expect(device.getByRole("feed", { name: "Posts" }).getByText("2 new")).toBeVisible();
      await marked;
      await expect(rowOf(other, thread)).not.toContainText(HAS_NEW, AGREED);
    });

    await test.step("unread from a post on, until it is opened again", async () => {
      const last = device.getByRole("article").last();
      await last.getByRole("button", { name: /^Actions for/ }).click();
      await device.getByRole("menuitem", { name: "Mark unread from here" }).click();
      await expect(rowOf(other, thread)).toContainText("1 new", AGREED);
      await device.goto(new URL(list, device.url()).href);
      await expect(rowOf(device, thread)).toContainText("1 new");
      await expect(rowOf(other, thread)).toContainText("1 new");
      const marked = nextMark(device, thread);
      await rowOf(device, thread).click();
      await marked;
      await expect(rowOf(other, thread)).not.toContainText(HAS_NEW, AGREED);
    });

    await test.step("a post that arrives while its thread is read", async () => {
      const marked = nextMark(device, thread);
      await write(writer, site, thread);
      await marked;
      await other.reload();
      await expect(rowOf(other, thread)).toBeVisible();
      await expect(rowOf(other, thread)).not.toContainText(HAS_NEW);
    });
  });
}

test(
  "the home screen leads to what is new, and all of it can be marked as read",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const thread = await ownThread("main", MENTORING, {
      reader: "fourth",
      writer: "affadmin",
      admin: "affadmin",
    });
    await write("affadmin", "main", thread);
    const page = await visit("fourth", "main", "/");
    await page.waitForURL("**/home");
    await expectAccessible(page);
    const fresh = page.getByRole("region", { name: "New in your communities" });
    await fresh.getByRole("link", { name: new RegExp(`new in ${MENTORING}$`) }).click();
    await page.waitForURL(`**/communities/${thread.community}/threads/*`);

    await page.goto(new URL(`/communities/${thread.community}`, page.url()).href);
    await write("affadmin", "main", thread);
    await page.getByRole("button", { name: /^Threads shown/ }).click();
    await page.getByRole("menuitemradio", { name: "Unread" }).click();
    await expect(page).toHaveURL(/\?sort=unread$/);
    await expect(rowOf(page, thread)).toContainText(HAS_NEW);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Community menu" }).click();
    await page.getByRole("menuitem", { name: "Mark all as read" }).click();
    await expect(page.getByText("You're all caught up")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("You're all caught up")).toBeVisible();
  },
);

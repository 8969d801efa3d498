import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { call, items, text } from "../support/http.ts";
import { communitiesOf, postMessage } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import type { Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Threads are managed by an admin in both builds; members see it live, follow and mute. */

// The old address of a moved thread is answered with 404 before its new one is found.
test.use({ provoked: [/status of 404 .*\/threads\//] });

// The sites share their communities, and the number of threads created per minute is limited: each
// site is tested at one size, in a community of its own.
const sites: readonly [Site, string, string, string][] = [
  ["main", "@only-desktop", "Governors & Council", "Hardship Fund"],
  ["ashcombe", "@only-phone", "Hardship Fund", "Governors & Council"],
];

for (const [site, tag, home, elsewhere] of sites) {
  test(`a thread is renamed, closed, moved and removed on ${site}`, { tag }, async ({ visit }) => {
    const place = await communityCalled(home, site);
    const target = await communityCalled(elsewhere, site);
    const mark = randomUUID().slice(0, 8);
    const path = await createThread(place, site, `Lock gates ${mark}`);
    const admin = await visit("affadmin", site, path);
    await postMessage(admin, `First words ${mark}`);
    await expect(admin.getByRole("article")).toHaveCount(1);
    const reader = await visit("sixth", site, path);
    const composer = reader.getByRole("textbox", { name: "Write a post" });
    await composer.fill("Half a thought");

    await choose(admin, "Rename…");
    const rename = admin.getByRole("dialog", { name: "Rename thread" });
    await expectAccessible(admin);
    await rename.getByLabel("Caption").fill(`Sluices ${mark}`);
    await rename.getByRole("button", { name: "Rename" }).click();
    await expect(admin.getByText("Thread renamed")).toBeVisible();
    await expect(reader.getByRole("heading", { name: `Sluices ${mark}` })).toBeVisible();

    await choose(admin, "Close…");
    const close = admin.getByRole("dialog", { name: "Close this thread?" });
    await close.getByLabel("Reason").fill("Settled at the meeting.");
    await close.getByRole("button", { name: "Close thread" }).click();
    await expect(reader.getByText("This thread is closed")).toBeVisible();
    await expect(reader.getByText(/^Closed by Beatriz Nunes/)).toBeVisible();
    await expect(reader.getByText("Settled at the meeting.")).toBeVisible();
    await expect(composer).toHaveCount(0);
    await expectAccessible(reader);
    await admin.getByRole("button", { name: "Reopen" }).click();
    await expect(admin.getByText("Thread reopened")).toBeVisible();
    await expect(composer).toHaveValue("Half a thought");

    await choose(admin, "Move…");
    const move = admin.getByRole("dialog", { name: "Move this thread?" });
    await move.getByRole("radio", { name: elsewhere }).check();
    await expectAccessible(admin);
    await move.getByRole("button", { name: "Move" }).click();
    const moved = new RegExp(`/communities/${target}/threads/`);
    await expect(admin).toHaveURL(moved);
    await expect(reader).toHaveURL(moved);
    await expect(reader.getByRole("heading", { name: `Sluices ${mark}` })).toBeVisible();
    await reader.goto(new URL(path, reader.url()).href);
    await expect(reader).toHaveURL(moved);

    await choose(admin, "Remove…");
    const removal = admin.getByRole("dialog", { name: "Remove this thread?" });
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(removal.getByText("Input is required")).toBeVisible();
    await removal.getByLabel("Reason").fill("It was an example.");
    await removal.getByRole("button", { name: "Remove" }).click();
    for (const page of [admin, reader]) {
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await expect(page).toHaveURL(new RegExp(`/communities/${target}$`));
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await expect(page.getByRole("link", { name: new RegExp(`Sluices ${mark}`) })).toHaveCount(0);
    }
  });

  test(`threads are pinned and arranged on ${site}`, { tag }, async ({ visit }) => {
    const place = await communityCalled(home, site);
    const [first, second] = await threadsIn(place, site);
    if (first === undefined || second === undefined) throw new Error("too few threads");
    const reader = await visit("sixth", site, `/communities/${place}`);
    const rows = reader.getByRole("list", { name: "Threads" }).getByRole("link");
    await expect(rows.first()).toBeVisible();
    const admin = await visit("affadmin", site, first.path);
    await choose(admin, "Pin");
    await expect(admin.getByText("Thread pinned")).toBeVisible();
    await expect(rows.first()).toContainText(first.caption);
    await expect(rows.first()).toContainText("Pinned");
    await admin.goto(new URL(second.path, admin.url()).href);
    await choose(admin, "Pin");
    await expect(rows.nth(1)).toContainText("Pinned");
    await expect(rows.nth(1)).toContainText(second.caption);
    await expectAccessible(reader);

    await choose(admin, "Arrange pinned threads…");
    const dialog = admin.getByRole("dialog", { name: "Arrange pinned threads" });
    const up = dialog.getByRole("button", { name: `Move up: ${second.caption}` });
    await expect(up).toBeVisible();
    await expectAccessible(admin);
    await up.press("ArrowUp");
    await expect(up).toBeFocused();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByText("Pinned threads arranged")).toBeVisible();
    await expect(rows.first()).toContainText(second.caption);

    await choose(admin, "Unpin");
    await expect(admin.getByText("Thread unpinned")).toBeVisible();
    await admin.goto(new URL(first.path, admin.url()).href);
    await choose(admin, "Unpin");
    await expect(rows.first()).not.toContainText("Pinned");
  });

  test(`a thread is followed and muted on ${site}`, { tag }, async ({ visit }) => {
    const place = await communityCalled(home, site);
    const [thread] = await threadsIn(place, site);
    if (thread === undefined) throw new Error("no thread");
    const page = await visit("sixth", site, thread.path);
    await subscribe(page, "Follow");
    await expect(page.getByText("You follow this thread", { exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Thread menu" }).click();
    await expect(page.getByRole("menuitemradio", { name: /^Follow/ })).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await subscribe(page, "Mute");
    await expect(page.getByText("Thread muted")).toBeVisible();
    await page.goto(new URL(`/communities/${place}`, page.url()).href);
    const row = page.getByRole("link", { name: new RegExp(literal(thread.caption)) });
    await expect(row).toContainText("Muted");
    await row.click();
    await subscribe(page, "Normal");
    await expect(page.getByText("Notifications changed")).toBeVisible();
  });
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Thread menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function subscribe(page: Page, level: string): Promise<void> {
  await page.getByRole("button", { name: "Thread menu" }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${level}`) }).click();
}

async function communityCalled(name: string, site: Site): Promise<string> {
  const found = (await communitiesOf("affadmin", site)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found.id;
}

/** Creates a thread as the admin. */
async function createThread(community: string, site: Site, caption: string): Promise<string> {
  const answer = await call(site, `/api/communities/${community}/threads`, {
    method: "POST",
    cookies: session("affadmin", site),
    body: { caption },
  });
  return `/communities/${community}/threads/${text(answer.body, "id")}`;
}

/** The threads of the demo network, oldest first, to skip those of other tests. */
async function threadsIn(community: string, site: Site) {
  const answer = await call(site, `/api/communities/${community}/threads`, {
    cookies: session("sixth", site),
  });
  return items(answer.body)
    .toSorted((a, b) => text(a, "created").localeCompare(text(b, "created")))
    .map((thread) => ({
      caption: text(thread, "caption"),
      path: `/communities/${community}/threads/${text(thread, "id")}`,
    }));
}

function literal(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

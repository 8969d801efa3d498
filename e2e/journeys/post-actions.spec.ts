import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import type { Site } from "../support/sites.ts";
import { communitiesOf, firstThread, postMessage } from "../support/screens.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/** Actions on a post in both builds; other members see them live. */

// Posts of other tests would move the one whose menu is opened.
const test = withOwnInstance("server-for-post-actions", {
  sessions: [
    ["member", "main"],
    ["second", "main"],
    ["third", "main"],
    ["affadmin", "main"],
    ["staff", "main"],
    ["member", "ashcombe"],
    ["second", "ashcombe"],
    ["third", "ashcombe"],
    ["affadmin", "ashcombe"],
  ],
});

const sites: readonly [Site, string][] = [
  ["main", "@only-phone"],
  ["ashcombe", "@only-desktop"],
];

for (const [site, tag] of sites) {
  test(`a post is edited and deleted by its author on ${site}`, { tag }, async ({ visit }) => {
    const { path } = await threadFixture(site);
    const reader = await visit("second", site, path);
    await expect(reader.getByRole("article").first()).toBeVisible();
    const author = await visit("third", site, path);
    const words = `Cranes, ${randomUUID().slice(0, 8)}`;
    await postMessage(author, words);
    await expect(of(reader, words)).toBeVisible();

    await choose(author, words, "Edit");
    const box = author.getByRole("textbox", { name: "Edit your post" });
    await expect(box).toBeFocused();
    await expectAccessible(author);
    await box.fill(`${words}, and **derricks**`);
    await author.getByRole("button", { name: "Save" }).click();
    await expect(of(author, words).getByText("edited")).toBeVisible();
    await expect(of(reader, words).getByText("derricks")).toBeVisible();
    await expect(of(reader, words).getByText("edited")).toBeVisible();

    await choose(author, words, "Delete");
    const requested = author.getByRole("dialog", { name: "Delete this post?" });
    await requested.getByRole("button", { name: "Delete" }).click();
    await expect(author.getByText("Post deleted")).toBeVisible();
    await expect(of(author, words)).toHaveCount(0);
    await expect(of(reader, words)).toHaveCount(0);
  });

  test(`a post is reported and removed on ${site}`, { tag }, async ({ visit }) => {
    const { community, path } = await threadFixture(site);
    const author = await visit("third", site, path);
    const mark = randomUUID().slice(0, 8);
    const words = `Derricks for sale, ${mark}`;
    const reason = `This is no market, ${mark}.`;
    await postMessage(author, words);
    const admin = await visit("affadmin", site, `/communities/${community}/manage/reports`);
    await expect(admin.getByRole("heading", { name: "Mentoring 2026" })).toBeVisible();

    const reader = await visit("second", site, path);
    await choose(reader, words, "Report");
    const report = reader.getByRole("dialog", { name: "Report this post?" });
    await expectAccessible(reader);
    await report.getByRole("button", { name: "Report" }).click();
    await expect(report.getByText("Input is required")).toBeVisible();
    await report.getByLabel("Reason").fill(reason);
    await report.getByRole("button", { name: "Report" }).click();
    await expect(reader.getByText("Report sent")).toBeVisible();

    const row = admin.getByRole("listitem").filter({ hasText: reason });
    await expect(row.getByText(words)).toBeVisible();
    await expectAccessible(admin);
    await row.getByRole("link", { name: /^Show post of / }).click();
    await choose(admin, words, "Remove");
    const removal = admin.getByRole("dialog", { name: "Remove this post?" });
    await removal.getByLabel("Reason").fill("No selling here, please.");
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(admin.getByText("This post has been removed")).toBeVisible();
    for (const screen of [admin, reader, author]) {
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await expect(of(screen, words)).toHaveCount(0);
    }

    await admin.goto(new URL(`/communities/${community}/manage/reports`, admin.url()).href);
    await admin.getByRole("button", { name: "Resolved" }).click();
    await expect(row.getByText(/Resolved by Beatriz Nunes/)).toBeVisible();
    await expect(row.getByText("It is gone.")).toBeVisible();
    await expectAccessible(admin);
  });
}

test("staff handle the reports of all communities", { tag: "@only-desktop" }, async ({ visit }) => {
  const { path } = await threadFixture("main");
  const author = await visit("second", "main", path);
  const words = `Hoists, ${randomUUID().slice(0, 8)}`;
  await postMessage(author, words);
  const staff = await visit("staff", "main", "/staff");
  await staff.getByRole("link", { name: "Reports" }).click();
  await expect(staff.getByRole("heading", { name: "Reports", exact: true })).toBeVisible();

  const reader = await visit("member", "main", path);
  await choose(reader, words, "Report");
  const report = reader.getByRole("dialog", { name: "Report this post?" });
  await report.getByLabel("Reason").fill("Seen it before.");
  await report.getByRole("button", { name: "Report" }).click();

  const row = staff.getByRole("listitem").filter({ hasText: words });
  await expect(row.getByRole("link", { name: "Mentoring 2026" })).toBeVisible();
  await expectAccessible(staff);
  await row.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(staff.getByText("Report dismissed")).toBeVisible();
  await expect(row).toHaveCount(0);
});

/** A community with an admin, an author and a reader, for both sites. */
async function threadFixture(site: Site) {
  const all = await communitiesOf("member", site);
  const community = all.find(({ name }) => name === "Mentoring 2026")?.id ?? "";
  const thread = await firstThread("member", site, community);
  if (thread === undefined) throw new Error("nothing is talked about there");
  return { community, path: thread.path };
}

function of(page: Page, words: string) {
  return page.getByRole("article").filter({ hasText: words });
}

async function choose(page: Page, words: string, item: string): Promise<void> {
  await of(page, words)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { sharedCommunity } from "../support/articles.ts";
import { origin, type Account, type Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** An Insight from draft to readers, in both builds. */

// A writer has one draft per community, so each site has its own writer and one size.
const sites: readonly [Site, Account, Account, string][] = [
  ["main", "member", "second", "@only-desktop"],
  ["ashcombe", "second", "member", "@only-phone"],
];

for (const [site, author, other, tag] of sites) {
  test(`an Insight is written, read and shared on ${site}`, { tag }, async ({ visit }) => {
    const community = await sharedCommunity([author, other], site, "closed");
    const name = `On piers ${randomUUID().slice(0, 8)}`;

    const writer = await visit(author, site, `/communities/${community}/insights`);
    await writer.getByRole("link", { name: "Write an Insight" }).first().click();
    await writer.getByLabel("Title").fill(name);
    await writer.getByLabel("Text", { exact: true }).fill("## Of stone\n\nThey **stand**.");
    await expect(writer.getByText(/^Draft saved at/)).toBeVisible();
    await expectAccessible(writer);

    await writer.reload();
    await expect(writer.getByLabel("Title")).toHaveValue(name);
    await preview(writer);
    await expect(writer.getByRole("heading", { name: "Of stone" })).toBeVisible();
    await expectAccessible(writer);
    await writer.getByLabel(/^Anyone with the link can read this/).check();
    await writer.getByRole("button", { name: "Publish" }).click();
    await expect(writer.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expectAccessible(writer);
    const place = new URL(writer.url()).pathname;

    const reader = await visit(other, site, `/communities/${community}/insights`);
    await reader.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(reader.getByRole("heading", { name: "Of stone" })).toBeVisible();
    await reader.getByRole("button", { name: "Insightful, 0" }).click();
    await expect(reader.getByRole("button", { name: "Insightful, 1" })).toBeVisible();
    await reader.getByLabel("Write a comment").fill("And how long?");
    await reader.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(comments(reader).getByText("And how long?")).toBeVisible();
    await expectAccessible(reader);

    // The writer receives the comment live.
    await expect(comments(writer).getByText("And how long?")).toBeVisible();
    await expect(writer.getByRole("button", { name: "Insightful, 1" })).toBeVisible();

    const visitor = await visit(null, site, place.replace("/articles/", "/shared/"));
    await expect(visitor.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(visitor.getByText("They stand.")).toBeVisible();
    await expectAccessible(visitor);

    await change(writer);
    await expect(reader.getByText("They stand still.")).toBeVisible();
    await remove(writer);
    await expect(reader.getByRole("heading", { name: "Article not found" })).toBeVisible();
    await expect(writer).toHaveURL(new RegExp(`/communities/${community}/insights$`));
  });
}

const comments = (page: Page) => page.getByRole("list", { name: "Comments" });

/** Side by side on a desktop, a tab on a phone. */
async function preview(page: Page): Promise<void> {
  const tab = page.getByRole("tab", { name: "Preview" });
  await expect(tab.or(page.getByRole("region", { name: "Preview" })).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
}

async function change(writer: Page): Promise<void> {
  await writer.getByRole("button", { name: "Article menu" }).click();
  await writer.getByRole("menuitem", { name: "Edit" }).click();
  await writer.getByLabel("Text", { exact: true }).fill("They stand still.");
  await writer.getByRole("button", { name: "Publish changes" }).click();
  await expect(writer.getByRole("article").getByText("They stand still.")).toBeVisible();
}

async function remove(writer: Page): Promise<void> {
  await writer.getByRole("button", { name: "Article menu" }).click();
  await writer.getByRole("menuitem", { name: "Delete" }).click();
  await writer.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
}

test.describe("an unknown Insight", () => {
  test.use({ provoked: [/status of 404 .*\/api\/articles\//] });

  test(
    "the phone's header shows the title of each Insight screen",
    { tag: "@only-phone" },
    async ({ visit }) => {
      const community = await sharedCommunity(["member", "second"], "main", "public");
      const page = await visit("member", "main", "/articles");
      const header = page.locator("header").filter({ visible: true });
      await expect(header.getByText("Insights", { exact: true })).toBeVisible();
      await page.goto(`${origin("main")}/articles/new?community=${community}`);
      await expect(header.getByText("New Article", { exact: true })).toBeVisible();
      await page.goto(`${origin("main")}/articles/edit/${"0".repeat(32)}`);
      await expect(header.getByText("Edit Article", { exact: true })).toBeVisible();
      await page.goto(`${origin("main")}/articles/${"0".repeat(32)}`);
      await expect(header.getByText("Article", { exact: true })).toBeVisible();
    },
  );
});

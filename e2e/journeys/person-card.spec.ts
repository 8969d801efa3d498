import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { call, items, text } from "../support/http.ts";
import { communitiesOf } from "../support/screens.ts";
import { session } from "../support/sessions.ts";
import type { Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** People: the card at their name, who liked a post, and the tabs of a profile. */

const sites: readonly Site[] = ["main", "ashcombe"];

for (const site of sites) {
  test(`a name opens the card of its person on ${site}`, async ({ visit }) => {
    const page = await visit("member", site, await threadPath(site));
    const author = authors(page).last();
    await expect(author).toBeVisible();
    const name = await author.innerText();

    await author.focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("dialog", { name });
    await expect(card.getByRole("button", { name: /^Follow/ })).toBeVisible();
    await expect(card.getByRole("button", { name: "Message" })).toBeVisible();
    await expect(card.getByRole("img", { name: /^Cord strength/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await expect(author).toBeFocused();

    await author.click();
    await card.getByRole("link", { name: "Profile" }).click();
    await page.waitForURL("**/profile/**");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(card).toBeHidden();
  });
}

test("the card of the viewer leads to their profile and its editor", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  await page.goto(new URL(await threadPath("main"), page.url()).href);
  // The demo's member takes part in this thread or, at least, in the list of members.
  await page.getByRole("button", { name: "Thread menu" }).click();
  await page.getByRole("menuitem", { name: /^Members of/ }).click();
  const members = page.getByRole("dialog", { name: "Members" });
  await members.getByLabel("Find by name").fill("Nadia");
  await members.getByRole("button", { name: "Nadia Rahman" }).click();
  const card = page.getByRole("dialog", { name: "Nadia Rahman" });
  await expect(card.getByRole("link", { name: "Edit profile" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Follow" })).toHaveCount(0);
  // The card closes first, then the dialog behind it.
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(members).toBeVisible();
});

test("the count of likes opens the list of who liked a post", async ({ visit }, info) => {
  // Both projects run at the same time, so each likes with an account of its own.
  const who = info.project.name === "desktop" ? "member" : "second";
  const page = await visit(who, "main", await threadPath("main"));
  const post = page.getByRole("article").last();
  const like = post.getByRole("button", { name: /^Like\b/ });
  await expect(like).toBeVisible();
  if ((await like.getAttribute("aria-pressed")) === "false") await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await post.getByRole("button", { name: /show who liked this$/ }).click();
  const list = page.getByRole("dialog", { name: "Who liked this" });
  await expect(list.getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("link").first().click();
  await page.waitForURL("**/profile/**");
});

test("a profile shows posts and Insights, and the network what is shared", async ({ visit }) => {
  const page = await visit("member", "main", "/profile/kboateng");
  await expect(page.getByRole("tab", { name: "Posts", selected: true })).toBeVisible();
  const posts = page.getByRole("list", { name: "Posts" });
  await expect(posts.getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Insights" }).click();
  await expect(page).toHaveURL(/tab=insights/);
  const insights = page.getByRole("list", { name: "Insights" });
  await expect(insights.or(page.getByText("No Insights that you can see."))).toBeVisible();
  await page.getByRole("tab", { name: "Communities" }).click();
  await expect(page.getByRole("list", { name: "Communities" })).toBeVisible();

  await page.goto(new URL("/network?q=boateng", page.url()).href);
  const row = page.getByRole("list", { name: "Members" }).getByRole("listitem").first();
  await expect(row.getByText(/in common$/)).toBeVisible();
});

/** The quietest thread that the demo's members share on both sites: other tests write elsewhere. */
async function threadPath(site: Site): Promise<string> {
  const all = await communitiesOf("member", site);
  const community = all.find(({ name }) => name === "Mentoring 2026")?.id ?? "";
  const answer = await call(site, `/api/communities/${community}/threads`, {
    cookies: session("member", site),
  });
  const thread = items(answer.body).findLast(({ numposts }) => Number(numposts) > 1);
  return `/communities/${community}/threads/${text(thread, "id")}`;
}

/** The names of other authors in the open thread. */
function authors(page: Page) {
  return page
    .getByRole("feed", { name: "Posts" })
    .locator('[data-slot="person-trigger"]')
    .filter({ hasNotText: /^You$/ });
}

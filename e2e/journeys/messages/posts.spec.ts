import { expectTextOnFailure, expectText } from "../../support/failures.ts";
import { managedCommunity, postMessage, sharedThread } from "../../support/screens.ts";
import { expect, test } from "../../support/test.ts";

/** Messages about posts and forbidden actions on them (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d/] });

test("a post and a reply that failed show the reason and keep their text", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const page = await visit("member", "main", path);
  const posts = "POST communities/*/threads/*/posts";
  await page.getByRole("textbox", { name: "Write a post" }).fill("x".repeat(301));
  await expectText(page, "Post exceeds maximum length of 300 characters");
  await expectTextOnFailure(page, posts, () => postMessage(page, "Not kept."), [
    [{ status: 500, detail: "Failed to create post" }, "Failed to create post"],
  ]);
  await expect(page.getByRole("textbox", { name: "Write a post" })).toHaveValue("Not kept.");
  const reply = async () => {
    await page.getByRole("article").last().getByRole("button", { name: "Reply" }).click();
    await page.getByRole("textbox", { name: "Write a reply" }).fill("Not kept either.");
    await page.getByRole("button", { name: "Post", exact: true }).click();
  };
  await expectTextOnFailure(page, posts, reply, [
    [{ status: 500, detail: "Failed to create reply" }, "Failed to create reply"],
  ]);
});

test("a failed like is reverted", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const page = await visit("member", "main", path);
  const like = page
    .getByRole("article")
    .last()
    .getByRole("button", { name: /^Like\b/ });
  const before = await like.getAttribute("aria-pressed");
  await expectTextOnFailure(page, "POST posts/*/like", () => like.click(), [
    [{ status: 500, detail: "Failed to like post" }, "Failed to like post"],
  ]);
  await expect(like).toHaveAttribute("aria-pressed", before ?? "");
});

test("an unknown thread and a forbidden admin area", async ({ visit }) => {
  const community = await managedCommunity("second", "main");
  const page = await visit("member", "main", `/communities/${community}/threads/${"0".repeat(32)}`);
  await expectText(page, "Failed to load thread posts");
  await page.goto(new URL(`/communities/${community}/manage/reports`, page.url()).href);
  await expectText(page, "Admin privileges required");
});

test("a failed thread shows the reason and keeps its title", async ({ visit }) => {
  const community = await managedCommunity("second", "main");
  const page = await visit("second", "main", `/communities/${community}`);
  await page.getByRole("button", { name: "New thread" }).click();
  const caption = page.getByRole("textbox", { name: "Caption" });
  await caption.fill("Not started");
  const create = () => page.getByRole("button", { name: "Create", exact: true }).click();
  await expectTextOnFailure(page, "POST communities/*/threads", create, [
    [{ status: 500, detail: "Failed to create thread" }, "Failed to create thread"],
    [{ status: 403, detail: "Only admins can create threads" }, "Only admins can create threads"],
  ]);
  await expect(caption).toHaveValue("Not started");
});

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { threadOf } from "../support/additions.ts";
import { postMessage } from "../support/screens.ts";
import type { Site } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/** Reactions to posts: two members see each other's at once. */

const sites: readonly Site[] = ["main", "ashcombe"];

// Other tests write with the same accounts, and each may write five posts a minute.
const test = withOwnInstance("server-for-reactions", {
  sessions: sites.flatMap((site) => [
    ["third", site],
    ["fourth", site],
  ]),
});

const postOf = (page: Page, words: string) => page.getByRole("article").filter({ hasText: words });
const chip = (page: Page, words: string, name: string) =>
  postOf(page, words).getByRole("button", { name, exact: true });

/** Presses a place with a finger for longer than a tap. */
async function longPress(page: Page, place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error("The place is not on the screen");
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await expect(page.getByRole("menu")).toBeVisible();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Opens the menu of reactions: with the button or, on a phone, with a long press. */
async function openMenu(page: Page, words: string, isPhone: boolean): Promise<void> {
  const post = postOf(page, words);
  if (isPhone) {
    const like = post.getByRole("button", { name: "Like", exact: true });
    await longPress(page, like);
    await expect(like).toHaveAttribute("aria-pressed", "false");
    return;
  }
  await post.getByRole("button", { name: /^React to/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

for (const site of sites) {
  test(
    `${site}: two members react to a post and see who did`,
    { tag: site === "main" ? [] : ["@only-phone"] },
    async ({ visit }, info) => {
      const isPhone = info.project.name === "phone";
      const path = await threadOf(site, "third", "fourth");
      const writer = await visit("third", site, path);
      await expect(writer.getByRole("article").first()).toBeVisible();
      const words = `Scaffold, ${randomUUID().slice(0, 8)}`;
      await postMessage(writer, words);
      // It has a menu when it is stored.
      await postOf(writer, words).getByRole("button", { name: "Actions for your post" }).waitFor();

      const reader = await visit("fourth", site, path);
      await expect(postOf(reader, words)).toBeVisible();
      await openMenu(reader, words, isPhone);
      await expectAccessible(reader);
      await reader.getByRole("menuitem", { name: "Thumbs up" }).click();
      await expect(chip(reader, words, "👍, 1 person")).toHaveAttribute("aria-pressed", "true");
      await expect(chip(writer, words, "👍, 1 person")).toHaveAttribute("aria-pressed", "false");

      await chip(writer, words, "👍, 1 person").click();
      await expect(chip(reader, words, "👍, 2 people")).toBeVisible();
      await expectAccessible(writer);
      await chip(writer, words, "Show who reacted").click();
      const dialog = writer.getByRole("dialog", { name: "Who reacted" });
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await expectAccessible(writer);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toBeHidden();

      await chip(reader, words, "👍, 2 people").click();
      await expect(chip(writer, words, "👍, 1 person")).toHaveAttribute("aria-pressed", "true");
      await chip(writer, words, "👍, 1 person").click();
      await expect(postOf(reader, words).getByRole("group", { name: "Reactions" })).toHaveCount(0);
    },
  );
}

test("a reaction with the keyboard", { tag: "@only-desktop" }, async ({ visit }) => {
  const path = await threadOf("main", "third", "fourth");
  const page = await visit("fourth", "main", path);
  const newest = page.getByRole("article").last();
  await newest.focus();
  await page.keyboard.press("+");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(newest.getByRole("button", { name: /^React to/ })).toBeFocused();
});

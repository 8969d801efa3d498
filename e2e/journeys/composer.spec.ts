import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { portrait } from "../support/pictures.ts";
import { postMessage, sharedThread } from "../support/screens.ts";
import type { Account } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Writing: formats, pastes, quotations, pictures without text, versions, and drafts. */

const boxOf = (page: Page) => page.getByRole("textbox", { name: "Write a post" });
const postOf = (page: Page, words: string) => page.getByRole("article").filter({ hasText: words });

/** Opens a thread with an empty composer. */
async function write(
  visit: (who: Account, site: "main", path: string) => Promise<Page>,
  who: Account,
) {
  const { path } = await sharedThread(who, who === "second" ? "member" : "second");
  const page = await visit(who, "main", path);
  await expect(page.getByRole("article").first()).toBeVisible();
  const box = boxOf(page);
  await box.fill("");
  return { page, box, path };
}

test("text is formatted with buttons, and undo takes the format back", async ({ visit }) => {
  const { page, box } = await write(visit, "member");
  await box.pressSequentially("two gauges");
  await box.selectText();
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  await toolbar.getByRole("button", { name: "Bold" }).click();
  await expect(box).toHaveValue("**two gauges**");
  await expect(box).toBeFocused();
  await page.evaluate(() => document.execCommand("undo"));
  await expect(box).toHaveValue("two gauges");
  await box.selectText();
  await toolbar.getByRole("button", { name: "Quote" }).click();
  await expect(box).toHaveValue("> two gauges");
  await expectAccessible(page);
  await box.fill("");
});

test("a list continues until an empty item, and Tab leaves the text", async ({ visit }) => {
  const { page, box } = await write(visit, "member");
  await box.pressSequentially("- gloves");
  await box.press("Enter");
  await box.pressSequentially("a lamp");
  await box.press("Enter");
  await box.press("Enter");
  await box.pressSequentially("That is all.");
  await expect(box).toHaveValue("- gloves\n- a lamp\nThat is all.");
  await box.press("Tab");
  await expect(box).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(box).toBeFocused();
  await box.fill("");
});

test(
  "keys format the text, also the one that opens the search elsewhere",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const { page, box } = await write(visit, "member");
    await box.pressSequentially("here");
    await box.selectText();
    await box.press("ControlOrMeta+k");
    await expect(box).toHaveValue("[here](https://)");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await box.press("ControlOrMeta+z");
    await box.selectText();
    await box.press("ControlOrMeta+e");
    await expect(box).toHaveValue("`here`");
    await box.fill("");
  },
);

test("a pasted megabyte is cut at the limit, which can be undone", async ({ visit }) => {
  const { page, box } = await write(visit, "member");
  await box.pressSequentially("Look: ");
  await box.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "word ".repeat(200_000));
    const init = { clipboardData, bubbles: true, cancelable: true };
    area.dispatchEvent(new ClipboardEvent("paste", init));
  });
  await expect(page.getByText("The text was cut at 300 characters.")).toBeVisible();
  expect(await box.inputValue()).toHaveLength(300);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(box).toHaveValue("Look: ");
  await expect(page.getByText("The text was cut at 300 characters.")).toBeHidden();
  await box.fill("");
});

test("a selected part of a post is quoted with its source", async ({ visit }) => {
  const { page: reader, path } = await write(visit, "second");
  const author = await visit("member", "main", path);
  const mark = randomUUID().slice(0, 8);
  await postMessage(author, `Use two gauges ${mark}`);
  const post = postOf(reader, mark);
  await post.locator(".rich-text").evaluate((text) => getSelection()?.selectAllChildren(text));
  const quote = reader.getByRole("button", { name: "Quote the selection" });
  await expect(quote).toBeVisible();
  await expectAccessible(reader);
  await quote.click();
  const box = boxOf(reader);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(/^> \[[^\]]+\]\(http[^)]+#post-[^)]+\):\n> Use two gauges \w+\n$/);
  await box.press("End");
  await box.pressSequentially(`Why two? ${mark}`);
  await reader.getByRole("button", { name: "Post", exact: true }).click();
  const answer = postOf(author, `Why two? ${mark}`);
  await expect(answer.locator("blockquote")).toContainText(`Use two gauges ${mark}`);
  await expect(answer.getByRole("link").filter({ hasText: /./ }).first()).toBeVisible();
});

test("a picture is posted without text", async ({ visit }) => {
  const { page } = await write(visit, "second");
  const send = page.getByRole("button", { name: "Post", exact: true });
  await expect(send).toBeDisabled();
  const pictures = page.getByRole("button", { name: "Open picture 1 of 1" });
  const before = await pictures.count();
  await page.getByLabel("Picture files").setInputFiles([portrait("amina")]);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByRole("list", { name: "Pictures to post" })).toHaveCount(0);
  await expect(page.getByText("Sending")).toHaveCount(0);
  await expect(pictures).toHaveCount(before + 1);
});

test("an edited post shows its versions", async ({ visit }) => {
  const { page } = await write(visit, "second");
  const mark = randomUUID().slice(0, 8);
  await postMessage(page, `Use two gauges, ${mark}`);
  const post = postOf(page, mark);
  await post.getByRole("button", { name: "Actions for your post" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit your post" }).fill(`Use three gauges, ${mark}`);
  await page.getByRole("button", { name: "Save" }).click();
  await post.getByRole("button", { name: "Edited: show the versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions of this post" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await expect(dialog.locator("ins")).toContainText("three");
  await expect(dialog.locator("del")).toContainText("two");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test.describe("drafts of an account", () => {
  test.use({ syncsDrafts: true });

  test(
    "a draft follows its author to another device",
    { tag: "@only-desktop" },
    async ({ visit }) => {
      const { page: laptop, box, path } = await write(visit, "fourth");
      const phone = await visit("fourth", "main", path);
      await expect(phone.getByRole("article").first()).toBeVisible();
      const words = `Written on the way, ${randomUUID().slice(0, 8)}`;
      await box.pressSequentially(words);
      await expect(boxOf(phone)).toHaveValue(words);
      await phone.getByRole("button", { name: "Post", exact: true }).click();
      await expect(postOf(laptop, words)).toBeVisible();
      await expect(box).toHaveValue("");
      await laptop.reload();
      await expect(boxOf(laptop)).toHaveValue("");
    },
  );
});

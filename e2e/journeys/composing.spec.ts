import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { portrait } from "../support/pictures.ts";
import { postMessage, sharedThread } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("a post with pictures and a mention reaches others unchanged", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const reader = await visit("second", "main", path);
  await expect(reader.getByRole("article").first()).toBeVisible();
  const writer = await visit("member", "main", path);
  await expect(writer.getByRole("article").first()).toBeVisible();

  const box = writer.getByRole("textbox", { name: "Write a post" });
  await box.pressSequentially("@");
  const members = writer.getByRole("listbox", { name: "Members to mention" });
  await expect(members.getByRole("option").first()).toBeVisible();
  await expectAccessible(writer);
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(members).toBeHidden();
  const name = (await box.inputValue()).trim();
  expect(name).toMatch(/^@\S+$/);

  const files = [portrait("amina"), portrait("callum")];
  await writer.getByLabel("Picture files").setInputFiles(files);
  await expect(writer.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(writer);
  const words = `Seen on site, ${randomUUID().slice(0, 8)}.`;
  await postMessage(writer, `${name} ${words}`);

  const post = reader.getByRole("article").filter({ hasText: words });
  await expect(post.getByRole("link", { name })).toHaveAttribute("href", /\/profile\/./);
  await post.getByRole("button", { name: "Open picture 1 of 2" }).click();
  await expect(reader.getByRole("dialog", { name: "Picture 1 of 2" })).toBeVisible();
  await expectAccessible(reader);
  await reader.keyboard.press("ArrowRight");
  await expect(reader.getByRole("dialog", { name: "Picture 2 of 2" })).toBeVisible();
  await reader.keyboard.press("Escape");
  await expect(reader.getByRole("dialog")).toBeHidden();
});

test("text with HTML characters is shown as typed", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const reader = await visit("second", "main", path);
  await expect(reader.getByRole("article").first()).toBeVisible();
  const writer = await visit("member", "main", path);
  const mark = randomUUID().slice(0, 8);
  const address = `https://maps.example/?a=1&region=eu&section=2&copy=${mark}`;
  const text = `${address}, where x<y and <b>R&D</b> meet`;
  await postMessage(writer, text);

  const post = reader.getByRole("article").filter({ hasText: mark });
  await expect(post.getByText(text)).toBeVisible();
  await expect(post.getByRole("link", { name: address })).toHaveAttribute("href", address);
  const own = writer.getByRole("article").filter({ hasText: mark });
  await own.getByRole("button", { name: /^Actions for/ }).click();
  await writer.getByRole("menuitem", { name: "Edit" }).click();
  await expect(writer.getByRole("textbox", { name: "Edit your post" })).toHaveValue(text);
});

test("a pasted megabyte of text is cut and refused immediately", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const writer = await visit("member", "main", path);
  const box = writer.getByRole("textbox", { name: "Write a post" });
  await box.focus();
  await writer.evaluate(() => document.execCommand("insertText", false, "word ".repeat(240_000)));
  await expect(writer.getByText("Post exceeds maximum length of 300 characters")).toBeVisible();
  expect((await box.inputValue()).length).toBe(20_000);
  await expect(writer.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
  await box.fill("");
});

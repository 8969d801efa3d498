import { randomUUID } from "node:crypto";
import { sharedCommunity } from "../../support/articles.ts";
import { choose, press, tabTo, write } from "../../support/keyboard.ts";
import { expect, test } from "../../support/test.ts";

test("an Insight is written, commented on and deleted with the keyboard only", async ({
  visit,
}) => {
  const community = await sharedCommunity(["second", "member"], "main", "public");
  const page = await visit("second", "main", `/communities/${community}/insights`);
  const button = (label: string) => page.getByRole("button", { name: label, exact: true });
  const title = `By keys ${randomUUID().slice(0, 8)}`;

  await press(page.getByRole("link", { name: "Write an Insight" }));
  await write(page.getByLabel("Title"), title);
  await press(button("Heading"));
  await expect(page.getByLabel("Text", { exact: true })).toBeFocused();
  await page.keyboard.type("Of stone");
  await expect(page.getByRole("heading", { name: "Of stone" })).toBeVisible();
  await tabTo(page.getByRole("region", { name: "Preview" }));
  await press(button("Publish"));
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();

  await press(button("Like, 0"), "Space");
  await expect(button("Like, 1")).toBeVisible();
  await write(page.getByLabel("Write a comment"), "Well said, if I may say so");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("Well said");

  await press(button("Article menu"));
  await choose(page.getByRole("menuitem", { name: "Delete" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expect(page.getByText("Insight deleted")).toBeVisible();
});

import { randomUUID } from "node:crypto";
import { choose, press, tabTo, write } from "../../support/keyboard.ts";
import { conversationOf, sendAs } from "../../support/messages.ts";
import { expect, test } from "../../support/test.ts";

test("messages are read, answered, edited and deleted with the keyboard only", async ({
  visit,
}) => {
  const id = await conversationOf("affadmin", "member", "main");
  const theirs = `By keys ${randomUUID().slice(0, 8)}`;
  await sendAs("member", "main", id, theirs);
  const page = await visit("affadmin", "main", "/messages");
  const { keyboard } = page;
  const row = page.getByRole("list", { name: "Conversations" }).getByRole("link").first();
  await expect(row).toContainText(theirs);
  await press(row);
  await page.waitForURL(`**/messages/${id}`);
  const feed = page.getByRole("feed", { name: "Messages" });
  const last = feed.getByRole("article").last();
  await expect(last).toContainText(theirs);

  // Escape leads to the list, Enter back into the conversation, Tab to its newest message.
  await tabTo(last);
  await keyboard.press("Escape");
  await expect(row).toBeFocused();
  await tabTo(last);
  await press(last.getByRole("button", { name: /^React to/ }));
  await choose(page.getByRole("menuitem", { name: "Thumbs up" }));
  await expect(last.getByRole("button", { name: "👍 by You" })).toBeVisible();

  await tabTo(last);
  await press(last.getByRole("button", { name: /^Reply to/ }));
  const composer = page.getByRole("textbox", { name: /^Message to/ });
  await expect(composer).toBeFocused();
  const answer = `Answer ${randomUUID().slice(0, 8)}`;
  await keyboard.type(answer);
  await keyboard.press("Enter");
  await expect(last).toContainText(answer);

  await keyboard.press("ArrowUp");
  await expect(page.getByRole("textbox", { name: "Edit your message" })).toBeFocused();
  await keyboard.type(" as well");
  await keyboard.press("Enter");
  await expect(last).toContainText(`${answer} as well`);
  await expect(last).toContainText("Edited");

  // The message that was focused last is the feed's tab stop; arrows lead to the others.
  await tabTo(page.getByRole("button", { name: "Details" }));
  await tabTo(feed.getByRole("article").nth(-2));
  await keyboard.press("ArrowDown");
  await expect(last).toBeFocused();
  await press(last.getByRole("button", { name: "Actions for your message" }));
  await choose(page.getByRole("menuitem", { name: "Delete for everyone" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expect(last).toContainText("You deleted this message");
});

test("a conversation is found and started with the keyboard only", async ({ visit }) => {
  const page = await visit("affadmin", "main", "/messages");
  await press(page.getByRole("button", { name: "New conversation" }).first());
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  await write(dialog.getByRole("combobox", { name: "People" }), "Mateo");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await press(dialog.getByRole("button", { name: "Start conversation" }));
  await page.waitForURL(/\/messages\/[0-9a-f]{32}/);
  await expect(page.getByRole("textbox", { name: "Message to Mateo" })).toBeVisible();
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { foundInMail } from "../support/mail.ts";
import { accounts } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Both sizes run at the same time, so each has a person of its own. */
const personOfSize = () => (test.info().project.name === "phone" ? "sixth" : "fourth");
const words = (topic: string) => `${topic}, ${randomUUID().slice(0, 8)}.`;

const box = (page: Page) => page.getByRole("textbox", { name: "Write a message" });
const inChat = (page: Page, text: string) => page.getByRole("log").getByText(text, { exact: true });
const statusOf = (page: Page) => page.getByRole("combobox", { name: "Status", exact: true });

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
  await expect(inChat(page, text)).toHaveCount(1);
}

test("a chat with staff until its transcript", async ({ visit }) => {
  const person = personOfSize();
  const desk = await visit("staff", "main", "/live-support/chats");
  await expect(desk.getByText(/staff available/)).toBeVisible();

  const member = await visit(person, "main", "/support/conversations");
  await member.getByRole("button", { name: "New chat" }).click();
  const dialog = member.getByRole("dialog", { name: "Start a chat" });
  await dialog.getByRole("button", { name: "Start chat" }).click();
  await expect(dialog.getByText("Please enter a topic for your chat")).toBeVisible();
  const topic = words("Our logo");
  const question = words("It does not appear");
  await dialog.getByLabel("Topic").fill(topic);
  await dialog.getByLabel("Message").fill(question);
  await dialog.getByRole("button", { name: "Start chat" }).click();
  await expect(member.getByText("Support request submitted successfully")).toBeVisible();
  await expect(inChat(member, question)).toBeVisible();
  await expect(member.getByText("Waiting for a member of staff")).toBeVisible();

  // It appears in the inbox without a reload; the first answer assigns it.
  await desk.getByRole("link", { name: new RegExp(topic.slice(0, -1)) }).click();
  await expect(inChat(desk, question)).toBeVisible();
  await expectAccessible(desk);
  const answer = words("I can see it");
  await say(desk, answer);
  await expect(inChat(member, answer)).toBeVisible();
  await expect(member.getByText("With Owen Pritchard")).toBeVisible();
  await expect(statusOf(desk)).toHaveValue("in-progress");
  await expectAccessible(member);

  // A message of the person continues a chat that waits for them.
  await statusOf(desk).selectOption("Waiting");
  await expect(desk.getByText("Conversation marked as waiting")).toBeVisible();
  await expect(member.getByText("Waiting", { exact: true }).first()).toBeVisible();
  const more = words("Now I see it too");
  await say(member, more);
  await expect(inChat(desk, more)).toBeVisible();
  await expect(statusOf(desk)).toHaveValue("in-progress");

  await member.getByRole("button", { name: "End chat" }).click();
  const confirmation = member.getByRole("dialog", { name: "End this chat?" });
  await confirmation.getByRole("button", { name: "End chat" }).click();
  await expect(member.getByText("This conversation has ended.")).toBeVisible();
  await expect(box(member)).toHaveCount(0);
  await expect(desk.getByText("This conversation has ended.")).toBeVisible();
  await expectAccessible(member);

  const transcript = await foundInMail(accounts[person], new RegExp(`${topic}[\\s\\S]*${more}`));
  expect(transcript).toContain(question);
  expect(transcript).toContain(answer);
});

test(
  "chat that is switched off on a portal is coming soon there",
  // The switch is the same at both sizes.
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const desk = await visit("staff", "main", "/support-team?tab=chat");
    const htwu = desk.getByRole("checkbox", { name: /HTWU/ });
    await htwu.click();
    await expect(desk.getByText("Support chat switched off")).toBeVisible();
    const member = await visit("member", "htwu", "/support/conversations");
    await expect(
      member.getByRole("heading", { name: "Support chat is coming soon" }),
    ).toBeVisible();
    await expectAccessible(member);
    await htwu.click();
    await expect(desk.getByText("Support chat switched on")).toBeVisible();
    await member.reload();
    await expect(member.getByRole("button", { name: "New chat" })).toBeVisible();
  },
);

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { conversationOf, groupOf, sendAs } from "../support/messages.ts";
import type { Account, Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/**
 * Two people at once. Each test has words of its own, because its conversation is shared by tests.
 * Both sizes run at the same time, so each has a conversation of its own: otherwise one would read
 * the message that the other expects to be unread.
 */

const words = (topic: string) => `${topic}, ${randomUUID().slice(0, 8)}.`;
const composer = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const feed = (page: Page) => page.getByRole("feed", { name: "Messages" });
const inFeed = (page: Page, text: string) => feed(page).getByText(text, { exact: true });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** The two people whose conversation is used at the size of this test. */
function pairOfSize(): readonly [Account, Account] {
  return test.info().project.name === "phone" ? ["fifth", "sixth"] : ["third", "fourth"];
}

const SITES: readonly Site[] = ["main", "ashcombe"];

for (const site of SITES) {
  test(`two people write to each other on ${site}`, async ({ visit }) => {
    const [one, other] = pairOfSize();
    const id = await conversationOf(one, other, site);
    await sendAs(other, site, id, words("Before"));
    const writer = await visit(one, site, `/messages/${id}`);
    await expect(composer(writer)).toBeVisible();
    const reader = await visit(other, site, `/messages/${id}`);
    await expect(composer(reader)).toBeVisible();

    const first = words("The hall is booked");
    await write(writer, first);
    await expect(inFeed(writer, first)).toHaveCount(1);
    await expect(inFeed(reader, first)).toBeVisible();
    await expect(feed(writer).getByText(/Seen \d/)).toBeVisible();

    const answer = words("See you there");
    await composer(reader).pressSequentially(answer.slice(0, 4));
    await expect(writer.getByText(/is typing/)).toBeVisible();
    await composer(reader).fill(answer);
    await composer(reader).press("Enter");
    await expect(inFeed(writer, answer)).toBeVisible();
    await expect(writer.getByText(/is typing/)).toBeHidden();

    const edited = words("See you at six");
    await composer(reader).press("ArrowUp");
    const editor = reader.getByRole("textbox", { name: "Edit your message" });
    await editor.fill(edited);
    await editor.press("Enter");
    await expect(inFeed(writer, edited)).toBeVisible();
    await expect(feed(writer).getByText("Edited").last()).toBeVisible();
    await expectAccessible(writer);
  });
}

test("a new message moves its conversation to the top and is counted", async ({ visit }) => {
  const [sender, receiver] = pairOfSize();
  const id = await conversationOf(sender, receiver, "main");
  await sendAs(sender, "main", id, words("Earlier"));
  const reader = await visit(receiver, "main", "/messages");
  const list = reader.getByRole("list", { name: "Conversations" });
  await expect(list).toBeVisible();
  const news = words("Are you coming");
  await sendAs(sender, "main", id, news);
  const top = list.getByRole("link").first();
  await expect(top).toContainText(news);
  await expect(top).toContainText("unread");
  await expectAccessible(reader);
  await top.click();
  await expect(inFeed(reader, news)).toBeVisible();
  if (isPhone(reader)) await reader.getByRole("button", { name: "Back" }).click();
  await expect(list.getByRole("link").first()).not.toContainText("unread");
});

test("tabs of one person agree on what was read", { tag: "@only-desktop" }, async ({ visit }) => {
  const id = await conversationOf("third", "fourth", "main");
  const one = await visit("fourth", "main", "/messages");
  const row = one.getByRole("list", { name: "Conversations" }).getByRole("link").first();
  await expect(row).toBeVisible();
  await sendAs("third", "main", id, words("Two tabs"));
  await expect(row).toContainText("unread");
  await visit("fourth", "main", `/messages/${id}`);
  await expect(row).not.toContainText("unread");
});

test("a draft survives a reload, and a failed message returns to the composer", async ({
  visit,
  provoked,
}) => {
  provoked.push(/Failed to load resource/);
  const [writer, other] = pairOfSize();
  const id = await conversationOf(writer, other, "main");
  const page = await visit(writer, "main", `/messages/${id}`);
  const draft = words("A draft");
  await composer(page).fill(draft);
  await page.reload();
  await expect(composer(page)).toHaveValue(draft);
  const path = `**/api/conversations/${id}/messages`;
  await page.route(path, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await composer(page).press("Enter");
  await expect(page.getByText("Failed to send message")).toBeVisible();
  await expect(composer(page)).toHaveValue(draft);
  await page.unroute(path);
  await composer(page).press("Enter");
  await expect(inFeed(page, draft)).toHaveCount(1);
  await expect(composer(page)).toHaveValue("");
});

test("a group is created, renamed and left", async ({ visit }) => {
  // Other open pages of the creator may ask for the group after it was left, and find nothing.
  const creator = test.info().project.name === "phone" ? "phoneOrganizer" : "organizer";
  const page = await visit(creator, "main", "/messages/new");
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  const people = dialog.getByRole("combobox", { name: "People" });
  for (const name of ["Priya", "Mateo"]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await people.fill(name);
    await expect(dialog.getByRole("option").first()).toContainText(name);
    await people.press("Enter");
    // oxlint-enable no-await-in-loop
  }
  const title = words("Reunion");
  await dialog.getByLabel("Group name").fill(title);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("New conversation created")).toBeVisible();
  await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();

  const details = page.getByRole("button", { name: "Details" });
  if ((await details.getAttribute("aria-pressed")) === "false") await details.click();
  await page.getByRole("button", { name: "Rename" }).click();
  const renamed = words("Class of 2009");
  const rename = page.getByRole("dialog", { name: "Rename group" });
  await rename.getByLabel("Group name").fill(renamed);
  await rename.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { name: renamed }).first()).toBeVisible();
  await page.getByRole("button", { name: "Leave group" }).last().click();
  const leave = page.getByRole("dialog", { name: `Leave ${renamed}?` });
  await leave.getByRole("button", { name: "Leave group" }).click();
  await page.waitForURL("**/messages");
  await expect(page.getByRole("link", { name: renamed })).toHaveCount(0);
});

test("a person who leaves a group receives nothing more", async ({ visit }) => {
  const [sender, leaver] = pairOfSize();
  const id = await groupOf(sender, [leaver, "member"], words("Committee"));
  await sendAs(sender, "main", id, words("Welcome"));
  const page = await visit(leaver, "main", `/messages/${id}`);
  await expect(feed(page)).toBeVisible();
  await page
    .getByRole("button", { name: /^Actions for Committee/ })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Leave group" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave group" }).click();
  await page.waitForURL("**/messages");
  const news = words("Without you");
  await sendAs(sender, "main", id, news);
  const own = await conversationOf(sender, leaver, "main");
  const later = words("A marker");
  await sendAs(sender, "main", own, later);
  await expect(page.getByRole("link").filter({ hasText: later })).toBeVisible();
  await expect(page.getByText(news)).toHaveCount(0);
});

test("a portal offers the main site for a conversation that is not visible there", async ({
  visit,
  provoked,
}) => {
  provoked.push(/404/);
  const id = await conversationOf("member", "outsider", "main").catch(() => "0".repeat(32));
  const page = await visit("member", "htwu", `/messages/${id}`);
  await expect(page.getByRole("heading", { name: "Conversation not found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open on Guildhall" })).toBeVisible();
  await expectAccessible(page);
});

test("search opens a conversation at the message", async ({ visit }) => {
  const [reader, sender] = pairOfSize();
  const id = await conversationOf(reader, sender, "main");
  const rare = randomUUID().slice(0, 8);
  const message = await sendAs(sender, "main", id, `The ${rare} stays were replaced`);
  const page = await visit(reader, "main", "/messages");
  await page.getByRole("searchbox", { name: "Search people and messages" }).fill(rare);
  const hit = page.getByRole("list", { name: "Messages" }).getByRole("link");
  await expect(hit.locator("mark")).toHaveText(rare);
  await hit.click();
  await page.waitForURL(`**/messages/${id}?around=${message}`);
  await expect(feed(page).getByText(`The ${rare} stays were replaced`)).toBeInViewport();
});

test(
  "a reported message is shown to staff with its neighbours only",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const id = await groupOf("third", ["fourth", "member"], words("Neighbours"));
    const lines = ["Four before", "Three before", "Two before", "One before", "Reported"].map(
      words,
    );
    for (const line of lines) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await sendAs("third", "main", id, line);
    }
    const page = await visit("fourth", "main", `/messages/${id}`);
    const reported = feed(page).getByRole("article").last();
    await reported.focus();
    await reported.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Report this message?" });
    const reason = words("Insults");
    await dialog.getByLabel("Reason").fill(reason);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Report" }).click();
    await expect(page.getByText("Report sent")).toBeVisible();

    const staff = await visit("staff", "main", "/staff/message-reports");
    const row = staff.getByRole("listitem").filter({ hasText: reason });
    await row.getByRole("button", { name: /^Show message/ }).click();
    const shown = row.getByRole("list", { name: "Reported message" });
    await expect(shown.getByRole("listitem")).toHaveCount(4);
    await expect(shown).toContainText(lines[4] ?? "");
    await expect(shown).not.toContainText(lines[0] ?? "");
    await expectAccessible(staff);
    await row.getByRole("button", { name: /^Dismiss/ }).click();
    await expect(staff.getByText("Report dismissed")).toBeVisible();
  },
);

import type { Page } from "@playwright/test";
import { expectText, expectTextOnFailure, failNext, failUntil } from "../../support/failures.ts";
import { aSupportChat, aTicket } from "../../support/support-tickets.ts";
import { expect, test } from "../../support/test.ts";

/** Messages about support (F-088, F-096 to F-103, F-113 to F-117). */

test.use({ provoked: [/Failed to load resource/] });

const internal = (detail: string) => ({ status: 500, detail });

async function openTicketForm(page: Page) {
  await page.getByRole("button", { name: "New ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "New ticket" });
  const create = () => dialog.getByRole("button", { name: "Create ticket" }).click();
  return { dialog, create };
}

test("a session that ends on the page asks to log in", async ({ visit }) => {
  const page = await visit("third", "main", "/support");
  const { dialog, create } = await openTicketForm(page);
  await create();
  await expectText(page, "Please fill in all required fields");
  await dialog.getByLabel("Subject").fill("Our logo");
  await dialog.getByLabel("Description").fill("It does not upload.");
  const words = "Failed to create ticket";
  await expectTextOnFailure(page, "POST support/tickets", create, [
    [null, words],
    [internal(words), words],
  ]);
  // The session is over for every later request too.
  await page.context().clearCookies();
  await create();
  await expectText(page, "You must be logged in to create a ticket");
  await expectText(page, "Please log in");
  await page.getByRole("link", { name: "Go to Login" }).click();
  await page.waitForURL("**/login");
});

test("tickets that could not be loaded or answered are reported", async ({ visit }) => {
  const id = await aTicket("third", "main");
  const lists = await visit("third", "main", "/support/tickets", (opened) =>
    failUntil(opened, "GET support/tickets?*", internal("Failed to load tickets")),
  );
  await expectText(lists, "Failed to load tickets");
  const words = "Failed to load ticket details";
  const details = await visit("third", "main", `/support/tickets/${id}`, (opened) =>
    failUntil(opened, `GET support/tickets/${id}`, internal(words)),
  );
  await expectText(details, words);
  const missing = await visit("third", "main", `/support?ticket=${"0".repeat(32)}`);
  await expectText(missing, "Ticket not found");

  const page = await visit("third", "main", `/support/tickets/${id}`);
  const box = page.getByRole("textbox", { name: "Write a reply" });
  await box.fill("Is there any news?");
  const send = () => box.press("Enter");
  await expectTextOnFailure(page, `POST support/tickets/${id}/messages`, send, [
    [null, "Failed to send message"],
    [internal("Failed to send message"), "Failed to send message"],
  ]);
  await expect(box).toHaveValue("Is there any news?");
  await send();
  await expectText(page, "Message sent successfully");
});

test("chats that could not be loaded or started are reported", async ({ visit }) => {
  const failed = "Failed to load support conversations";
  const lists = await visit("third", "main", "/support/conversations", (opened) =>
    failUntil(opened, "GET support/conversations?*", internal(failed)),
  );
  await expectText(lists, failed);

  for (const [staffAvailable, title, confirm, words] of [
    [1, "Start a chat", "Start chat", "Failed to start chat"],
    [0, "Leave a message", "Send request", "Failed to create support request"],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await visit("third", "main", "/support/conversations", (opened) =>
      showStaffAvailable(opened, staffAvailable),
    );
    await page.getByRole("button", { name: "New chat" }).click();
    const dialog = page.getByRole("dialog", { name: title });
    const start = () => dialog.getByRole("button", { name: confirm }).click();
    await start();
    await expectText(page, "Please enter a topic for your chat");
    await dialog.getByLabel("Topic").fill("Our logo");
    await expectTextOnFailure(page, "POST support/conversations", start, [
      [null, words],
      [internal(words), words],
    ]);
    // oxlint-enable no-await-in-loop
  }
});

const showStaffAvailable = (page: Page, staffAvailable: number) =>
  page.route("**/api/support/overview", (route) =>
    route.fulfill({
      json: {
        activeConversations: 0,
        openTickets: 0,
        staffAvailable,
        chatEnabled: true,
        recentTickets: [],
        recentConversations: [],
      },
    }),
  );

test("a chat that could not be marked as read is reported", async ({ visit }) => {
  const id = await aSupportChat("third", "main");
  const words = "Failed to mark conversation as read";
  const page = await visit("third", "main", "/support", async (opened) => {
    await failNext(opened, `POST support/conversations/${id}/read`, internal(words));
    await showUnread(opened, id);
  });
  await page.goto(page.url().replace(/\/support$/, `/support/conversations/${id}`));
  await expectText(page, words);
});

/** Shows the chat with an unread answer. */
async function showUnread(page: Page, id: string): Promise<void> {
  await page.route(`**/api/support/conversations/${id}`, async (route) => {
    const response = await route.fetch();
    const chat: unknown = await response.json();
    await route.fulfill({ response, json: Object.assign({}, chat, { unreadCount: 1 }) });
  });
}

test("assignments and statuses report how they went", async ({ visit }) => {
  const id = await aSupportChat("third", "main");
  const page = await visit("staff", "main", `/live-support/chats/${id}`);
  const change = `PATCH staff/support/conversations/${id}`;
  const assigned = page.getByRole("combobox", { name: "Assigned to", exact: true });
  const status = page.getByRole("combobox", { name: "Status", exact: true });
  const select = async (to: "Owen Pritchard" | "Not assigned") => {
    await assigned.selectOption(to);
  };
  const refused = { status: 403, code: "forbidden", detail: "Forbidden" };
  await expect(assigned).toBeEnabled();
  await expectTextOnFailure(page, change, () => select("Not assigned"), [
    [internal("Failed to assign staff"), "Failed to assign staff"],
    [refused, "Only support staff can assign conversations"],
    [
      { status: 404, code: "staff-user-not-found", detail: "Staff user not found" },
      "Staff user not found",
    ],
  ]);
  await select("Not assigned");
  await expectText(page, "Staff assigned successfully");
  await expectTextOnFailure(page, change, () => status.selectOption("Resolved").then(() => {}), [
    [internal("Failed to update conversation status"), "Failed to update conversation status"],
    [refused, "Only support staff can update conversation status"],
  ]);
  await status.selectOption("Waiting");
  await expectText(page, "Conversation marked as waiting");
});

test("staff that could not be loaded are reported", async ({ visit }) => {
  const words = "Failed to load support staff";
  const page = await visit("staff", "main", "/support-team", (opened) =>
    failUntil(opened, "GET staff/support/team", internal(words)),
  );
  await expectText(page, words);
});

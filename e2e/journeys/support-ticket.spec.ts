import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn, signOut } from "../support/actions.ts";
import { foundInMail } from "../support/mail.ts";
import { portrait } from "../support/pictures.ts";
import { origin } from "../support/sites.ts";
import { makeStaff } from "../support/support-tickets.ts";
import { expect, test } from "../support/test.ts";

/**
 * Both sizes run at the same time, so each has an owner and a second member of staff of its own. The
 * owner signs in here and signs out again, because only those who are offline get emails.
 */
const PEOPLE = {
  desktop: { owner: "theo@demo.test", colleague: "tunde@demo.test", name: "Tunde Bakare" },
  phone: { owner: "eleanor@demo.test", colleague: "karen@demo.test", name: "Karen Stubbs" },
} as const;

const isPhone = () => test.info().project.name === "phone";
const peopleOfSize = () => (isPhone() ? PEOPLE.phone : PEOPLE.desktop);
const words = (topic: string) => `${topic}, ${randomUUID().slice(0, 8)}.`;

const replyBox = (page: Page) => page.getByRole("textbox", { name: "Write a reply" });
const inThread = (page: Page, text: string) =>
  page.getByRole("region", { name: "Conversation" }).getByText(text, { exact: true });
const control = (page: Page, label: string) =>
  page.getByRole("combobox", { name: label, exact: true });

async function reply(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  await replyBox(page).press("Enter");
  await expect(inThread(page, text)).toBeVisible();
}

/** Creates a ticket with an attachment on the open support centre; returns its id. */
async function createTicket(page: Page, title: string): Promise<string> {
  // An empty list offers it a second time.
  await page.getByRole("button", { name: "New ticket" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New ticket" });
  await dialog.getByRole("button", { name: "Create ticket" }).click();
  await expect(dialog.getByText("Please fill in all required fields").first()).toBeVisible();
  await dialog.getByLabel("Subject").fill(title);
  await dialog.getByLabel("Description").fill("The upload stops at 90 %.");
  await dialog.getByLabel("Category").selectOption("Technical");
  await dialog.getByLabel("Priority").selectOption("Urgent");
  await dialog.getByLabel("Attach files").setInputFiles(portrait("nadia"));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create ticket" }).click();
  await expect(page.getByText("Support ticket created successfully")).toBeVisible();
  await page.waitForURL(/\/support\/tickets\/[0-9a-f]{32}$/);
  await expect(page.getByRole("link", { name: /nadia\.webp/ })).toBeVisible();
  return page.url().slice(-32);
}

/** Signs in on the page that a signed-out owner reaches through a mailed link. */
async function openMailed(page: Page, email: string, link: string): Promise<void> {
  await page.goto(link);
  await signIn(page, email);
}

test.describe("two members of staff", () => {
  // The second change is refused.
  test.use({ provoked: [/status of 409/] });

  test("a ticket from the question until it is closed", async ({ visit }) => {
    test.setTimeout(180_000);
    const { owner, colleague, name } = peopleOfSize();
    await makeStaff(colleague);

    const member = await visit(null, "main", "/login");
    await signIn(member, owner);
    await member.waitForURL("**/home");
    await member.goto(`${origin("main")}/support`);
    await expect(member.getByText("Staff available")).toBeVisible();
    await expectAccessible(member);
    const title = words("Our logo does not upload");
    const id = await createTicket(member, title);
    await expectAccessible(member);
    await signOut(member);

    // Staff find it by its words, and see who else has it open.
    const desk = await visit("staff", "main", "/live-support");
    await desk.getByRole("searchbox", { name: "Search tickets" }).fill(title);
    await desk.getByRole("link", { name: new RegExp(title.slice(0, -1)) }).click();
    await expect(desk.getByRole("heading", { name: title })).toBeVisible();
    const second = await visit(null, "main", "/login");
    await signIn(second, colleague);
    await second.waitForURL("**/home");
    await second.goto(`${origin("main")}/live-support/tickets/${id}`);
    await expect(second.getByRole("heading", { name: title })).toBeVisible();
    await expect(desk.getByText(`${name} is viewing this`)).toBeVisible();
    await expectAccessible(desk);

    // Both change the ticket at once: the second is told, and nothing is lost.
    const { promise: changed, resolve: release } = Promise.withResolvers<void>();
    await second.route(`**/api/staff/support/tickets/${id}`, async (route) => {
      if (route.request().method() === "PATCH") await changed;
      await route.fallback();
    });
    await control(second, "Priority").selectOption("Urgent");
    await control(desk, "Status").selectOption("In progress");
    await expect(desk.getByText("Ticket updated")).toBeVisible();
    release();
    await expect(second.getByRole("alert")).toContainText(
      "Someone else has changed this ticket. Check the changes and try again.",
    );
    await expect(control(second, "Status")).toHaveValue("in_progress");
    await expect(control(second, "Priority")).toHaveValue("medium");
    await control(second, "Priority").selectOption("Urgent");
    await expect(control(desk, "Priority")).toHaveValue("urgent");
    await expect(control(desk, "Status")).toHaveValue("in_progress");
    await expect(control(desk, "Assigned to").locator("option:checked")).toHaveText(
      "Owen Pritchard",
    );

    // A note stays among staff; the answer is mailed, because the owner is offline.
    const note = words("Looks like the size limit");
    await second.getByRole("button", { name: "Internal note" }).click();
    const noteBox = second.getByRole("textbox", { name: "Write an internal note" });
    await noteBox.fill(note);
    await noteBox.press("Enter");
    await expect(inThread(second, note)).toBeVisible();
    await expect(inThread(desk, note)).toBeVisible();
    const answer = words("The limit is 10 MB now");
    await reply(desk, answer);
    await foundInMail(owner, new RegExp(answer));
    await openMailed(member, owner, await foundInMail(owner, /http\S+\/support\?ticket=\S+/));

    await member.waitForURL(`**/support/tickets/${id}`);
    await expect(inThread(member, answer)).toBeVisible();
    await expect(inThread(member, note)).toHaveCount(0);
    await expect(
      member.getByText("Owen Pritchard changed the status to In progress"),
    ).toBeVisible();
    const thanks = words("It works");
    await reply(member, thanks);
    await expect(inThread(desk, thanks)).toBeVisible();

    // The owner of a resolved ticket may reopen it by a reply.
    await control(desk, "Status").selectOption("Resolved");
    await expect(
      member.getByText("This ticket is resolved. Reply to open it again."),
    ).toBeVisible();
    await reply(member, words("One more question"));
    await expect(control(desk, "Status")).toHaveValue("open");
    await expect(control(desk, "Assigned to").locator("option:checked")).toHaveText(
      "Owen Pritchard",
    );

    await signOut(member);
    await control(desk, "Status").selectOption("Closed");
    await expect(desk.getByText("This ticket is closed. Only internal notes")).toBeVisible();
    await foundInMail(owner, /Your ticket was closed\./);
    await openMailed(member, owner, await foundInMail(owner, /http\S+\/support\?ticket=\S+/));
    await expect(
      member.getByText("This ticket is closed and accepts no new messages."),
    ).toBeVisible();
    await expect(replyBox(member)).toHaveCount(0);
    await expectAccessible(member);

    await member.goto(`${origin("main")}/activity`);
    await expect(member.getByText("Ticket resolved").first()).toBeVisible();
    await expect(member.getByText("New reply to your ticket").first()).toBeVisible();

    // Each step is in the activity log of support.
    await desk.goto(`${origin("main")}/support-team?tab=activity`);
    const log = desk.getByRole("table", { name: "Support activity" });
    await expect(log.getByText("Replied to the ticket").first()).toBeVisible();
    await expect(log.getByText("Added an internal note").first()).toBeVisible();
    await expectAccessible(desk);
  });
});

test("the owner closes a ticket", async ({ visit }) => {
  const member = await visit(isPhone() ? "sixth" : "fourth", "ashcombe", "/support/tickets");
  await createTicket(member, words("Please rename our circle"));
  if (isPhone()) await member.getByRole("button", { name: "Ticket details" }).click();
  await member.getByRole("button", { name: "Close ticket" }).click();
  const question = member.getByRole("dialog", { name: "Close this ticket?" });
  await question.getByRole("button", { name: "Close ticket" }).click();
  await expect(
    member.getByText("This ticket is closed and accepts no new messages."),
  ).toBeVisible();
  await expectAccessible(member);
});

test.describe("a paused account", () => {
  // The paused account is the same at both sizes.
  test.use({ provoked: [/status of (403|404|409)/] });

  test(
    "has one ticket about the pause, linked from the notice",
    { tag: "@only-phone" },
    async ({ visit }) => {
      const member = await visit("paused", "main", "/access-paused");
      await member.getByRole("link", { name: "Ask our staff" }).click();
      await member.getByRole("button", { name: "Ask about the pause" }).click();
      const dialog = member.getByRole("dialog", { name: "Ask about the pause" });
      const title = words("Why was I paused");
      await dialog.getByLabel("Subject").fill(title);
      await dialog.getByLabel("Description").fill("I would like to know what I did.");
      await dialog.getByRole("button", { name: "Create ticket" }).click();
      await expect(member.getByRole("heading", { name: title })).toBeVisible();
      await expect(member.getByRole("button", { name: "Ask about the pause" })).toHaveCount(0);
      await expectAccessible(member);

      const desk = await visit("staff", "main", "/live-support");
      await desk.getByRole("searchbox", { name: "Search tickets" }).fill(title);
      await desk.getByRole("link", { name: new RegExp(title.slice(0, -1)) }).click();
      await expect(desk.getByText("About a pause")).toBeVisible();
      await desk.getByRole("button", { name: "Person and history" }).click();
      await expect(desk.getByRole("dialog").getByText("Paused", { exact: true })).toBeVisible();
    },
  );
});

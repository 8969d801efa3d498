import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { createTicket } from "../support/support-tickets.ts";
import { expect, test } from "../support/test.ts";

/** Tools of the support desk, at desktop size, since some need keys. */

test(
  "staff work through the inbox with keys, views and canned answers",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const batch = randomUUID().slice(0, 8);
    const [older, newer] = [`The upload stops ${batch}`, `Upload stops again ${batch}`];
    const olderId = await createTicket("fourth", "main", older);
    const newerId = await createTicket("fourth", "main", newer);
    const desk = await visit("staff", "main", `/live-support?q=${batch}`);
    const inbox = desk.getByRole("list", { name: "Tickets" });
    await expect(inbox.getByRole("link")).toHaveCount(2);

    // Filters are sets, and a set of filters is saved as a view.
    await desk.getByRole("button", { name: "Filters" }).click();
    const statuses = desk.getByRole("group", { name: "Status" });
    await statuses.getByRole("button", { name: "Open" }).click();
    await statuses.getByRole("button", { name: "In progress" }).click();
    await desk.waitForURL(/status=open%2Cin_progress/);
    await desk.getByRole("button", { name: "Save view" }).click();
    const saving = desk.getByRole("dialog", { name: "Save this view" });
    await saving.getByLabel("Name").fill(`Uploads ${batch}`);
    await saving.getByRole("button", { name: "Save view" }).click();
    await expect(desk.getByRole("combobox", { name: "View", exact: true })).toContainText(
      `Uploads ${batch}`,
    );
    await expect(inbox.getByRole("link")).toHaveCount(2);
    await desk.getByRole("button", { name: "Filters" }).click();

    // j and k move, a and s reach the controls, r replies.
    await desk.keyboard.press("j");
    await expect(desk.getByRole("heading", { name: newer })).toBeVisible();
    await desk.keyboard.press("j");
    await expect(desk.getByRole("heading", { name: older })).toBeVisible();
    await desk.keyboard.press("k");
    await expect(desk.getByRole("heading", { name: newer })).toBeVisible();
    await desk.waitForURL(new RegExp(newerId));
    await desk.keyboard.press("a");
    const assignee = desk.getByRole("combobox", { name: "Assigned to", exact: true });
    await expect(assignee).toBeFocused();
    // In the field itself, a letter chooses an option.
    await assignee.blur();
    await desk.keyboard.press("s");
    const status = desk.getByRole("combobox", { name: "Status", exact: true });
    await expect(status).toBeFocused();
    await status.blur();
    await desk.keyboard.press("r");
    const box = desk.getByRole("textbox", { name: "Write a reply" });
    await expect(box).toBeFocused();

    // A canned answer is written once and filled for each ticket.
    await desk.getByRole("button", { name: "Canned answers" }).click();
    await desk.getByRole("menuitem", { name: "Manage canned answers" }).click();
    await desk.getByRole("button", { name: "New canned answer" }).click();
    const editor = desk.getByRole("dialog", { name: "New canned answer" });
    await editor.getByLabel("Title").fill(`Upload ${batch}`);
    await editor
      .getByLabel("Answer")
      .fill("Dear {firstName}, about #{ticketId}: please try again. {staffName}, {siteName}");
    await expectAccessible(desk);
    await editor.getByRole("button", { name: "Save" }).click();
    await desk.getByRole("dialog", { name: "Canned answers" }).getByLabel("Close").click();
    await desk.getByRole("button", { name: "Canned answers" }).click();
    await desk.getByRole("menuitem", { name: `Upload ${batch}` }).click();
    const shortId = newerId.slice(-8).toUpperCase();
    await expect(box).toHaveValue(
      `Dear Lucía, about #${shortId}: please try again. Owen Pritchard, Guildhall`,
    );

    // Duplicates of the same person are merged; the other ticket says so.
    await desk.getByRole("button", { name: "Merge duplicates" }).click();
    const merging = desk.getByRole("dialog", { name: "Merge duplicates" });
    await merging.getByRole("checkbox", { name: new RegExp(older) }).check();
    await merging.getByRole("button", { name: "Merge" }).click();
    await expect(desk.getByText("Tickets merged")).toBeVisible();
    const owner = await visit("fourth", "main", `/support/tickets/${olderId}`);
    await expect(
      owner.getByText("This ticket was merged into another one of yours."),
    ).toBeVisible();
    await expectAccessible(owner);
  },
);

test("the statistics are exported as CSV", { tag: "@only-desktop" }, async ({ visit }) => {
  const desk = await visit("staff", "main", "/support-team?tab=statistics");
  await expect(desk.getByRole("heading", { name: "Tickets by day" })).toBeVisible();
  const download = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("ticket-statistics.csv");
});

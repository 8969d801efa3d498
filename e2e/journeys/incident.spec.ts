import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { runStaffAction } from "../support/actions.ts";
import { items, text } from "../support/http.ts";
import { firstThreadPath } from "../support/threads.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { postMessage } from "../support/screens.ts";
import { openStaffUser, signedIn } from "../support/signed-in.ts";
import { origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/**
 * An incident: a post is reported, its author is paused, appeals by a ticket and is active again.
 * The people must not be in other tests, which a pause would disturb.
 */

const test = withOwnInstance("server-for-incident");

/** Requests of a paused account are refused. */
test.use({ provoked: [[/status of (401|403)/], { scope: "test" }] });

const AUTHOR = "mateo@demo.test";
const PAUSE_REASON = "Sells derricks in a community";

test("an incident is in the audit log from the report to the end of the pause", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const mark = randomUUID().slice(0, 8);
  const words = `Derricks for sale, ${mark}`;
  const author = await signedIn(visit, AUTHOR);
  const staff = await signedIn(visit, "staff@demo.test");

  await test.step("a member reports a post", async () => {
    const thread = `${origin("main")}${await firstThreadPath(author)}`;
    await author.goto(thread);
    await postMessage(author, words);
    const reader = await signedIn(visit, "lucia@demo.test");
    await reader.goto(thread);
    const post = reader.getByRole("article").filter({ hasText: words });
    await post.getByRole("button", { name: /^Actions for/ }).click();
    await reader.getByRole("menuitem", { name: "Report" }).click();
    const dialog = reader.getByRole("dialog", { name: "Report this post?" });
    await dialog.getByLabel("Reason").fill(`This is no market, ${mark}.`);
    await dialog.getByRole("button", { name: "Report" }).click();
    await expect(reader.getByText("Report sent")).toBeVisible();
  });

  await test.step("staff find it on the overview and resolve it", async () => {
    await staff.goto(`${origin("main")}/staff`);
    const waiting = staff.getByRole("list", { name: "Needs action, oldest first" });
    await expectAccessible(staff);
    await waiting.locator('a[href^="/staff/reports"]').last().click();
    const row = staff.getByRole("listitem").filter({ hasText: words });
    await row.getByRole("button", { name: /^Resolve/ }).click();
    await expect(staff.getByText("Report resolved")).toBeVisible();
  });

  await test.step("staff pause the author", async () => {
    await openStaffUser(staff, AUTHOR);
    await runStaffAction(staff, "Pause", PAUSE_REASON);
    await expect(staff.getByText("Account paused")).toBeVisible();
    await author.waitForURL("**/access-paused");
  });

  const appeal = `I only gave them away, ${mark}`;
  await test.step("the author appeals by a ticket", async () => {
    await author.getByRole("link", { name: "Ask our staff" }).click();
    await author.getByRole("button", { name: "Ask about the pause" }).first().click();
    const dialog = author.getByRole("dialog", { name: "Ask about the pause" });
    await dialog.getByLabel("Subject").fill(appeal);
    await dialog.getByLabel("Description").fill("They were for the museum.");
    await dialog.getByRole("button", { name: "Create ticket" }).click();
    await expect(author.getByText("Support ticket created successfully")).toBeVisible();
    await expectAccessible(author);
  });

  const answer = `We have read the thread again, ${mark}.`;
  await test.step("staff answer it, from the author's page", async () => {
    await staff.getByRole("link", { name: "Tickets", exact: true }).click();
    await staff.getByRole("link", { name: appeal }).click();
    await staff.getByRole("textbox", { name: "Write a reply" }).fill(answer);
    // It is shown before it is stored.
    const stored = staff.waitForResponse((response) => response.request().method() === "POST");
    await staff.getByRole("textbox", { name: "Write a reply" }).press("Enter");
    expect((await stored).ok()).toBe(true);
    await expect(staff.getByText(answer, { exact: true })).toBeVisible();
    await author.reload();
    await expect(author.getByText(answer, { exact: true })).toBeVisible();
  });

  await test.step("staff lift the pause, and the author is back", async () => {
    await openStaffUser(staff, AUTHOR);
    await runStaffAction(staff, "Lift the pause", "They were not sold");
    await expect(staff.getByText("Pause lifted")).toBeVisible();
    await author.goto(`${origin("main")}/communities`);
    await expect(author.getByRole("heading", { name: "My Communities" })).toBeAttached();
    await author.goto(`${origin("main")}/settings/staff-actions`);
    const actions = author.getByRole("list", { name: "Staff actions" });
    await expect(actions).toContainText("Account paused");
    await expect(actions).toContainText(PAUSE_REASON);
    await expect(actions).toContainText("Pause lifted");
  });

  await test.step("every step is in a log, with names", async () => {
    await staff.getByRole("link", { name: "History", exact: true }).click();
    const log = staff.getByRole("table", { name: "Audit log" });
    await expect(log).toContainText("Account paused");
    await expect(log).toContainText("Pause lifted");

    await staff.goto(`${origin("main")}/staff/audit`);
    await staff.getByRole("combobox", { name: "Person" }).fill(AUTHOR);
    await staff.getByRole("listbox").getByRole("option").first().click();
    await expect(staff).toHaveURL(/personId=/);
    await expect(log).toContainText("Account paused");
    await expect(log.getByRole("link", { name: /^Mateo/ }).first()).toBeVisible();
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Clear Person" }).click();
    await staff.getByRole("combobox", { name: "Action" }).selectOption("Report resolved");
    await expect(log).toContainText("Report resolved");

    // Actions on tickets are in the support activity log (F-123).
    const activity = await staff.request.get(`${origin("main")}/api/staff/support/activity`);
    const replies = items(await activity.json()).map((entry) => text(entry, "action"));
    expect(replies).toContain("ticket.reply");
  });
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { runStaffAction, signIn } from "../support/actions.ts";
import { origin } from "../support/sites.ts";
import { foundInMail } from "../support/mail.ts";
import { expect, test } from "../support/test.ts";

test(
  "a waitlist entry is invited, and its code opens the sign-up",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const name = `Anna ${letters(8)}`;
    const email = `anna-${randomUUID().slice(0, 8)}@demo.test`;
    const visitor = await visit(null, "main", "/waitlist");
    await visitor.getByLabel("1. Your full name").fill(name);
    await visitor.getByLabel("2. Your email").fill(email);
    await visitor.getByRole("radio", { name: "Word of mouth" }).check();
    await visitor.getByRole("checkbox", { name: "Alumni" }).check();
    await visitor.getByLabel("6. Which organisations are they?").fill("Ashcombe College, 2009");
    await expectAccessible(visitor);
    await visitor.getByRole("button", { name: "Join the waitlist" }).click();
    await expect(visitor.getByText("Thank you for joining the waitlist")).toBeVisible();
    await visitor.waitForURL("**/login");

    const staff = await visit("staff", "main", "/staff/waitlist");
    await staff.getByRole("button", { name }).click();
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Send invitation" }).click();
    await expect(staff.getByText(`Invitation sent to ${email}`)).toBeVisible();

    // The mailed link fills in and checks the code, and disappears from the address.
    await visitor.goto(await foundInMail(email, /http\S+\/signup\?code=\w+/));
    await expect(visitor.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await expect(visitor.getByLabel("First name")).toBeEnabled();
    expect(visitor.url()).toBe(`${origin("main")}/signup`);
    await visitor.getByLabel("First name").fill("Anna");
    await visitor.reload();
    await expect(visitor.getByLabel("First name")).toHaveValue("Anna");
    await visitor.goto(`${origin("ashcombe")}/join/ash-combe`);
    await expect(visitor.getByLabel("First name")).toBeEnabled();
    expect(visitor.url()).toBe(`${origin("ashcombe")}/signup`);
  },
);

test.describe("with a session that ends", () => {
  test.use({ provoked: [/status of 401/] });

  test("a ban signs the member out immediately", { tag: "@only-phone" }, async ({ visit }) => {
    const member = await visit(null, "main", "/login");
    await signIn(member, "communityadmin@demo.test");
    await member.waitForURL("**/home");
    await expect(
      member.getByRole("heading", { name: "Home", level: 1, exact: true }),
    ).toBeAttached();

    const staff = await visit("staff", "main", "/staff/users");
    await openUser(staff, "communityadmin@demo.test");
    await runStaffAction(staff, "Ban", "Sold forged papers");
    await expect(staff.getByText("Account banned")).toBeVisible();
    await member.waitForURL("**/login");

    await runStaffAction(staff, "Lift the ban or suspension", "A mistake");
    await expect(staff.getByText("Account reinstated")).toBeVisible();
    await staff.getByRole("link", { name: "History" }).click();
    await expect(staff.getByRole("table", { name: "Audit log" })).toContainText("Account banned");
    await expectAccessible(staff);
  });
});

test(
  "a published document must be acknowledged first",
  // From then on, every user of every other test must acknowledge the change.
  { tag: "@last" },
  async ({ visit }) => {
    const staff = await visit("staff", "main", "/staff/legal/community-guidelines");
    const text = staff.getByLabel("Text, in markdown");
    await text.fill(`${await text.inputValue()}\n\nLeave the hall as you found it.`);
    await expect(
      staff.getByRole("region", { name: "Preview" }).getByText("Leave the hall as you found it."),
    ).toBeVisible();
    await staff.getByRole("button", { name: /^Publish version/ }).click();
    await expectAccessible(staff);
    await staff.getByRole("dialog").getByRole("button", { name: "Publish" }).click();

    const member = await visit("second", "main", "/communities");
    const popup = member.getByRole("dialog", { name: "Legal Documents Updated" });
    await expect(popup.getByRole("link", { name: /Community Guidelines/ })).toBeVisible();
    await popup.getByRole("button", { name: "I Acknowledge Updates & Continue" }).click();
    await expect(popup).toBeHidden();
  },
);

async function openUser(staff: Page, email: string): Promise<void> {
  await staff.getByRole("searchbox", { name: "Find a user" }).fill(email);
  await staff.getByRole("row").filter({ hasText: email }).getByRole("link").click();
}

function letters(count: number): string {
  const of = "abcdefghijklmnopqrstuvwxyz";
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => of[byte % of.length])
    .join("");
}

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { totp } from "../support/authenticator.ts";
import { origin, originOf, password, portalHostname } from "../support/sites.ts";
import { acceptLegalDocuments, passInviteGate, verifyEmail, signUp } from "../support/sign-up.ts";
import { foundInMail } from "../support/mail.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { createPortal } from "../support/portals.ts";
import { expect } from "../support/test.ts";

/**
 * From an empty data folder to a member in a branded portal (G-092), on an instance without the
 * demo network.
 */

const test = withOwnInstance("server-for-first-run", { empty: true });

const operator = "grace@oakhouse.test";
const newcomer = "nora@oakhouse.test";
const affiliation = "Oak House Alumni";
const portal = () => originOf(portalHostname("oak"));

// The used setup link, and a portal that is not open yet.
test.use({ provoked: [/status of (404|422|503)/] });

test("an operator sets up an empty installation, and a new member joins its portal", async ({
  hall,
  visit,
}) => {
  test.setTimeout(240_000);
  const [, token = ""] = /\/setup#token=([\w-]+)/.exec(hall.printed()) ?? [];
  expect(token, "a setup link is printed").not.toBe("");

  const staff = await visit(null, "main", `/setup#token=${token}`);
  await createStaff(staff, token);
  await enrol(staff);
  await staff.waitForURL("**/staff");
  const checklist = staff.getByRole("region", { name: "Set up this installation" });
  await expect(checklist.getByText("1 of 7 done")).toBeVisible();
  await expectAccessible(staff);

  const late = await visit(null, "main", `/setup#token=${token}`);
  await expect(late.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expectAccessible(late);

  const lines = hall.printed().split("\n");
  const named = lines.filter((line) => line.includes(token));
  expect(named, "the greeting and one line of the log").toHaveLength(2);

  const reader = await visit(null, "main", "/terms-of-service");
  await expect(reader.getByText(/has not published its Terms of Service yet/)).toBeVisible();
  await publishDocuments(staff);
  await reader.reload();
  await expect(reader.getByRole("heading", { name: /What Guildhall is/ })).toBeVisible();

  await testEmail(staff);
  await createAffiliation(staff);
  await openPortal(staff);
  await overview(staff);
  await staff.getByRole("button", { name: "Skip: Connect a custom domain" }).click();
  await expect(staff.getByText("6 of 7 done")).toBeVisible();
  const code = await createCode(staff);
  await overview(staff);
  await expect(staff.getByRole("term").filter({ hasText: "Users" })).toBeVisible();
  await expect(staff.getByRole("region", { name: "Set up this installation" })).toHaveCount(0);

  const member = await visit(null, "main", "/signup");
  await joinWith(member, code);
  await apply(member);
  await approve(staff);
  await member.goto(`${origin("main")}/communities`);
  await cross(member);
  await expect(member.getByRole("heading", { name: affiliation })).toBeVisible();
  await expect(member.locator("html")).toHaveAttribute("data-brand", "oak");
  await expectAccessible(member);
});

async function createStaff(page: Page, token: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Set up Guildhall" })).toBeVisible();
  expect(page.url(), "no token stays in the address").not.toContain(token);
  // A reload keeps the link's token.
  await page.reload();
  await page.getByLabel("Email").fill(operator);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create staff account" }).click();
}

async function enrol(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Protect your account" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Not now" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  const secret = await page.locator("code").first().textContent();
  await expectAccessible(page);
  await page.getByLabel("Verification code").fill(totp(secret ?? ""));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Save your backup codes" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have saved my codes" }).click();
}

async function overview(staff: Page): Promise<void> {
  await staff.goto(`${origin("main")}/staff`);
}

async function publishDocuments(staff: Page): Promise<void> {
  await staff.getByRole("link", { name: "Open: Publish the legal documents" }).click();
  await expect(staff.getByText("Placeholder", { exact: true })).toHaveCount(3);
  await expectAccessible(staff);
  for (const title of ["Terms of Service", "Privacy Policy", "Community Guidelines"]) {
    // oxlint-disable no-await-in-loop -- sequential, on one page
    await staff.goto(`${origin("main")}/staff/legal`);
    await staff.getByRole("link", { name: title }).click();
    await expect(staff.getByText(/only staff see it/)).toBeVisible();
    await staff.getByRole("button", { name: "Publish version 2" }).click();
    await staff.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    // Staff must acknowledge published documents as well.
    await staff.getByRole("button", { name: "I Acknowledge Updates & Continue" }).click();
    await expect(staff.getByText(/only staff see it/)).toHaveCount(0);
    // oxlint-enable no-await-in-loop
  }
}

async function testEmail(staff: Page): Promise<void> {
  await overview(staff);
  await staff.getByRole("button", { name: "Send test email" }).click();
  await expect(staff.getByText(/This instance has no mail server/)).toBeVisible();
  await foundInMail(operator, /It works, Grace/);
  await staff.getByRole("button", { name: "Skip: Send a test email" }).click();
  await expect(staff.getByRole("button", { name: "Send test email" })).toHaveCount(0);
}

async function createAffiliation(staff: Page): Promise<void> {
  await staff.getByRole("link", { name: "Create: Create the first affiliation" }).click();
  await staff.getByLabel(/^Name/).fill(affiliation);
  await staff.getByLabel(/^Description/).fill("Everybody who lived in Oak House.");
  await expectAccessible(staff);
  await staff.getByRole("button", { name: "Create affiliation" }).click();
  await expect(staff.getByRole("heading", { name: affiliation })).toBeVisible();
}

async function openPortal(staff: Page): Promise<void> {
  await overview(staff);
  await staff.getByRole("link", { name: "Open: Open a portal" }).click();
  await createPortal(staff, "Oak", "oak");
  await staff.getByRole("button", { name: "Activate" }).click();
  await expect(staff.getByText("Portal activated")).toBeVisible();
}

async function createCode(staff: Page): Promise<string> {
  await staff.getByRole("link", { name: "Create: Invite the first members" }).click();
  await staff.getByRole("button", { name: "New code" }).click();
  const form = staff.getByRole("dialog", { name: "New invite code" });
  await form.getByLabel("Invites to", { exact: true }).selectOption({ label: affiliation });
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form).toBeHidden();
  const row = staff.getByRole("table", { name: "Invite codes" }).getByRole("row").nth(1);
  return (await row.getByRole("button").first().textContent()) ?? "";
}

async function joinWith(page: Page, code: string): Promise<void> {
  await passInviteGate(page, code);
  await expect(page.getByText(affiliation)).toBeVisible();
  await signUp(page, newcomer);
  await page.waitForURL("**/verify-email");
  await verifyEmail(page, newcomer);
  await acceptLegalDocuments(page);
  await page.waitForURL("**/home");
}

async function apply(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Apply Now" }).click();
  await page.waitForURL("**/apply");
  await page.getByLabel("Motivation").fill("I lived in Oak House until 2012, and miss its people.");
  await page.getByLabel("Contribution").fill("Mentoring of those who look for a first job.");
  await page.getByLabel("Background").fill("Oak House from 2008 to 2012, third floor.");
  await page.getByRole("radio", { name: /^Moderate/ }).check();
  await page.getByRole("button", { name: "Submit application" }).click();
  await expect(page.getByText(/^Application submitted successfully!/)).toBeVisible();
}

async function approve(staff: Page): Promise<void> {
  await staff.goto(`${origin("main")}/staff/affiliation-requests`);
  const request = staff.getByRole("article", { name: "Nora Lindqvist" });
  await request.getByRole("button", { name: /^Approve/ }).click();
  await expect(request).toBeHidden();
}

/** Opens the portal from the account menu on a desktop, from the More sheet on a phone. */
async function cross(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Account menu" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await menu.or(more).filter({ visible: true }).click();
  const name = /^Open Oak House Alumni Portal/;
  const item = page.getByRole("menuitem", { name });
  await item.or(page.getByRole("button", { name })).filter({ visible: true }).click();
  await page.waitForURL(`${portal()}/home`);
}

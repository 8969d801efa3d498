import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addAuthenticator } from "../../support/authenticator.ts";
import { origin, password } from "../../support/sites.ts";
import { choose, escape, press, signInByKeys, tabTo, write } from "../../support/keyboard.ts";
import { linkMailedTo } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";

/** Recovery, sign-out and transfers with the keyboard only. */

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function leave(page: Page): Promise<void> {
  await press(button(page, "Account menu"));
  await choose(page.getByRole("menuitem", { name: "Log Out" }));
  await page.waitForURL("**/login");
}

test("a passkey is added, renamed, used and removed with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await addAuthenticator(page);
  await signInByKeys(page, "anneke@demo.test", password);
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}/settings/passkeys`);
  await press(button(page, "Add a passkey"));
  await expect(page.getByText("Your passkey was added.")).toBeVisible();
  await press(button(page, /^Rename /));
  await write(page.getByRole("dialog").getByLabel("Name"), "Desk");
  await press(button(page, "Save"));
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("Desk");

  await leave(page);
  await press(button(page, "Continue with a passkey"));
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}/settings/passkeys`);
  await press(button(page, "Remove Desk"));
  await press(page.getByRole("dialog").getByRole("button", { name: "Remove" }));
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
});

test("a lost password is replaced with the keyboard only", async ({ visit }) => {
  const email = "arthur@demo.test";
  const page = await visit(null, "main", "/login");
  await press(page.getByRole("link", { name: "Recover Password" }));
  // The previous screen has a field of the same name.
  await expect(page.getByRole("heading", { name: "Recover Password" })).toBeVisible();
  await write(page.getByLabel("Email"), email);
  await press(button(page, "Send link"));
  await expect(page.getByRole("status").getByText("It works for 30 minutes")).toBeVisible();
  await page.goto(await linkMailedTo(email));
  const another = "Copper-Heron-77";
  await write(page.getByLabel("New password", { exact: true }), another);
  await write(page.getByLabel("Confirm new password"), another);
  await press(button(page, "Save new password"));
  await press(page.getByRole("link", { name: "Sign In" }));
  await expect(page.getByRole("link", { name: "Recover Password" })).toBeVisible();
  await signInByKeys(page, email, another);
  await page.waitForURL("**/home");
});

test("a visitor joins the waitlist with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await press(page.getByRole("link", { name: "Join Early Access Waitlist" }));
  await write(page.getByLabel("1. Your full name"), "Ida Holm");
  await write(page.getByLabel("2. Your email"), `ida-${randomUUID().slice(0, 8)}@demo.test`);
  await tabTo(page.getByRole("radio", { name: "Explainer video" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Word of mouth" })).toBeChecked();
  await press(page.getByRole("checkbox", { name: "Alumni" }), "Space");
  await write(page.getByLabel("6. Which organisations are they?"), "Ashcombe College, 2012");
  await press(button(page, "Join the waitlist"));
  await expect(page.getByText("Thank you for joining the waitlist")).toBeVisible();
});

test("a member transfers to a portal and signs out with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signInByKeys(page, "gwen@demo.test", password);
  await page.waitForURL("**/home");
  await press(button(page, "Account menu"));
  await choose(page.getByRole("menuitem", { name: /^Open .* Portal$/ }).first());
  await page.waitForURL(/^http:\/\/(ashcombe|htwu)\.localhost:\d+\/home/);
  await expect(page.getByRole("heading", { name: "Latest posts" })).toBeVisible();
  await leave(page);
});

test("a suspended member signs out with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signInByKeys(page, "paused@demo.test", password);
  await page.waitForURL("**/access-paused");
  await press(button(page, "Log Out"));
  await page.waitForURL("**/login");
});

test("the directory is searched, filtered and sorted with the keyboard only", async ({ visit }) => {
  const page = await visit("member", "main", "/network");
  const people = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  await expect(people.first()).toBeVisible();
  const field = page.getByRole("searchbox", { name: "Search" });
  await write(field, "florist");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=florist/);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await expect(page).not.toHaveURL(/q=/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "florist", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await tabTo(page.getByLabel("Affiliation"));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/affiliation=/);
  await page.keyboard.press("ArrowUp");
  await tabTo(page.getByLabel("Industry"));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/industry=/);
  await page.keyboard.press("ArrowUp");
  await tabTo(page.getByLabel("Sort by"));
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/sort=/);
  await press(button(page, /^Follow /).first());
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Following /);
  await page.keyboard.press("Enter");
});

test("a creator creates and deactivates a code with the keyboard only", async ({ visit }) => {
  const code = `KEYS-${randomUUID().slice(0, 6)}`.toUpperCase();
  const page = await visit("affadmin", "main", "/affiliation/ashcombe/manage/invitations");
  await press(button(page, "New code"));
  const form = page.getByRole("dialog", { name: "New invite code" });
  await write(form.getByLabel("Code"), code);
  await write(form.getByLabel("Maximum uses"), "5");
  await press(form.getByRole("button", { name: "Create" }));
  await press(button(page, `Who used ${code}`));
  await escape(page.getByRole("dialog", { name: code }));
  await expect(button(page, `Who used ${code}`)).toBeFocused();
  await press(button(page, `Deactivate ${code}`));
  await expect(button(page, `Deactivate ${code}`)).toBeHidden();
});

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { runStaffAction } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { openStaffUser, signedIn } from "../support/signed-in.ts";
import { origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** Staff roles: an administrator gives them, and each role sees and does what it may. */

const test = withOwnInstance("server-for-staff-roles");

/** Requests that a role does not include are refused on purpose. */
test.use({ provoked: [[/status of 403/], { scope: "test" }] });

const ADMINISTRATOR = "staff@demo.test";
const MEMBER = "outsider@demo.test";

const ROLES = [
  {
    role: "Moderator",
    email: "mateo@demo.test",
    sections: ["Overview", "Users", "Affiliation requests", "Waitlist", "Communities", "Reports"],
    missing: ["Portals", "Analytics", "Invite codes", "Support desk", "Jobs", "Audit log"],
    refused: "/staff/audit",
    refusedApi: "/api/staff/audit",
  },
  {
    role: "Support",
    email: "lucia@demo.test",
    sections: ["Overview", "Users", "Support desk", "Live support", "Support team"],
    missing: ["Portals", "Affiliation requests", "Reports", "Audit log"],
    refused: "/staff/reports",
    refusedApi: "/api/staff/reports",
  },
  {
    role: "Analyst",
    email: "hannah@demo.test",
    sections: ["Overview", "Analytics"],
    missing: ["Users", "Reports", "Support desk", "Audit log"],
    refused: "/staff/users",
    refusedApi: "/api/staff/users?q=demo",
  },
] as const;

const NO_PERMISSION = "You don't have permission to see this";

test("each staff role sees and does what it may", async ({ visit }) => {
  test.setTimeout(240_000);
  const admin = await signedIn(visit, ADMINISTRATOR);

  await test.step("an administrator gives the roles, with a reason", async () => {
    for (const { email, role } of ROLES) {
      // oxlint-disable-next-line no-await-in-loop -- one person after the other
      await giveRole(admin, email, role);
    }
  });

  await test.step("an administrator cannot change their own role", async () => {
    await openStaffUser(admin, ADMINISTRATOR);
    await expect(admin.getByText("This is your own account.")).toBeVisible();
    await expect(admin.getByRole("button", { name: /staff role/ })).toHaveCount(0);
  });

  const staff: Page[] = [];
  for (const { email, ...expected } of ROLES) {
    // oxlint-disable-next-line no-await-in-loop
    await test.step(`${expected.role}: the sections`, async () => {
      const page = await signedIn(visit, email);
      staff.push(page);
      await expectSections(page, expected);
    });
  }
  const [moderator, support] = staff;
  if (moderator === undefined || support === undefined) throw new Error("a role has no page");

  await test.step("a moderator pauses, but neither views as a member nor gives roles", async () => {
    await openStaffUser(moderator, MEMBER);
    await expect(moderator.getByRole("group", { name: "Dangerous" })).toBeVisible();
    await expect(moderator.getByRole("button", { name: "View as member" })).toHaveCount(0);
    await expect(moderator.getByRole("button", { name: /staff role/ })).toHaveCount(0);
    await expectAccessible(moderator);
    await runStaffAction(moderator, "Pause", "Quarrels in a community");
    await expect(moderator.getByText("Account paused")).toBeVisible();
    await runStaffAction(moderator, "Lift the pause", "They made up");
    await expect(moderator.getByText("Pause lifted")).toBeVisible();
  });

  await test.step("support views the site as a member, read-only, and stops", async () => {
    await openStaffUser(support, MEMBER);
    await expect(support.getByRole("button", { name: "Ban" })).toHaveCount(0);
    await runStaffAction(support, "View as member", "They asked in a ticket");
    const banner = support.getByRole("region", { name: "View as member" });
    await expect(banner).toContainText("You are viewing Guildhall as");
    await expect(support.getByRole("link", { name: /^Messages/ })).toHaveCount(0);
    await expectAccessible(support);
    await banner.getByRole("button", { name: "Stop" }).click();
    await support.waitForURL("**/staff/users/*");
    await expect(banner).toHaveCount(0);
  });

  await test.step("the member sees what staff did, and why", async () => {
    const member = await signedIn(visit, MEMBER);
    await member.goto(`${origin("main")}/settings/staff-actions`);
    const actions = member.getByRole("list", { name: "Staff actions" });
    await expect(actions).toContainText("Account viewed as this member");
    await expect(actions).toContainText("They asked in a ticket");
    await expect(actions).toContainText("Quarrels in a community");
    await expectAccessible(member);
  });

  await test.step("a role that is removed takes effect immediately", async () => {
    await openStaffUser(admin, ROLES[0].email);
    await runStaffAction(admin, "Remove from staff", "Moved on");
    await expect(admin.getByText("Removed from staff")).toBeVisible();
    await moderator.goto(`${origin("main")}/staff/users`);
    await expect(moderator).not.toHaveURL(/\/staff/);
    await admin.getByRole("link", { name: "History", exact: true }).click();
    const history = admin.getByRole("table", { name: "Audit log" });
    await expect(history).toContainText("Staff role removed");
    await expect(history).toContainText("Moved on");
  });
});

async function giveRole(admin: Page, email: string, role: string): Promise<void> {
  await openStaffUser(admin, email);
  await admin.getByRole("button", { name: "Give a staff role" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Give role" }).click();
  await expect(dialog.getByText("Please give a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill(`Joins as ${role}`);
  await dialog.getByRole("button", { name: "Give role" }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText(role, { exact: true }).first()).toBeVisible();
}

type Expected = Omit<(typeof ROLES)[number], "email">;

async function expectSections(page: Page, expected: Expected): Promise<void> {
  await page.goto(`${origin("main")}/staff`);
  const nav = page
    .getByRole("navigation", { name: "Staff sections" })
    .filter({ visible: true })
    .first();
  // On a phone the overview is the page itself, and not one of the listed sections.
  const onPhone = test.info().project.name === "phone";
  for (const label of expected.sections) {
    if (onPhone && label === "Overview") continue;
    // oxlint-disable-next-line no-await-in-loop -- one section after the other
    await expect(nav.getByRole("link", { name: new RegExp(`^${label}`) }).first()).toBeVisible();
  }
  for (const label of expected.missing) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(nav.getByRole("link", { name: label, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole("heading", { name: "Needs action" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${origin("main")}${expected.refused}`);
  await expect(page.getByRole("heading", { name: NO_PERMISSION })).toBeVisible();
  await expectAccessible(page);
  // The server refuses what the screen does not offer.
  const answer = await page.request.get(`${origin("main")}${expected.refusedApi}`);
  expect(answer.status()).toBe(403);
  expect(await answer.json()).toMatchObject({ code: "staff-permission-required" });
}

import { expectAccessible } from "../support/accessible.ts";
import { runStaffAction, signIn } from "../support/actions.ts";
import { origin } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/**
 * Changing the policy requires step-up authentication, and sign-ins are rate limited, so the test
 * has its own instance.
 */

const test = withOwnInstance("server-for-obliged");

test(
  "staff require a second factor of a member, and release them",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const email = "callum@demo.test";
    const staff = await visit(null, "main", "/login");
    await signIn(staff, "staff@demo.test");
    await staff.waitForURL("**/home");
    await staff.goto(`${origin("main")}/staff/users`);
    await staff.getByRole("searchbox", { name: "Find a user" }).fill(email);
    await staff.getByRole("row").filter({ hasText: email }).getByRole("link").click();
    await runStaffAction(staff, "Require a second factor", "Looks after the accounts");
    await expect(staff.getByText("A second factor is required", { exact: true })).toBeVisible();

    const member = await visit(null, "main", "/login");
    await signIn(member, email);
    await expect(member.getByRole("heading", { name: "Set up two-factor" })).toBeVisible();
    await expectAccessible(member);

    await runStaffAction(staff, "No longer require a second factor", "Left the office");
    await expect(staff.getByText("A second factor is no longer required")).toBeVisible();
    await member.goto(`${origin("main")}/login`);
    await signIn(member, email);
    await member.waitForURL("**/home");
  },
);

import { signIn } from "../support/deeds.ts";
import { accounts, origin } from "../support/doors.ts";
import { expect, test } from "../support/test.ts";

/** Tabs of one browser know of each other's sign-ins and sign-outs. */

test(
  "a sign-in and a sign-out are told in the other tab",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const one = await visit(null, "main", "/login");
    const other = await one.context().newPage();
    await other.goto(`${origin("main")}/login`);
    await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
    await signIn(one, accounts.member);
    await other.waitForURL("**/communities");
    await expect(other.getByText(/^You signed in as .* in another tab\.$/)).toBeVisible();
    await one.waitForURL("**/communities");

    await one.getByRole("button", { name: /Account menu/ }).click();
    await one.getByRole("menuitem", { name: "Log Out" }).click();
    await other.waitForURL("**/login");
    await expect(other.getByText("Session expired. Please log in again.")).toBeHidden();
  },
);

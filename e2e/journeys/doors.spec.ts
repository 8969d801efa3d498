import { accounts } from "../support/doors.ts";
import { expect, test } from "../support/test.ts";

test("someone from outside sees a portal's front door and nothing inside", async ({ visit }) => {
  const page = await visit("outsider", "ashcombe", "/communities");
  const name = "Ashcombe College Alumni Association";
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(/You are not a member of Ashcombe yet|Invite Only/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Communities" })).toHaveCount(0);
});

test("a paused account reads why, and can only leave", async ({ visit }) => {
  const page = await visit("paused", "main", "/communities");
  await page.waitForURL("**/access-paused");
  await expect(page.getByRole("heading", { name: "Your account is paused" })).toBeVisible();
  await expect(page.getByText(accounts.paused)).toBeVisible();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
});

test("a visitor is asked to sign in, at every door", async ({ visit }) => {
  for (const door of ["main", "ashcombe", "htwu"] as const) {
    const page = await visit(null, door, "/communities");
    await page.waitForURL("**/login**");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
});

test("an address that leads nowhere comes back to the house", async ({ visit }) => {
  const page = await visit("member", "main", "/no-such-room");
  await page.waitForURL("**/communities");
  await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
});

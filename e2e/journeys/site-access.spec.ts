import { expectAccessible } from "../support/accessible.ts";
import { accounts, origin, password } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

test("a non-member sees only a portal's front door", async ({ visit }) => {
  const page = await visit("outsider", "ashcombe", "/communities");
  const name = "Ashcombe College Alumni Association";
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(/You are not a member of Ashcombe yet|Invite Only/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Communities" })).toHaveCount(0);
});

test("a suspended member reads the reason and can only sign out", async ({ visit }) => {
  const page = await visit("paused", "main", "/communities");
  await page.waitForURL("**/access-paused");
  await expect(page.getByRole("heading", { name: "Your account is paused" })).toBeVisible();
  await expect(page.getByText(accounts.paused)).toBeVisible();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
});

test("a visitor is redirected to the sign-in on every site", async ({ visit }) => {
  for (const site of ["main", "ashcombe", "htwu"] as const) {
    const page = await visit(null, site, "/communities");
    await page.waitForURL("**/login**");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
});

test.describe("before the email address is verified", () => {
  test.use({ provoked: [/status of 403 .*\/api\/identity\/login\)/] });

  test("a sign-in leads only to the waiting screen", async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await page.getByLabel("Email").fill("unverified@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/verify-email");
    await expect(
      page.getByText(
        "Please verify your email address to continue. Check your inbox for a verification link.",
      ),
    ).toBeVisible();
    await expect(page.getByText("unverified@demo.test")).toBeVisible();
    await page.getByRole("button", { name: "I've Completed Verification" }).click();
    await expect(
      page.getByText(
        "Verification not yet complete. Please check your inbox and click the verification link.",
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${origin("main")}/verify-email`);
    await page.waitForURL("**/login");
  });
});

test("a portal redirects pages of the main site to it", async ({ visit }) => {
  for (const path of ["/waitlist", "/staff", "/affiliations/new"]) {
    const page = await visit(null, "ashcombe", path);
    await page.waitForURL(`${origin("main")}${path === "/waitlist" ? path : "/login"}`);
  }
});

test("an unknown address redirects home", async ({ visit }) => {
  const page = await visit("member", "main", "/no-such-room");
  await page.waitForURL("**/home");
  await expect(page.getByRole("heading", { name: "Home", level: 1, exact: true })).toBeAttached();
});

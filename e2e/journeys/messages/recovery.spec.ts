import { randomUUID } from "node:crypto";
import { failNext, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { password } from "../../support/sites.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of password recovery and email verification (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

test("errors and rate limits of the recovery form", async ({ visit }) => {
  const page = await visit(null, "main", "/forgot-password");
  await expectText(page, "Recover Password");
  const send = page.getByRole("button", { name: /^Send (another )?link$/ });
  await send.click();
  await expectText(page, "Email is required");
  await page.getByLabel("Email").fill("nobody");
  await expectText(page, "Invalid email address format.");
  await page.getByLabel("Email").fill(`nobody-${randomUUID().slice(0, 8)}@demo.test`);
  await expectTextOnFailure(page, "POST identity/password/forgot", () => send.click(), [
    [{ status: 500 }, "Failed to send password reset email"],
    [null, "Network error. Please check your connection and try again."],
  ]);
  const answered = page.waitForResponse("**/api/identity/password/forgot");
  await send.click();
  expect((await answered).status()).toBeLessThan(300);
  await send.click();
  await expectText(page, "Too many requests. Please wait before requesting another reset email.");
});

test("errors of the new-password form", async ({ visit }) => {
  const page = await visit(null, "main", "/reset-password?token=0");
  const save = () => page.getByRole("button", { name: "Save new password" }).click();
  const fresh = page.getByLabel("New password", { exact: true });
  await save();
  await expectText(page, "Password is required");
  await fresh.fill("Short1");
  await save();
  await expectText(page, "Password must be at least 8 characters long");
  await expectText(page, "Passwords do not match");
  await fresh.fill("alllowercase");
  await expectText(
    page,
    "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  );
  await fresh.fill("Marble-Ferry-31");
  await page.getByLabel("Confirm new password").fill("Marble-Ferry-31");
  await expectTextOnFailure(page, "POST identity/password/reset", save, [
    [{ status: 500 }, "Failed to update password"],
  ]);
});

test("failures to send another verification link", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await page.clock.install();
  await page.getByLabel("Email").fill("unverified@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectText(
    page,
    "Please verify your email address to continue. Check your inbox for a verification link.",
  );
  await expect(page.getByRole("button", { name: "I've Completed Verification" })).toBeVisible();
  const resend = page.getByRole("button", { name: "Resend link", exact: true });
  const ask = async () => {
    await page.clock.runFor("01:01");
    await resend.click();
  };
  await expectTextOnFailure(page, "POST identity/verification/resend", ask, [
    [{ status: 403, detail: "This account has been disabled." }, "This account has been disabled."],
    [{ status: 404, detail: "User account not found." }, "User account not found."],
    [
      { status: 500, detail: "Failed to send verification link. Please try again later." },
      "Failed to send verification link. Please try again later.",
    ],
  ]);
  await ask();
  await expectText(page, "Verification link sent! Please check your inbox and spam folder.");
  // The page's clock is ahead of the server's.
  await ask();
  await expectText(
    page,
    "Too many requests. Please wait before requesting another verification email.",
  );
  await failNext(page, "POST identity/login", { status: 500 });
  await page.getByRole("button", { name: "I've Completed Verification" }).click();
  await expectText(page, "An error occurred while checking verification status.");
});

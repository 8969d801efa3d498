import type { Page } from "@playwright/test";
import { signIn } from "../../support/actions.ts";
import { origin, password } from "../../support/sites.ts";
import { failNext, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { addAuthenticator } from "../../support/authenticator.ts";
import { call, items } from "../../support/http.ts";
import { escape } from "../../support/keyboard.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of settings, profile and second factors (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

async function signedIn(page: Page, email: string, path: string): Promise<void> {
  await signIn(page, email);
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}${path}`);
}

test("refusals of a password change", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signedIn(page, "fatou@demo.test", "/settings/password");
  const change = () => button(page, "Change password").click();
  const [now, next, again] = ["Current password", "New password", "Confirm new password"].map(
    (label) => page.getByLabel(label, { exact: true }),
  );
  if (now === undefined || next === undefined || again === undefined) throw new Error("no form");
  await next.fill("short");
  await change();
  await expectText(page, "Current password is required to change your password");
  await expectText(page, "Password must be at least 6 characters long");
  await expectText(page, "Passwords do not match");
  await next.fill("x".repeat(129));
  await expectText(page, "Password must be no more than 128 characters long");

  const choose = async (current: string, wanted: string) => {
    await now.fill(current);
    await next.fill(wanted);
    await again.fill(wanted);
    await change();
  };
  await choose(password, "password");
  await expectText(page, "Password is too weak. Please choose a stronger password.");
  await choose("x".repeat(129), "Marble-Ferry-31");
  await expectText(page, "Invalid credentials provided");
  const submit = () => choose(password, "Marble-Ferry-31");
  await expectTextOnFailure(page, "POST identity/password/change", submit, [
    [{ status: 500 }, "Failed to update password"],
    // An existing account always has an email address and is active, but may lack a password.
    ...[
      "User email not available for reauthentication",
      "User credentials do not match",
      "User account not found",
      "This account has been disabled.",
      "Failed to re-authenticate",
    ].map((detail) => [{ status: 409, detail }, detail] as const),
  ]);
  // Step-up authentication is required only after a transfer or some minutes after the sign-in.
  const proof = "For security, you must sign in again before changing your password.";
  await failNext(page, "POST identity/password/change", {
    status: 403,
    code: "proof-required",
    detail: proof,
  });
  await submit();
  const confirming = page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(confirming).toContainText(proof);
  await escape(confirming);
  await expect(page.getByRole("dialog")).toBeHidden();
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse("**/api/identity/password/change");
    await choose("Not-the-password-1", "Marble-Ferry-31");
    expect((await answered).status()).toBe(422);
  }
  await expectText(page, "Current password is incorrect");
  await choose("Not-the-password-1", "Marble-Ferry-31");
  await expectText(page, "Too many failed attempts. Please try again later.");
});

test("a device that was already signed out", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signedIn(page, "samir@demo.test", "/about");
  const other = await visit(null, "main", "/login");
  await signedIn(other, "samir@demo.test", "/about");
  await page.goto(`${origin("main")}/settings/devices`);
  const end = () => page.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
  await expect(button(page, /^Sign out (?!everywhere)/)).toBeVisible();
  await expectTextOnFailure(page, "DELETE me/sessions/*", end, [
    [{ status: 500 }, "Failed to sign out"],
  ]);
  const cookies = Object.fromEntries(
    (await page.context().cookies(origin("main"))).map(({ name, value }) => [name, value]),
  );
  const gone = items((await call("main", "/api/me/sessions", { cookies })).body).find(
    ({ isCurrent }) => isCurrent === false,
  );
  await call("main", `/api/me/sessions/${String(gone?.["id"])}`, { method: "DELETE", cookies });
  await end();
  await expectText(page, "No session found");
});

test("a rate limit shows the time", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signedIn(page, "imran@demo.test", "/settings/notifications");
  const box = page.getByRole("checkbox", { name: "Notify me about activity" });
  for (let times = 0; times < 11; times += 1) {
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/me") && answer.request().method() === "PATCH",
    );
    await box.click();
    await answered;
  }
  await expectText(page, /Rate limit exceeded\. Try again at \S+/);
});

test("failures of authenticator app, backup codes and passkeys", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await addAuthenticator(page);
  await signedIn(page, "weilin@demo.test", "/settings/two-factor");
  await expectTextOnFailure(
    page,
    "POST me/mfa/totp",
    () => button(page, "Set up two-factor authentication").click(),
    [[{ status: 500, detail: "Failed to generate TOTP secret" }, "Failed to generate TOTP secret"]],
  );
  await button(page, "Set up two-factor authentication").click();
  const dialog = page.getByRole("dialog");
  const turnOn = async () => {
    await dialog.getByLabel("Verification code").fill("000000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
  };
  await expectTextOnFailure(page, "POST me/mfa/totp/confirm", turnOn, [
    [{ status: 500 }, "Failed to enroll MFA"],
  ]);
  await turnOn();
  await expectText(page, "Invalid verification code");

  await page.goto(`${origin("main")}/settings/passkeys`);
  await button(page, "Add a passkey").click();
  await expectText(page, "Your passkey was added.");
  const cookies = Object.fromEntries(
    (await page.context().cookies(origin("main"))).map(({ name, value }) => [name, value]),
  );
  const [passkey] = items((await call("main", "/api/me/passkeys", { cookies })).body);
  const gone = await call("main", `/api/me/passkeys/${String(passkey?.["id"])}`, {
    method: "DELETE",
    cookies,
  });
  expect(gone.status).toBeLessThan(300);
  await button(page, /^Remove /).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectText(page, "MFA factor not found");
});

test("backup codes that were not created are not shown", async ({ visit }) => {
  const page = await visit("second", "main", "/settings/two-factor", (fresh) =>
    fresh.route("**/api/me", async (route) => {
      const answer = await route.fetch();
      const me: object = await answer.json();
      const secondFactor = {
        hasTotp: true,
        totpEnrolledAt: "2026-01-05T10:00:00Z",
        lastUsed: null,
        backupCodesLeft: 2,
        passkeys: 0,
        isOffered: true,
        isRequired: false,
        enforcedFrom: null,
      };
      await route.fulfill({ response: answer, json: { ...me, secondFactor } });
    }),
  );
  const words = "Failed to regenerate backup codes";
  await expectTextOnFailure(
    page,
    "POST me/mfa/backup-codes",
    () => button(page, "New backup codes").click(),
    [[{ status: 500, detail: words }, words]],
  );
});

test("errors of profile fields and of the handle", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signedIn(page, "nikhil@demo.test", "/profile/edit");
  const save = () => button(page, "Save profile").click();
  const bio = page.getByLabel("About you");
  await page.getByLabel("First name").fill("N");
  await page.getByLabel("Last name").fill("R4o");
  await bio.fill("x".repeat(501));
  await page.getByLabel("Second email address").fill("nobody");
  await save();
  await expectText(page, "First name must be at least 2 characters long");
  await expectText(page, "Last name contains invalid characters");
  await expectText(page, "Content exceeds maximum length of 500 characters");
  await expectText(page, "Invalid email format");
  await page.reload();
  await bio.fill("<script>alert(1)</script>");
  await save();
  await expectText(page, "Content contains potentially harmful code");
  await bio.fill("Reads tide tables.");
  await page.getByLabel("Handle").fill("kboateng");
  await expectText(page, "This handle is already taken. Please choose another one.");
  await page.getByLabel("Handle").fill(`nikhil.${String(Date.now()).slice(-8)}`);
  await expectTextOnFailure(page, "PATCH me", save, [
    [
      { status: 403, detail: "Forbidden" },
      "Permission denied. Please try logging out and back in.",
    ],
    [null, "An unexpected error occurred: Network error."],
    [{ status: 404, detail: "User not found" }, "User not found"],
  ]);
  const stored = "Profile updated, but your old handle couldn't be removed completely.";
  await expectTextOnFailure(page, "PUT me/handle", save, [
    [
      { status: 403, detail: "Forbidden" },
      "Permission denied when updating your handle. Your profile was updated, but your handle remains unchanged.",
    ],
    [null, "Failed to update your handle. Network error."],
    [{ status: 409, detail: stored }, stored],
  ]);
});

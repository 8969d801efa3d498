import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signIn } from "../../support/actions.ts";
import { accounts, origin, password } from "../../support/sites.ts";
import { failNext, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { changeMe, notOnboarded } from "../../support/onboarding.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of the sign-in and the session (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const someone = () => `nobody-${randomUUID().slice(0, 8)}@demo.test`;

async function fill(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
}

test("the sign-in's texts and form errors", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await expectText(page, "Log In to Your Account");
  await expectText(page, "Recover Password");
  await expect(page.getByRole("checkbox", { name: "Stay signed in" })).toBeVisible();
  await button(page, "Sign In").click();
  await expectText(page, "Email is required");
  await expectText(page, "Password is required");
  await fill(page, "nobody", "short");
  await expectText(page, "Invalid email format");
  await expectText(page, "Password must be at least 6 characters");
});

test("the server counts wrong passwords, and the wait is shown once", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  const refusal = page.getByRole("alert");
  const tries = async (words: string | RegExp) => {
    await expect(async () => {
      await button(page, "Sign In").click();
      await expect(refusal.filter({ hasText: words })).toBeVisible({ timeout: 700 });
    }).toPass();
  };
  await fill(page, someone(), "Not-the-password-1");
  await button(page, "Sign In").click();
  await expectText(page, "Invalid email or password.");
  await expectText(page, "4 attempts remaining");
  await tries(/^Too many login attempts\. Please wait until \d+:\d\d:\d\d( [AP]M)?$/);
  // The server delays repeated attempts by seconds, so the last one takes a while.
  const limit = "Too many login attempts. Please try again in 30 minute(s).";
  await expectTextOnFailure(page, "POST identity/login", () => button(page, "Sign In").click(), [
    [
      {
        status: 401,
        code: "invalid-login",
        detail: "Invalid email or password.",
        attemptsRemaining: 0,
        retryAfter: 1800,
      },
      "Too many attempts. Please try again in 30 minute(s).",
    ],
    [{ status: 429, code: "rate-limited", detail: limit, retryAfter: 1795 }, limit],
  ]);
  await expect(refusal.filter({ hasText: /./ })).toHaveText([limit]);
});

test("failures of a sign-in", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await fill(page, someone(), "Not-the-password-1");
  const submit = () => button(page, "Sign In").click();
  const blocked =
    "Too many unsuccessful login attempts. Please try again later or reset your password.";
  await expectTextOnFailure(page, "POST identity/login", submit, [
    [{ status: 500 }, "Login failed. Please try again."],
    [
      { status: 500, detail: "An error occurred. Please try again." },
      "An error occurred. Please try again.",
    ],
    [{ status: 503 }, "Service temporarily unavailable. Please try again later."],
    [null, "Network error. Please check your connection and try again."],
    // A hundred wrong passwords would take days.
    [{ status: 429, code: "rate-limited", detail: blocked }, blocked],
  ]);
  await page.route("**/api/identity/login", async (route) => {
    await expect(button(page, "Signing in...")).toBeVisible();
    await route.continue();
  });
  await submit();
  await expectText(page, "Invalid email or password.");
});

test("a proof is bound to its browser and expires with the sign-out", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await page.route("**/api/usersSignin", async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
  await signIn(page, "gareth@demo.test");
  await expectText(page, "Failed to create session");
  // The password was correct.
  await expect(page.getByText("attempts remaining")).toHaveCount(0);
  await page.unroute("**/api/usersSignin");

  // Signs in and out of the same browser without a tab, whose changes this page would follow.
  const headers = { "X-Guildhall": "1", Origin: origin("main") };
  const post = async (path: string, data: Record<string, unknown>) => {
    const answer = await page.request.post(`${origin("main")}/api/${path}`, { headers, data });
    expect(answer.ok(), path).toBe(true);
    return answer;
  };
  const login = { email: "gareth@demo.test", password, staySignedIn: false };
  const { idToken } = await (await post("identity/login", login)).json();
  await post("usersSignin", { idToken });
  await page.route("**/api/usersSignin", async (route) => {
    // A request in flight at the sign-out carries the cookies of before.
    const cookies = await page.context().cookies();
    await post("usersSignout", {});
    await page.context().addCookies(cookies);
    await route.continue();
  });
  await button(page, "Sign In").click();
  await expectText(page, "Logout in progress");
});

test("failures of sign-out and session check", async ({ visit }) => {
  const page = await visit("second", "main", "/communities", ({ clock }) => clock.install());
  await expectText(page, "My Communities");
  const leave = async () => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Log Out" }).click();
  };
  await expectTextOnFailure(page, "POST usersSignout", leave, [
    [null, "Logout failed. Please try again."],
    [{ status: 500 }, "Failed to logout. Please try again."],
  ]);
  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  await expectTextOnFailure(page, "POST usersCheckAuthStatus", comeBack, [
    [{ status: 500 }, "Failed to check auth status"],
  ]);
  await page.route("**/api/usersCheckAuthStatus", (route) => route.fulfill({ json: { uid: "u" } }));
  await page.clock.fastForward("00:06");
  await comeBack();
  await expectText(page, "No custom token received");
});

test("a session that ends elsewhere is reported", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await page.clock.install();
  await signIn(page, "rosa@demo.test");
  await page.waitForURL("**/home");
  await expectText(page, "The latest posts from your communities.");
  await page.context().clearCookies();
  // The session is checked every five seconds and the message is shown for three, so the clock
  // advances in small steps.
  const said = page.getByText("Session expired. Please log in again.");
  await expect(async () => {
    await page.clock.runFor("00:01");
    await expect(said).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});

test("a suspended member can only sign out", async ({ visit }) => {
  const page = await visit("paused", "main", "/communities");
  await expectText(page, "Paused");
  await expect(button(page, "Log Out")).toBeVisible();
});

test("the onboarding's texts and its failure", async ({ visit }) => {
  const page = await visit("member", "main", "/welcome", notOnboarded);
  await expect(button(page, "Decline & Step Away")).toBeVisible();
  await button(page, "Continue Setup").click();
  const join = async () => button(page, "Join").click();
  for (const title of ["Terms of Service", "Community Guidelines", "Privacy Policy"]) {
    const box = page.getByRole("checkbox", { name: `I have read and agree to the ${title}` });
    await page.keyboard.press("End");
    await box.check();
    if (title !== "Privacy Policy") await button(page, "Continue").click();
  }
  const words = "There was an error completing your onboarding. Please try again.";
  const agree =
    "You must agree to the community guidelines, privacy policy, and terms of service to continue";
  await expectTextOnFailure(page, "POST me/onboarding", join, [
    [{ status: 500 }, words],
    [{ status: 422, code: "agreements-required", detail: agree }, agree],
  ]);
  await page.unroute("**/api/me");
  await join();
  await expectText(page, "Welcome to your verified communities!");
});

test("a member who becomes unverified during onboarding is sent to the verification", async ({
  visit,
}) => {
  const page = await visit("member", "main", "/welcome", (fresh) =>
    notOnboarded(fresh, { needsTerms: false, needsGuidelines: false }),
  );
  await button(page, "Continue Setup").click();
  await button(page, "Continue").click();
  await failNext(page, "GET legal/privacy-policy", { status: 404, detail: "Not found" });
  await button(page, "Continue").click();
  await expectText(page, "Unable to load Privacy Policy. Please contact support.");
  await button(page, "Try Again").click();
  await page.getByRole("region", { name: "Privacy Policy, full text" }).focus();
  await page.keyboard.press("End");
  await page.getByRole("checkbox").check();
  await page.unroute("**/api/me");
  await changeMe(page, {
    onboarding: {
      needsEmailVerification: true,
      needsTerms: false,
      needsGuidelines: false,
      needsPrivacy: true,
      needsReset: false,
      complete: false,
    },
  });
  await failNext(page, "POST me/onboarding", {
    status: 403,
    code: "email-not-verified",
    detail: "Please verify your email address to continue.",
  });
  await button(page, "Join").click();
  await expect(page.getByRole("link", { name: "Verify Email" })).toBeVisible();
});

test("errors of a second factor", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signIn(page, "mfa@demo.test");
  await expectText(page, "Two-factor authentication is required to complete sign-in.");
  const send = async () => {
    await page.getByLabel(/code/i).first().fill("00000000");
    await button(page, "Verify").click();
  };
  await expectTextOnFailure(page, "POST identity/mfa", send, [
    [{ status: 422, detail: "Unsupported MFA factor" }, "Unsupported MFA factor"],
    [{ status: 404, detail: "MFA factor not found" }, "MFA factor not found"],
  ]);
  await send();
  await expectText(page, "Invalid verification code");
});

test("a failed check of a backup code", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await page.route("**/api/identity/login", (route) =>
    route.fulfill({
      json: { outcome: "mfaRequired", resolver: "r", factors: ["totp", "backup-code"], detail: "" },
    }),
  );
  await signIn(page, accounts.member);
  await button(page, "Use a backup code").click();
  const send = async () => {
    await page.getByLabel("Backup code").fill("00000000");
    await button(page, "Verify").click();
  };
  await expectTextOnFailure(page, "POST identity/mfa", send, [
    [{ status: 500, detail: "Backup code verification failed" }, "Backup code verification failed"],
  ]);
});

test("a banned user sees the ban at the sign-in", async ({ visit }) => {
  const staff = await visit(null, "main", "/login");
  await signIn(staff, accounts.staff);
  await staff.waitForURL("**/home");
  await staff.goto(`${origin("main")}/staff/users?q=colm@demo.test`);
  await staff.getByRole("table").getByRole("link").first().click();
  const act = async (action: string) => {
    await button(staff, action).click();
    await staff.getByRole("dialog").getByLabel("Reason").fill("Sold forged papers");
    await staff.getByRole("dialog").getByRole("button", { name: action }).click();
  };
  await act("Ban");
  await expectText(staff, "Account banned");
  const page = await visit(null, "main", "/login");
  await fill(page, "colm@demo.test", password);
  await button(page, "Sign In").click();
  await expectText(page, "Account is suspended or banned");
  await act("Lift the ban or suspension");
  await expectText(staff, "Account reinstated");
});

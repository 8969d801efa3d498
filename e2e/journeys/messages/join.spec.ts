import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signIn } from "../../support/actions.ts";
import { accounts, origin, password } from "../../support/sites.ts";
import { passInviteGate, showCode, signUp } from "../../support/sign-up.ts";
import { failNext, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { call, cookiesIn, text } from "../../support/http.ts";
import { anyNetwork } from "../../support/networks.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of the invite gate and the sign-up (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

const newcomer = () => `newcomer-${randomUUID().slice(0, 8)}@demo.test`;
const proceed = (page: Page) => page.getByRole("button", { name: "Proceed to Signup" }).click();
const create = (page: Page) => page.getByRole("button", { name: "Create account" }).click();

test("the gate's texts, refusals of codes, and the lock after five attempts", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await expectText(page, "Exclusive Access Required");
  await expect(page.getByRole("button", { name: "Proceed to Signup" })).toBeVisible();
  await expectText(page, "Join Early Access Waitlist");
  await proceed(page);
  await expectText(page, "Please enter an invite code");
  await page.getByLabel("Invite code").fill("NO-SUCH-CODE");
  await expectTextOnFailure(page, "POST invite-codes/validate", () => proceed(page), [
    [{ status: 500 }, "An error occurred while validating the code."],
    [null, "Network error. Please check your connection and try again."],
  ]);
  for (const [code, words] of [
    ["SPENT001", "This invite code has reached its usage limit."],
    ["EXPIRED1", "This invite code has expired."],
    ["NO-SUCH-CODE", "Invalid invite code."],
    ["NO-SUCH-COD", "Invalid invite code."],
    ["NO-SUCH-CO", "Invalid invite code."],
  ] as const) {
    const answered = page.waitForResponse("**/api/invite-codes/validate");
    await showCode(page, code);
    await answered;
    await expectText(page, words);
  }
  await proceed(page);
  await expectText(page, "Too many attempts. Please try again later.");
});

test.describe("from a network that tried many codes", () => {
  const network = anyNetwork();
  test.use({ network });

  test("shows the server's wait", async ({ visit }) => {
    for (let tries = 0; tries < 10; tries += 1) {
      await call("main", "/api/invite-codes/validate", {
        method: "POST",
        body: { code: `WRONG-${tries}` },
        network,
      });
    }
    const page = await visit(null, "main", "/signup");
    await showCode(page, "WELCOME1");
    await expectText(page, "Too many validation attempts. Please try again in 30 minute(s).");
  });
});

test("a valid code shows the welcome before the form", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await showCode(page, "WELCOME1");
  await expectText(page, "Redirecting to signup form...");
  await expectText(page, "Welcome to Guildhall");
});

test.describe("on a phone that loses its timers", () => {
  test.use({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile Safari" });

  test("a button opens the form", async ({ visit }) => {
    const page = await visit(null, "main", "/about");
    await page.addInitScript(() => {
      const real = window.setTimeout;
      const losing = (work: () => void, after?: number) =>
        after === 800 || after === 1800 ? 0 : real(work, after === 4000 ? 400 : after);
      Reflect.set(window, "setTimeout", losing);
    });
    await page.goto(`${origin("main")}/signup`);
    await showCode(page, "WELCOME1");
    await page.getByRole("button", { name: "Continue to Signup" }).click();
    await expect(page.getByLabel("First name")).toBeEnabled();
  });
});

test("the form shows the error of every field", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await passInviteGate(page, "WELCOME1");
  await expect(page.getByRole("button", { name: "Sign up with Google" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Log in", exact: true })).toBeVisible();
  await create(page);
  await expectText(page, "All fields are required.");
  await expectText(page, "Email is required");
  await expectText(
    page,
    "You must agree to the Terms of Service and Privacy Policy to create an account.",
  );
  const secret = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Email").fill("nobody");
  await expectText(page, "Invalid email address");
  await secret.fill("short");
  await expectText(page, "Password must be at least 8 characters long");
  await expectText(page, "Passwords do not match");
  await secret.fill("alllowercase");
  await expectText(
    page,
    "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  );
  await secret.fill(`Aa1${"x".repeat(126)}`);
  await expectText(page, "Password must be no more than 128 characters long");
});

test.describe("sign-ups from one browser", () => {
  const network = anyNetwork();
  test.use({ network });

  test("are refused with the server's messages and slowed down", async ({ visit }) => {
    const page = await visit(null, "main", "/signup");
    await passInviteGate(page, "WELCOME1");
    await signUp(page, accounts.member);
    const taken = "This email is already registered. Please use a different email or sign in.";
    await expectText(page, taken);
    // Signs up further users, each as soon as permitted, until the wait is an hour.
    const join = await aJoin();
    const stored = await page.context().cookies(origin("main"));
    const cookies = cookiesIn(Object.fromEntries(stored.map(({ name, value }) => [name, value])));
    const another = async () => {
      const body = { ...join, email: newcomer() };
      const sent = { method: "POST", body, network, cookies } as const;
      const answer = await call("main", "/api/identity/join", sent);
      return JSON.stringify(answer.body);
    };
    await expect.poll(another).toContain("try again in 60 minute(s)");
    await page.getByLabel("Email").fill(newcomer());
    await create(page);
    await expectText(page, /Too many signup attempts\. Please try again in \d+ minute\(s\)\./);
  });
});

async function aJoin() {
  const code = await call("main", "/api/invite-codes/validate", {
    method: "POST",
    body: { code: "WELCOME1" },
  });
  return {
    email: newcomer(),
    firstName: "Nora",
    lastName: "Lindqvist",
    password,
    confirmPassword: password,
    inviteCodeId: text(code.body, "inviteCodeId"),
  };
}

test("refusals of the sign-up", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await passInviteGate(page, "WELCOME1");
  await page.getByLabel("First name").fill("N");
  await page.getByLabel("Last name").fill("L1ndqvist");
  await page.getByRole("checkbox").check();
  const choose = async (secret: string) => {
    await page.getByLabel("Password", { exact: true }).fill(secret);
    await page.getByLabel("Confirm password").fill(secret);
    await page.getByLabel("Email").fill(newcomer());
    await create(page);
  };
  await choose("Short1x");
  await expectText(page, "Password must be at least 8 characters long");
  await expectText(page, "First name must be at least 2 characters long");
  await expectText(page, "Last name contains invalid characters");
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Lindqvist");
  await choose("Password1");
  await expectText(page, "Password is too weak. Please choose a stronger password.");
  const again = () => choose(password);
  await expectTextOnFailure(page, "POST identity/join", again, [
    [{ status: 500 }, "Signup failed. Please try again."],
    [
      { status: 500, detail: "Failed to send verification email" },
      "Failed to send verification email",
    ],
    [
      { status: 500, detail: "An error occurred. Please try again." },
      "An error occurred. Please try again.",
    ],
  ]);
  await page.getByLabel("Email").fill("nora..l@demo.test");
  await create(page);
  await expectText(page, "Invalid email address format.");

  // Failed requests do not lock the form in the browser.
  await page.getByLabel("Email").fill("once-more@demo.test");
  for (let times = 0; times < 4; times += 1) {
    await failNext(page, "POST identity/join", { status: 500 });
    const answered = page.waitForResponse("**/api/identity/join");
    await create(page);
    await answered;
    await expectText(page, "Signup failed. Please try again.");
  }
  await expectTextOnFailure(page, "POST identity/join", () => create(page), [
    [
      { status: 429, code: "rate-limited", detail: "Too many.", retryAfter: 8 },
      /Too many signup attempts\. Please wait until \d+:\d\d/,
    ],
  ]);
});

test("a code deactivated meanwhile creates no account", async ({ visit }) => {
  const staff = await visit(null, "main", "/login");
  await signIn(staff, accounts.staff);
  await staff.waitForURL("**/home");
  const cookies = cookiesIn(
    Object.fromEntries(
      (await staff.context().cookies(origin("main"))).map(({ name, value }) => [name, value]),
    ),
  );
  const code = `HERON-${randomUUID().slice(0, 6)}`.toUpperCase();
  const made = await call("main", "/api/staff/invite-codes", {
    method: "POST",
    body: { code, maxUses: 1 },
    cookies,
  });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);

  const page = await visit(null, "main", "/signup");
  await passInviteGate(page, code);
  const taken = await call("main", `/api/staff/invite-codes/${text(made.body, "id")}/deactivate`, {
    method: "POST",
    cookies,
  });
  expect(taken.status).toBeLessThan(300);
  await signUp(page, newcomer());
  await expectText(page, "Invalid or expired invite code. Please try again with a valid code.");
});

import type { Page } from "@playwright/test";
import { changeMe, notOnboarded } from "../support/onboarding.ts";
import { password } from "../support/sites.ts";
import { respondWith, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens before the app: sign-in, sign-up, recovery, onboarding and the suspension notice. */

const requested = "Two-factor authentication is required to complete sign-in.";

/** Mocks the response to a correct password; `second-factor.spec.ts` uses the real one. */
const afterPassword =
  (answer: object, status = 200) =>
  async (page: Page) => {
    await page.route("**/api/identity/login", (route) => route.fulfill({ status, json: answer }));
    await page.getByLabel("Email").fill("member@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
  };

async function mustEnrol(page: Page): Promise<void> {
  await page.route("**/api/identity/mfa/enrol", (route) =>
    route.fulfill({
      json: {
        secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        otpauthUri: "otpauth://totp/Guildhall:member@demo.test?secret=JBSWY3DPEHPK3PXP",
      },
    }),
  );
  await afterPassword({ outcome: "mfaEnrolmentRequired", resolver: "r", detail: requested })(page);
}

async function withCode(page: Page): Promise<void> {
  await page.route("**/api/invite-codes/validate", (route) =>
    route.fulfill({ json: { inviteCodeId: "c", autoInviteToAffiliation: null } }),
  );
  await page.getByLabel("Invite code").fill("WELCOME1");
  await page.getByRole("button", { name: "Proceed to Signup" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

const unverified = (page: Page) =>
  changeMe(page, {
    emailVerified: false,
    onboarding: {
      needsEmailVerification: true,
      needsTerms: true,
      needsGuidelines: true,
      needsPrivacy: true,
      needsReset: false,
      complete: false,
    },
  });

const tied = {
  outcome: "accountExists",
  email: "member@demo.test",
  ticket: "t",
  message: "This email is already registered. Please use a different email or sign in.",
  staySignedIn: false,
};

export const entryScreens: readonly Screen[] = [
  ...everywhere({
    name: "login",
    who: null,
    path: "/login",
    shows: (page) => page.getByRole("button", { name: "Sign In" }),
  }),
  {
    name: "login-refused",
    who: null,
    site: "main",
    path: "/login",
    before: afterPassword(
      { code: "invalid-credentials", detail: "Invalid email or password.", errors: [] },
      401,
    ),
    shows: (page) => page.getByText("Invalid email or password."),
    provokes: [/status of 401/],
  },
  {
    name: "login-verified",
    who: null,
    site: "main",
    path: "/login?verified=true",
    shows: (page) => page.getByText(/Email verified successfully/),
  },
  ...everywhere({
    name: "login-second-factor",
    who: null,
    path: "/login",
    before: afterPassword({
      outcome: "mfaRequired",
      resolver: "r",
      factors: ["totp", "backup-code"],
      detail: requested,
    }),
    shows: (page) => page.getByLabel("Verification code"),
  }),
  ...onBothBuilds({
    name: "login-enrolment",
    who: null,
    path: "/login",
    before: mustEnrol,
    alone: true,
    shows: (page) => page.getByRole("img", { name: "QR code for your authenticator app" }),
  }),
  {
    name: "google-connect",
    who: null,
    site: "main",
    path: "/login/google",
    prepare: respondWith("identity/google/finish", tied),
    shows: (page) => page.getByRole("dialog", { name: "Account Already Exists" }),
    provokes: [/status of 4\d\d/],
  },
  {
    name: "google-failed",
    who: null,
    site: "main",
    path: "/login/google#refused",
    shows: (page) => page.getByRole("alert").getByRole("link", { name: "Back to login" }),
    provokes: [/status of 4\d\d/],
  },
  ...onBothBuilds({
    name: "forgot-password",
    who: null,
    path: "/forgot-password",
    shows: (page) => page.getByLabel("Email"),
  }),
  ...onBothBuilds({
    name: "reset-password",
    who: null,
    path: "/reset-password?token=0",
    shows: (page) => page.getByLabel("Confirm new password"),
  }),
  {
    name: "reset-no-link",
    who: null,
    site: "main",
    path: "/reset-password",
    shows: (page) => page.getByRole("link", { name: "Request a new link" }),
  },
  ...everywhere({
    name: "signup-gate",
    who: null,
    path: "/signup",
    shows: (page) => page.getByRole("heading", { name: "Exclusive Access Required" }),
  }),
  ...everywhere({
    name: "signup",
    who: null,
    path: "/signup",
    before: withCode,
    shows: (page) => page.getByRole("button", { name: "Create account" }),
  }),
  ...onBothBuilds({
    name: "verify-email",
    who: "member",
    path: "/verify-email",
    prepare: unverified,
    shows: (page) => page.getByRole("heading", { level: 1 }),
  }),
  ...onBothBuilds({
    name: "onboarding-overview",
    who: "member",
    path: "/welcome",
    prepare: notOnboarded,
    shows: (page) => page.getByRole("button", { name: "Continue Setup" }),
  }),
  ...onBothBuilds({
    name: "onboarding-document",
    who: "member",
    path: "/welcome",
    prepare: notOnboarded,
    before: (page) => page.getByRole("button", { name: "Continue Setup" }).click(),
    shows: (page) => page.getByRole("button", { name: /Scroll to the end/ }),
  }),
  {
    name: "paused",
    who: "paused",
    site: "main",
    path: "/access-paused",
    shows: (page) => page.getByRole("heading", { name: "Your account is paused" }),
  },
  {
    name: "transfer-failed",
    who: null,
    site: "ashcombe",
    path: "/transfer",
    shows: (page) => page.getByRole("alert"),
    provokes: [/status of 4\d\d/],
  },
];

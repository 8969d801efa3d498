import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { password } from "../support/sites.ts";
import { call } from "../support/http.ts";
import { passInviteGate, signUp } from "../support/sign-up.ts";
import { linkMailedTo } from "../support/mail.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/** Email verification. Sign-ups are rate limited, so the tests have their own instance. */

const test = withOwnInstance("server-for-sign-ups");

// The requests made to fail, and the used link.
test.use({ provoked: [/status of [45]\d\d|net::ERR_FAILED/] });

const RESEND = "**/api/identity/verification/resend";

async function comeIn(page: Page, email: string): Promise<void> {
  await passInviteGate(page, "welcome1");
  await signUp(page, email);
  await page.waitForURL("**/verify-email");
}

test(
  "a new member waits for the link, requests another, and verifies on another device",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const email = `newcomer-${randomUUID().slice(0, 8)}@demo.test`;
    const page = await visit(null, "main", "/signup");
    await page.clock.install();
    await comeIn(page, email);
    await expectAccessible(page);

    const says = async (words: string) => {
      await expect(page.getByRole("status").getByText(words)).toBeVisible();
    };
    const done = page.getByRole("button", { name: "I've Completed Verification" });
    await done.click();
    await says(
      "Verification not yet complete. Please check your inbox and click the verification link.",
    );
    await page.route("**/api/me", (route) => route.abort());
    await done.click();
    await says("An error occurred while checking verification status.");
    await page.unroute("**/api/me");

    const counting = page.getByRole("button", { name: /^Resend link in \d+ s$/ });
    await expect(counting).toBeDisabled();
    await page.clock.runFor("01:01");
    const again = page.getByRole("button", { name: "Resend link", exact: true });
    await page.route(RESEND, (route) => route.fulfill({ status: 500 }));
    await again.click();
    await says("Failed to resend verification email");
    await page.unroute(RESEND);
    const first = await linkMailedTo(email);
    await again.click();
    await says("Verification link sent! Please check your inbox and spam folder.");
    await expect(counting).toBeDisabled();
    await expect(async () => expect(await linkMailedTo(email)).not.toBe(first)).toPass();
    const link = await linkMailedTo(email);
    const path = new URL(link).pathname + new URL(link).search;

    // A link scanner requests the URL before the reader opens it.
    expect((await call("main", path, { accept: "text/html" })).status).toBe(200);
    await done.click();
    await says(
      "Verification not yet complete. Please check your inbox and click the verification link.",
    );

    // A scanner that runs the page does not verify either: a click is required.
    const elsewhere = await visit(null, "main", path);
    const confirm = elsewhere.getByRole("button", { name: "Confirm my email address" });
    await expect(confirm).toBeVisible();
    await expectAccessible(elsewhere);
    await confirm.click();
    const complete = "Verification complete! Your community awaits.";
    await expect(elsewhere.getByText(complete)).toBeVisible();
    await elsewhere.waitForURL(/\/login\?verified=true/);
    const welcome = "Email verified successfully! You're now ready to log in.";
    await expect(elsewhere.getByText(welcome)).toBeVisible();
    await expectAccessible(elsewhere);

    await page.waitForURL("**/welcome");

    const late = await visit(null, "main", path);
    await late.getByRole("button", { name: "Confirm my email address" }).click();
    const over = "Your email address is already confirmed.";
    await expect(late.getByRole("status").getByText(over)).toBeVisible();
    await expect(late.getByRole("link", { name: "Sign In" })).toBeVisible();
    await expectAccessible(late);

    const cut = await visit(null, "main", path.slice(0, -3));
    await cut.getByRole("button", { name: "Confirm my email address" }).click();
    const incomplete =
      "This verification link is incomplete. Please copy the whole link from your email.";
    await expect(cut.getByRole("alert").getByText(incomplete)).toBeVisible();
    await expectAccessible(cut);
  },
);

test(
  "an unverified user who signs in waits there too, and sees when no link can be sent",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await page.clock.install();
    await page.getByLabel("Email").fill("unverified@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    // The countdown of a minute has started, so that it can end.
    await expect(page.getByRole("button", { name: /^Resend link in \d+ s$/ })).toBeVisible();
    await page.clock.runFor("01:01");
    await page.route(RESEND, (route) => route.fulfill({ status: 500 }));
    await page.getByRole("button", { name: "Resend link", exact: true }).click();
    const words = "An error occurred while resending the verification link.";
    await expect(page.getByRole("status").getByText(words)).toBeVisible();
  },
);

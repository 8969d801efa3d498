import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { accounts, origin, password } from "../../support/sites.ts";
import { expectText } from "../../support/failures.ts";
import { answerAs } from "../../support/issuer.ts";
import { withIssuerInstance } from "../../support/issuer-instance.ts";
import { expect } from "../../support/test.ts";

/**
 * Messages where the operator permits messages that reveal accounts, and of a failing issuer
 * (docs/MESSAGES.md).
 */

const test = withIssuerInstance("server-that-reveals", {
  GUILDHALL_GOOGLE__CLIENT_SECRET: "not-what-the-issuer-knows",
  GUILDHALL_AUTH__REVEAL_ACCOUNTS: "true",
});

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("messages that reveal accounts, and a failing issuer", async ({ visit }) => {
  const nobody = `nobody-${randomUUID().slice(0, 8)}@demo.test`;
  const page = await visit(null, "main", "/login");
  await signIn(page, nobody, password);
  await expectText(page, "No account found with this email.");
  await signIn(page, accounts.second, "Not-the-password-1");
  await expectText(page, "Incorrect password.");

  const google = async () => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    return opened;
  };
  const chooser = async () => {
    const opened = await google();
    await opened.getByRole("heading", { name: "Choose an account" }).waitFor();
    return opened;
  };
  await answerAs(await google(), "nora");
  await expectText(page, "Authentication configuration error. Please contact support.");
  await expect(page.getByText("attempts remaining")).toHaveCount(0);
  // A callback that this browser never requested.
  const window = await chooser();
  await window.goto(`${origin("main")}/api/identity/google/callback?code=another&state=another`);
  await expectText(window, "Google sign-in failed. Please try again.");
  await window.close();
  await expectText(page, "Sign-in was cancelled. Please try again.");
  await (await chooser()).close();
  await expectText(page, "Sign-in was cancelled. Please try again.");
  await google();
  await expectText(
    page,
    /Too many Google sign-in attempts\. Please try again in \d+ minute\(s\)\./,
  );

  await page.getByRole("link", { name: "Recover Password" }).click();
  // The previous screen has a field of the same name.
  await expect(page.getByRole("heading", { name: "Recover Password" })).toBeVisible();
  await page.getByLabel("Email").fill(nobody);
  await page.getByRole("button", { name: "Send link" }).click();
  await expectText(page, "No account found with this email address.");
});

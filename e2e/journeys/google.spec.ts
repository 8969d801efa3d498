import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { accounts, password } from "../support/sites.ts";
import { answerAs } from "../support/issuer.ts";
import { withIssuerInstance } from "../support/issuer-instance.ts";
import { expect } from "../support/test.ts";

/**
 * Sign-in with a real issuer in the browser. The product permits three such sign-ins in five
 * minutes, so each group of tests has its own instance.
 */

const test = withIssuerInstance("server-with-issuer");

/** Opens the issuer's popup with the keyboard. */
async function openIssuer(page: Page, button: string): Promise<Page> {
  await page.getByRole("button", { name: button }).focus();
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  return opened;
}

async function signInAs(page: Page, button: string, person: string | null): Promise<void> {
  const window = await openIssuer(page, button);
  const closed = window.waitForEvent("close");
  await answerAs(window, person);
  await closed;
}

async function passTheGate(page: Page, code: string): Promise<void> {
  await page.getByLabel("Invite code").fill(code);
  await page.keyboard.press("Enter");
  // The form is inert until the dialog is closed.
  await expect(page.getByRole("dialog")).toBeHidden();
}

test.describe("on the main site", { tag: "@only-desktop" }, () => {
  test.use({ provoked: [/status of 4\d\d/] });

  test("an unknown user needs an invite code, signs up, and is known afterwards", async ({
    visit,
  }) => {
    const person = `nora${randomUUID().slice(0, 6)}`;
    const page = await visit(null, "main", "/login");
    await signInAs(page, "Continue with Google", person);
    await page.waitForURL("**/signup");
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
      "An invite code is required to create an account. Please enter a valid invite code.",
    );
    await expectAccessible(page);

    await passTheGate(page, "welcome1");
    await signInAs(page, "Sign up with Google", person);
    await page.waitForURL("**/welcome");

    const again = await visit(null, "main", "/login");
    await signInAs(again, "Continue with Google", person);
    await again.waitForURL("**/welcome");
  });

  test("an account with a password is connected, and cancelling does nothing", async ({
    visit,
  }) => {
    const page = await visit(null, "main", "/login");
    await signInAs(page, "Continue with Google", null);
    await expect(page.getByText("Sign-in was cancelled. Please try again.")).toBeVisible();

    await signInAs(page, "Continue with Google", `member~${accounts.member}`);
    const dialog = page.getByRole("dialog", { name: "Account Already Exists" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/home");

    const again = await visit(null, "main", "/login");
    await signInAs(again, "Continue with Google", `member~${accounts.member}`);
    await again.waitForURL("**/home");
  });
});

test.describe("from a portal", { tag: "@only-phone" }, () => {
  // A user who has not accepted the documents is not transferred.
  test.use({ provoked: [/status of 403 .*\/api\/transfer\)/] });

  test("a member signs in on the main site and is transferred back", async ({ visit }) => {
    const main = await visit(null, "main", "/login");
    await signInAs(main, "Continue with Google", `member~${accounts.member}`);
    const dialog = main.getByRole("dialog", { name: "Account Already Exists" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await main.keyboard.press("Enter");
    await main.waitForURL("**/home");

    const portal = await visit(null, "ashcombe", "/login");
    await signInAs(portal, "Continue with Google", `member~${accounts.member}`);
    await portal.waitForURL("**/home");
    await expect(portal.getByRole("heading", { name: "Latest posts" })).toBeVisible();
    expect(new URL(portal.url()).hostname).toBe("ashcombe.localhost");
  });

  test("a new user stays on the main site, and the whole page navigates there", async ({
    visit,
  }) => {
    const portal = await visit(null, "ashcombe", "/signup");
    await passTheGate(portal, "ashcombe");
    await signInAs(portal, "Sign up with Google", `nell${randomUUID().slice(0, 6)}`);
    await portal.waitForURL("**/welcome");
    expect(new URL(portal.url()).hostname).toBe("localhost");
    await expect(portal.getByText("Sign-in was cancelled. Please try again.")).toHaveCount(0);
  });

  test("without popups the whole page navigates there and back", async ({ visit }) => {
    const portal = await visit(null, "ashcombe", "/signup");
    await passTheGate(portal, "ashcombe");
    await portal.evaluate(() => {
      window.open = () => null;
    });
    await portal.getByRole("button", { name: "Sign up with Google" }).click();
    await expect(
      portal.getByText("Popup was blocked. Please allow popups for this site and try again."),
    ).toBeVisible();
    await portal.getByRole("button", { name: "Continue in this window" }).click();
    await answerAs(portal, `ines${randomUUID().slice(0, 6)}`);
    // A new user accepts the documents on the main site first.
    await portal.waitForURL("**/welcome");
    expect(new URL(portal.url()).hostname).toBe("localhost");
  });
});

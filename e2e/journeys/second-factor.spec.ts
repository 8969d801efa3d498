import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signOut } from "../support/actions.ts";
import { addAuthenticator, totp } from "../support/authenticator.ts";
import { origin, password } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

// The tests provoke wrong codes and missing sessions.
test.use({ provoked: [/status of (401|422)/] });

const requested = "Two-factor authentication is required to complete sign-in.";

async function logIn(page: Page, account: string): Promise<void> {
  await page.getByLabel("Email").fill(`${account}@demo.test`);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const inside = (page: Page) =>
  expect(page.getByRole("heading", { name: "Home", level: 1, exact: true })).toBeAttached();

/** Sets up an authenticator app; returns its secret and the backup codes. */
async function enrol(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto(`${origin("main")}/settings/two-factor`);
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up your authenticator app" });
  await expect(
    dialog.getByRole("img", { name: "QR code for your authenticator app" }),
  ).toBeVisible();
  await expectAccessible(page);
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Verification code").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("Invalid verification code")).toBeVisible();
  await dialog.getByLabel("Verification code").fill(totp(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const saved = page.getByRole("button", { name: "I have saved my codes" });
  await expect(saved).toBeVisible();
  await expectAccessible(page);
  const codes = await page
    .getByRole("list", { name: "Backup codes" })
    .getByRole("listitem")
    .allInnerTexts();
  await saved.click();
  await expect(page.getByText("10 backup codes are left.")).toBeVisible();
  return { secret, codes };
}

async function turnOff(page: Page): Promise<void> {
  await page.goto(`${origin("main")}/settings/two-factor`);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
}

test(
  "a second factor is set up, required, and turned off",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await logIn(page, "tomasz");
    await inside(page);
    const { secret, codes } = await enrol(page);
    expect(codes).toHaveLength(10);

    await signOut(page);
    await logIn(page, "tomasz");
    await expect(page.getByText(requested)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Verification code").fill("000000");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("Invalid verification code")).toBeVisible();
    // The current code was used for the setup.
    await page.getByLabel("Verification code").fill(totp(secret, 30));
    await page.keyboard.press("Enter");
    await inside(page);

    await signOut(page);
    await logIn(page, "tomasz");
    await page.getByRole("button", { name: "Use a backup code" }).click();
    await page.getByLabel("Backup code").fill("1234");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("Invalid backup code")).toBeVisible();
    await page.getByLabel("Backup code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Verify" }).click();
    await inside(page);
    await page.goto(`${origin("main")}/settings/two-factor`);
    await expect(page.getByText("9 backup codes are left.")).toBeVisible();
    await expectAccessible(page);

    await turnOff(page);
    await signOut(page);
    await logIn(page, "tomasz");
    await inside(page);
  },
);

test(
  "a passkey signs in, with or instead of a password",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await addAuthenticator(page);
    await logIn(page, "ingrid");
    await inside(page);
    await page.goto(`${origin("main")}/settings/passkeys`);
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("Your passkey was added.")).toBeVisible();
    const list = page.getByRole("list", { name: "Your passkeys" });
    await list.getByRole("button", { name: /^Rename/ }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Test device");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(list.getByText("Test device")).toBeVisible();
    await expectAccessible(page);

    await signOut(page);
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await inside(page);
    await enrol(page);

    await signOut(page);
    await logIn(page, "ingrid");
    await expect(page.getByText(requested)).toBeVisible();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await inside(page);

    await turnOff(page);
    await page.goto(`${origin("main")}/settings/passkeys`);
    await list.getByRole("button", { name: "Remove Test device" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
    await signOut(page);
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await expect(page.getByText("This passkey was not accepted. Please try again.")).toBeVisible();
  },
);

test("a portal asks for the code and offers no passkey", async ({ visit }) => {
  const page = await visit(null, "ashcombe", "/login");
  await expect(page.getByRole("button", { name: "Continue with a passkey" })).toHaveCount(0);
  await logIn(page, "mfa");
  await expect(page.getByText(requested)).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
  await expectAccessible(page);
});

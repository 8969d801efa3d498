import { accounts, password } from "../../support/sites.ts";
import { withIssuerInstance } from "../../support/issuer-instance.ts";
import { press, tabTo, write } from "../../support/keyboard.ts";
import { expect } from "../../support/test.ts";

/** The issuer's popup with the keyboard only: cancelled, and completed. */

const test = withIssuerInstance("server-with-issuer-for-keys");

test.use({ provoked: [/status of 4\d\d/] });

test("an account is connected with Google with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  const way = page.getByRole("button", { name: "Continue with Google" });
  await tabTo(way);
  for (const person of [null, `second~${accounts.second}`]) {
    const opened = page.waitForEvent("popup");
    await page.keyboard.press("Enter");
    const window = await opened;
    await window.getByRole("heading", { name: "Choose an account" }).waitFor();
    const closed = window.waitForEvent("close");
    if (person === null) {
      await press(window.getByRole("button", { name: "Cancel" }));
      await closed;
      await expect(page.getByText("Sign-in was cancelled. Please try again.")).toBeVisible();
      await tabTo(way);
    } else {
      await write(window.getByLabel("Who are you?"), person);
      await window.keyboard.press("Enter");
      await closed;
    }
  }
  const dialog = page.getByRole("dialog", { name: "Account Already Exists" });
  await expect(dialog).toContainText(
    "This email is already registered. Please use a different email or connect.",
  );
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  await write(dialog.getByLabel("Password", { exact: true }), password);
  await press(dialog.getByRole("button", { name: "Connect with Google" }));
  await page.waitForURL("**/home");
});

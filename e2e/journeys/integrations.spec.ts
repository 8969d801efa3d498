import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { signedIn } from "../support/signed-in.ts";
import { accounts, origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** API tokens and webhooks, from their creation to their end. */

const test = withOwnInstance("server-for-integrations");

/** A host that no resolver knows, so that every delivery fails. */
const UNKNOWN_HOST_URL = "https://hooks.example.invalid/guildhall";

test("an affiliation's admin creates, uses and revokes an API token", async ({ visit }) => {
  test.setTimeout(120_000);
  const admin = await signedIn(visit, accounts.affadmin);
  await admin.goto(`${origin("main")}/affiliation/ashcombe/manage`);
  await admin
    .getByRole("navigation", { name: "Sections of the admin area" })
    .getByRole("link", { name: "Integrations" })
    .click();
  const secret = await createToken(admin, "Member statistics");

  const me = await readWith(secret, "me");
  expect(me.status).toBe(200);
  expect(await me.json()).toMatchObject({ name: "Member statistics", scopes: ["members:read"] });
  expect((await readWith(secret, "members")).status).toBe(200);
  // The token has no such scope.
  expect((await readWith(secret, "communities")).status).toBe(403);

  await admin.getByRole("button", { name: "Revoke Member statistics" }).click();
  await admin
    .getByRole("dialog", { name: "Revoke “Member statistics”?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(admin.getByText("“Member statistics” is revoked")).toBeVisible();
  await expect(admin.getByRole("list", { name: "Expired and revoked tokens" })).toBeVisible();
  expect((await readWith(secret, "me")).status).toBe(401);
});

test("staff create a webhook of the network, try it, and delete it", async ({ visit }) => {
  test.setTimeout(120_000);
  const staff = await signedIn(visit, accounts.staff);
  await staff.goto(`${origin("main")}/staff/integrations`);
  await staff.getByRole("button", { name: "New webhook" }).click();
  const form = staff.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("URL").fill("https://192.168.1.1/in");
  await form.getByRole("checkbox", { name: "Member joined" }).check();
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form.getByText("The URL must lead to a public address.")).toBeVisible();
  await expectAccessible(staff);
  await form.getByLabel("URL").fill(UNKNOWN_HOST_URL);
  await form.getByRole("button", { name: "Create webhook" }).click();
  await closeSecret(staff, "Webhook created");

  await staff
    .getByRole("list", { name: "Webhooks" })
    .getByRole("link", { name: new RegExp(UNKNOWN_HOST_URL) })
    .click();
  await staff.getByRole("button", { name: "Send a test event" }).click();
  await expect(staff.getByText(/^The test event was not delivered/)).toBeVisible();
  const row = staff.getByRole("row", { name: /^Test event/ });
  await expect(row).toContainText("Failed");
  await expectAccessible(staff);
  await row.getByRole("button", { name: /^Retry/ }).click();
  await expect(staff.getByText("The delivery is queued again")).toBeVisible();

  await chooseMore(staff, "Rotate the secret");
  await staff.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await closeSecret(staff, "New signing secret");

  await chooseMore(staff, "Delete");
  await staff.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(staff.getByText("Webhook deleted")).toBeVisible();
  await expect(staff.getByText("No webhooks yet")).toBeVisible();

  await staff.goto(`${origin("main")}/staff/audit`);
  const log = staff.getByRole("table", { name: "Audit log" });
  await expect(log).toContainText("Webhook created");
  await expect(log).toContainText("Webhook deleted");
});

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New API token" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("checkbox", { name: "Read members" }).check();
  await form.getByLabel("Expires").selectOption({ label: "After 30 days" });
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: `Token “${name}” created` });
  const secret = (await dialog.getByRole("definition").textContent()) ?? "";
  await expectAccessible(page);
  // Without a copy, closing asks first.
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Close without copying?" });
  await question.getByRole("button", { name: "Go back" }).click();
  await closeSecret(page, `Token “${name}” created`);
  await expect(page.getByText(secret)).toHaveCount(0);
  return secret;
}

async function closeSecret(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
}

async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More about this webhook" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Reads the public API as a program does: with the token and without cookies. */
function readWith(token: string, path: string): Promise<Response> {
  return fetch(`${origin("main")}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}

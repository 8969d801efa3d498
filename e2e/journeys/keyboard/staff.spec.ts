import type { Page } from "@playwright/test";
import { accounts, origin, password } from "../../support/sites.ts";
import { call } from "../../support/http.ts";
import { escape, press, signInByKeys, tabTo, write } from "../../support/keyboard.ts";
import { withOwnInstance } from "../../support/own-instance.ts";
import { expect } from "../../support/test.ts";

/**
 * Staff actions with the keyboard only. Published documents affect every user, so the tests have
 * their own instance.
 */

const test = withOwnInstance("server-for-keys-of-staff");

// Blocked scripts in the preview's frame, and a step-up authentication.
test.use({
  provoked: [[/status of 403/, /Blocked script execution in 'about:srcdoc'/], { scope: "test" }],
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name }).filter({ visible: true }).first();

async function act(page: Page, action: string, reason: string): Promise<void> {
  await press(page.getByRole("button", { name: action, exact: true }));
  const dialog = page.getByRole("dialog");
  await write(dialog.getByLabel("Reason"), reason);
  await press(dialog.getByRole("button", { name: action }));
  await expect(dialog).toBeHidden();
}

test("staff use all of their sections with the keyboard only", async ({ visit }) => {
  test.setTimeout(120_000);
  await call("main", "/api/waitlist", {
    method: "POST",
    body: {
      fullName: "Ida Holm",
      email: "ida.holm@demo.test",
      howDidYouHear: "word of mouth",
      verifiedCircles: ["alumni"],
      organizations: "Ashcombe College, 2012",
      verificationMethods: [],
    },
  });
  const page = await visit(null, "main", "/login");
  await signInByKeys(page, accounts.staff, password);
  await page.waitForURL("**/home");
  await press(link(page, /^Staff/));
  await page.waitForURL("**/staff");

  await test.step("the waitlist", async () => {
    await press(link(page, /^Waitlist/));
    await press(button(page, "Ida Holm"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Send invitation" }));
    await expect(page.getByText("Invitation sent to ida.holm@demo.test")).toBeVisible();
  });

  await test.step("the invite codes", async () => {
    await press(link(page, /^Invite codes/));
    await press(button(page, "New code").filter({ visible: true }));
    const form = page.getByRole("dialog");
    await write(form.getByLabel("Code"), "KEYS-OF-STAFF");
    await press(form.getByRole("button", { name: "Create" }));
    await press(button(page, "Deactivate KEYS-OF-STAFF"));
    await expect(button(page, "Deactivate KEYS-OF-STAFF")).toBeHidden();
  });

  await test.step("an account", async () => {
    await press(link(page, /^Users/));
    await write(page.getByRole("searchbox", { name: "Find a user" }), "lewis@demo.test");
    await press(page.getByRole("row").filter({ hasText: "lewis@demo.test" }).getByRole("link"));
    await act(page, "Pause", "Asked for it");
    await expect(page.getByText("Account paused")).toBeVisible();
    await act(page, "Lift the pause", "Rested");
    await press(button(page, "Change tier"));
    await tabTo(page.getByRole("dialog").getByLabel("Tier"));
    await page.keyboard.press("ArrowDown");
    await press(page.getByRole("dialog").getByRole("button", { name: "Save" }));
    await expect(page.getByText("Tier changed")).toBeVisible();
    await act(page, "Ban", "Sold forged papers");
    await act(page, "Lift the ban or suspension", "A mistake");
    await expect(page.getByText("Account reinstated")).toBeVisible();
  });

  await test.step("a portal, its brand and its domain", async () => {
    await press(link(page, /^Portals/));
    await press(button(page, "New portal").filter({ visible: true }));
    const form = page.getByRole("dialog", { name: "New portal" });
    await write(form.getByRole("searchbox"), "Humber Pilots");
    await press(form.getByRole("radio").first(), "Space");
    await write(form.getByLabel("Subdomain"), "pilots");
    await press(form.getByRole("button", { name: "Create portal" }));
    await expect(form).toBeHidden();
    await press(link(page, "Brand"));
    await write(page.getByLabel("Brand colour"), "#6b2d8f");
    await expect(page.getByText("All colours are readable")).toBeVisible();
    await press(button(page, "Publish brand"));
    await expect(page.getByText("Published", { exact: true }).first()).toBeVisible();
    await press(link(page, "Domains"));
    await press(button(page, "Add domain").first());
    const domain = page.getByRole("dialog", { name: "Add domain" });
    await write(domain.getByLabel("Domain"), "members.pilots.example");
    await press(domain.getByRole("button", { name: "Add domain" }));
    await expect(domain).toBeHidden();
    await expect(page.getByText("members.pilots.example").first()).toBeVisible();
    await press(page.getByRole("link", { name: "Overview" }).last());
    await press(button(page, "Activate"));
    await expect(page.getByText("Portal activated")).toBeVisible();
  });

  await test.step("a document", async () => {
    await press(link(page, /^Legal documents/));
    await press(link(page, /^Terms of Service/));
    const text = page.getByLabel("Text, in markdown");
    await tabTo(text);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("Leave the hall as you found it.");
    await press(button(page, /^Publish version/));
    await press(page.getByRole("dialog").getByRole("button", { name: "Publish" }));
    await expect(page.getByRole("dialog", { name: /^Publish version/ })).toBeHidden();
  });

  await test.step("the policy of second factors", async () => {
    await page.goto(`${origin("main")}/staff/two-factor-policy`);
    const popup = page.getByRole("dialog", { name: "Legal Documents Updated" });
    await press(popup.getByRole("button", { name: "I Acknowledge Updates & Continue" }));
    await expect(popup).toBeHidden();
    await press(page.getByRole("checkbox", { name: /is required/ }), "Space");
    await press(button(page, "Save policy"));
    await escape(page.getByRole("dialog", { name: "Confirm it is you" }));
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/accessible.ts";
import { accounts, password } from "../../support/sites.ts";
import { call, text } from "../../support/http.ts";
import { choose, press, signInByKeys, write } from "../../support/keyboard.ts";
import { session } from "../../support/sessions.ts";
import { expect, test } from "../../support/test.ts";

/** Staff actions on a community with the keyboard only, and their effect for its members. */

async function giveReason(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await write(dialog.getByLabel("Reason"), reason);
  await expectAccessible(page);
  await press(dialog.getByRole("button", { name: action }));
  await expect(dialog).toBeHidden();
}

test("a community is found, paused, resumed and given a trustee with the keyboard only", async ({
  visit,
}) => {
  test.setTimeout(90_000);
  const name = `Gauges ${randomUUID().slice(0, 8)}`;
  const id = await createCommunity(name);
  const page = await visit(null, "main", "/login");
  await signInByKeys(page, accounts.staff, password);
  await page.waitForURL("**/home");
  await press(page.getByRole("link", { name: /^Staff/ }).first());
  await page.waitForURL("**/staff");
  const sections = page.getByRole("navigation", { name: "Staff sections" });
  await press(sections.getByRole("link", { name: "Communities" }).filter({ visible: true }));

  await write(page.getByRole("searchbox", { name: "Find a community" }), name);
  await expect(page.getByRole("row")).toHaveCount(2);
  await press(page.getByRole("button", { name: `Pause: ${name}` }));
  await giveReason(page, "Pause", "Quarrels over a crane");
  await expect(page.getByText("Community paused", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name })).toContainText("Quarrels over a crane");
  await expectAccessible(page);

  const member = await visit("member", "main", `/communities/${id}`);
  const notice = member.getByText("This community is paused. Quarrels over a crane");
  await expect(notice.first()).toBeVisible();

  await press(page.getByRole("row", { name }).getByRole("link", { name }));
  // The previous list has a button of the same name.
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await press(page.getByRole("button", { name: "Lift the pause" }));
  await giveReason(page, "Lift the pause", "They made up");
  await expect(page.getByText("Pause lifted", { exact: true })).toBeVisible();
  await member.reload();
  await expect(member.getByRole("region", { name: "Threads" })).toBeVisible();
  await expect(notice).toBeHidden();

  await press(page.getByRole("button", { name: "Role of Nadia Rahman" }));
  await choose(page.getByRole("menuitem", { name: "Make a trustee" }));
  await giveReason(page, "Make a trustee", "Keeps order well");
  // The audit log of the page says it too.
  const notices = page.getByRole("status", { name: "Notifications" });
  await expect(notices.getByText("Made a trustee", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Members and roles" })).toContainText("Trustee");
  const history = page.getByRole("table", { name: "Audit log" });
  await expect(history).toContainText("Made a trustee");
  await expectAccessible(page);
});

/** Creates a community with one member that no other test uses. */
async function createCommunity(name: string): Promise<string> {
  const made = await call("main", "/api/communities", {
    method: "POST",
    body: { name, description: "Of steam and of rain", visibility: "public" },
    cookies: session("affadmin", "main"),
  });
  const id = text(made.body, "id");
  await call("main", `/api/communities/${id}/join`, {
    method: "POST",
    body: {},
    cookies: session("member", "main"),
  });
  return id;
}

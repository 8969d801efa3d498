import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { origin } from "../support/sites.ts";
import { firstThreadPath } from "../support/threads.ts";
import { expect } from "../support/test.ts";

/** Staff relax the content filter, and members write about commands. */

// The filter is that of the whole network.
const test = withOwnInstance("server-for-the-content-filter");

const box = (page: Page) => page.getByRole("textbox", { name: "Write a post" });

async function setFilter(staff: Page, name: "Strict" | "Relaxed"): Promise<void> {
  await staff.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
  await staff.getByRole("button", { name: "Save" }).click();
  const dialog = staff.getByRole("dialog", {
    name: `Use the ${name.toLowerCase()} content filter?`,
  });
  await expectAccessible(staff);
  await dialog.getByRole("button", { name: "Change filter" }).click();
  await expect(dialog).toBeHidden();
  await expect(staff.getByText("Content filter changed").first()).toBeVisible();
}

test("a relaxed filter accepts what the strict one marks", async ({ visit }) => {
  const member = await visit(null, "main", "/login");
  await signIn(member, "second@demo.test");
  await member.waitForURL("**/home");
  const thread = await firstThreadPath(member);
  const words = `make && make install, ${randomUUID().slice(0, 8)}`;
  await member.goto(`${origin("main")}${thread}`);
  await box(member).fill(words);
  const refusal = member.getByText("Message contains prohibited content");
  await expect(refusal).toBeVisible();

  const staff = await visit(null, "main", "/login");
  await signIn(staff, "staff@demo.test");
  await staff.waitForURL("**/home");
  await staff.goto(`${origin("main")}/staff/content-filter`);
  await expectAccessible(staff);
  await setFilter(staff, "Relaxed");

  // The page reads the filter when it is loaded.
  await expect(async () => {
    await member.goto(`${origin("main")}${thread}`);
    await box(member).fill(words);
    await expect(member.getByRole("button", { name: "Post", exact: true })).toBeEnabled();
    await expect(refusal).toBeHidden();
  }).toPass();
  await member.getByRole("button", { name: "Post", exact: true }).click();
  await expect(member.getByRole("article").filter({ hasText: words })).toBeVisible();
  await setFilter(staff, "Strict");
});

import type { Page } from "@playwright/test";
import { expectText, expectTextOnFailure } from "../../support/failures.ts";
import { test } from "../../support/test.ts";

/** Messages of the second-factor policy (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d|net::ERR_/] });

const save = (page: Page) => page.getByRole("button", { name: "Save policy" }).click();

test("load and save errors of the second-factor policy", async ({ visit }) => {
  const page = await visit("staff", "main", "/staff/two-factor-policy");
  await expectTextOnFailure(page, "PUT staff/mfa-settings", () => save(page), [
    [{ status: 500, detail: "Failed to update MFA settings" }, "Failed to update MFA settings"],
    [{ status: 404, detail: "MFA settings not found" }, "MFA settings not found"],
  ]);
  await save(page);
  await expectText(page, "For security, you must confirm this with your second factor.");
});

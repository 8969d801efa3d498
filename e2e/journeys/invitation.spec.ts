import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { acceptLegalDocuments, passInviteGate, verifyEmail, signUp } from "../support/sign-up.ts";
import { part } from "../support/http.ts";
import { declineInvitation, invitationTo } from "../support/invitation.ts";
import { origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Users who sign up with the code of an affiliation are invited to it (F-071, F-074). */

const ASHCOMBE = "Ashcombe College Alumni Association";

/** Signs up with the code of Ashcombe and opens the first member screen. */
async function signUpAndOpen(page: Page): Promise<void> {
  const email = `newcomer-${randomUUID().slice(0, 8)}@demo.test`;
  await passInviteGate(page, "ashcombe");
  await signUp(page, email);
  await page.waitForURL("**/verify-email");
  await verifyEmail(page, email);
  await acceptLegalDocuments(page);
  await page.waitForURL("**/home");
}

test("an invitation that is put off does not come back", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await signUpAndOpen(page);
  const popup = invitationTo(page, ASHCOMBE);
  await expect(popup.getByText("Recommended", { exact: true })).toBeVisible();
  await expect(popup.getByText("Personally recommended by Guildhall")).toBeVisible();
  await expect(popup.getByText(/^You are in the college register\./)).toBeVisible();
  await expect(popup.getByText("Their own portal, with the same sign-in")).toBeVisible();
  await expect(popup.getByRole("listitem")).toHaveCount(4);
  await expectAccessible(page);

  await declineInvitation(page);
  await expect(popup).toBeHidden();
  await page.reload();
  const me = await page.request.get(`${origin("main")}/api/me`);
  expect(part(await me.json(), "pendingInvitation")).toBeNull();
  await expect(page.getByRole("heading", { name: "Home", level: 1, exact: true })).toBeAttached();
  await expect(popup).toBeHidden();
});

test("an invitation that is accepted leads to the application form", async ({ visit }) => {
  const page = await visit(null, "main", "/signup");
  await signUpAndOpen(page);
  const popup = invitationTo(page, ASHCOMBE);
  await popup.getByRole("button", { name: "Apply Now" }).click();
  await expect(page.getByText(`Opening application form for ${ASHCOMBE}`)).toBeVisible();
  await page.waitForURL("**/affiliation/ashcombe/apply");
  await expect(page.getByRole("heading", { name: `Apply to Join ${ASHCOMBE}` })).toBeVisible();
  await expect(page.getByLabel("Motivation")).toBeVisible();
  await expect(popup).toBeHidden();
});

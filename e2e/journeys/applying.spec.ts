import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { accounts, type Account, type Site, origin } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/**
 * A user applies to an affiliation and its admin answers; a member leaves. Memberships and
 * questionnaires affect all tests, so these have their own instance.
 */

const test = withOwnInstance("server-for-applying");

const ASHCOMBE = "Ashcombe College Alumni Association";

type Visit = (who: Account | null, site: Site, path: string) => Promise<Page>;

/** A page of a user who signs in, at this path. */
async function comes(visit: Visit, who: Account, site: Site, place?: string): Promise<Page> {
  const page = await visit(null, site, "/login");
  // Lets the test advance the page's polling timer of half a minute.
  await page.clock.install();
  await signIn(page, accounts[who]);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  if (place !== undefined) await page.goto(`${origin(site)}${place}`);
  return page;
}

const sections = (page: Page) =>
  page.getByRole("navigation", { name: "Sections of the admin area" });
const submit = (page: Page) => page.getByRole("button", { name: "Submit application" }).click();

test(
  "a portal opens without a reload once the application is approved",
  { tag: "@only-phone" },
  async ({ visit }) => {
    test.setTimeout(120_000);
    const page = await comes(visit, "outsider", "ashcombe");
    await page.getByRole("button", { name: "I Agree & Continue" }).click();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Request to Join" }).click();
    await expect(page.getByRole("heading", { name: `Apply to Join ${ASHCOMBE}` })).toBeVisible();
    await expect(page.getByText("About 3 minutes")).toBeVisible();
    for (const choice of [
      "Very active - Daily participation",
      "Active - Several times per week",
      "Moderate - Weekly participation",
      "Light - Monthly participation",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, on one page
      await expect(page.getByRole("radio", { name: choice, exact: true })).toBeVisible();
    }

    await page.getByLabel("Motivation").fill("For the reunion.");
    await page.getByLabel("Contribution").fill("Mentoring, ".repeat(40));
    await submit(page);
    await expect(page.getByText("Minimum 50 characters required")).toBeVisible();
    await expect(page.getByText("Background is required")).toBeVisible();
    await expect(page.getByText("Maximum 300 characters allowed")).toBeVisible();
    await expect(page.getByText("Availability is required")).toBeVisible();
    await expect(page.getByLabel("Motivation")).toBeFocused();
    await expectAccessible(page);

    const motivation = "I read history here until 2012, and would like to come to the reunion.";
    await page.getByLabel("Motivation").fill(motivation);
    await page.getByLabel("Contribution").fill("Mentoring of those who look for a first job.");
    await page.reload();
    await expect(page.getByLabel("Motivation")).toHaveValue(motivation);
    await page.getByLabel("Background").fill("Class of 2012, history, with Professor Weiss.");
    await page.getByRole("radio", { name: /^Moderate/ }).check();
    await submit(page);
    await expect(
      page.getByText("Application submitted successfully! You'll be notified when it's reviewed"),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Request Pending" })).toBeDisabled();
    await expectAccessible(page);

    const admin = await comes(visit, "affadmin", "main", "/affiliation/ashcombe");
    await admin.getByRole("link", { name: "Manage" }).click();
    await sections(admin).getByRole("link", { name: "Requests" }).click();
    const request = admin.getByRole("article", { name: "Tess Calloway" });
    await expect(request).toContainText(accounts.outsider);
    await expect(request).toContainText(motivation);
    await expectAccessible(admin);
    await request.getByRole("button", { name: "Approve Tess Calloway" }).click();
    await expect(admin.getByText("Tess Calloway is now a member")).toBeVisible();
    await expect(request).toBeHidden();

    await page.clock.fastForward(31_000);
    await expect(page.getByRole("button", { name: "Request Pending" })).toBeHidden();
    await page
      .getByRole("link", { name: /Communities$/ })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
  },
);

test.describe("an affiliation with its own questionnaire", { tag: "@only-desktop" }, () => {
  // Invalid questionnaires and answers are refused; and axe cannot run in the preview's frame,
  // which blocks scripts.
  test.use({
    provoked: [
      [
        /status of 422 .*\/(questionnaire|requests)\)/,
        /Blocked script execution in 'about:srcdoc'/,
      ],
      { scope: "test" },
    ],
  });

  test("rejects an applicant with a reason, who applies again", async ({ visit }) => {
    test.setTimeout(120_000);
    const admin = await comes(visit, "affadmin", "main", "/affiliation/ashcombe");
    await admin.getByRole("link", { name: "Manage" }).click();
    await sections(admin).getByRole("link", { name: "Questionnaire" }).click();
    await admin.getByRole("tab", { name: "JSON" }).click();
    await writeQuestions(admin);

    const page = await comes(visit, "outsider", "main", "/affiliations");
    await page.getByRole("button", { name: `Request to Join ${ASHCOMBE}` }).click();
    const form = page.getByRole("dialog", { name: `Apply to Join ${ASHCOMBE}` });
    await form.getByRole("radio", { name: "Alumni/Graduate" }).check();
    await form.getByLabel("Graduation year").fill("long ago");
    await submit(page);
    await expect(form.getByText("Invalid format")).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel("Graduation year").fill("2012");
    await submit(page);
    const row = page.getByRole("listitem").filter({ hasText: ASHCOMBE });
    await expect(row.getByRole("button", { name: "Request Pending" })).toBeDisabled();

    await reject(admin, "We could not find you in the register.");

    await page.goto(`${origin("main")}/affiliation/ashcombe`);
    await expect(page.getByText("We could not find you in the register.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Request to Join" }).click();
    await page.getByRole("radio", { name: "Other" }).check();
    await submit(page);
    await page.waitForURL("**/affiliation/ashcombe");
    await page.getByRole("button", { name: /^Withdraw/ }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByText("Request withdrawn")).toBeVisible();
    await expect(page.getByRole("link", { name: "Request to Join" })).toBeVisible();
    await admin.getByRole("tab", { name: "Pending" }).click();
    // Another user's application is still pending, the withdrawn one is not.
    await expect(admin.getByRole("article", { name: "Rosa Delgado" })).toBeVisible();
    await expect(admin.getByRole("article", { name: "Tess Calloway" })).toBeHidden();
  });
});

test("a member leaves an affiliation and may apply again", async ({ visit }) => {
  const page = await comes(visit, "second", "main", "/affiliation/ashcombe");
  const membership = page.getByRole("button", { name: "Member: actions" });
  await membership.click();
  await expect(page.getByRole("menuitem", { name: "Hide from Profile" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Leave" }).click();
  const dialog = page.getByRole("dialog", { name: `Leave ${ASHCOMBE}?` });
  await expect(dialog.getByText("Its portal will be closed to you.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText(`Left ${ASHCOMBE}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Request to Join" })).toBeVisible();
  await expect(membership).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: "Request to Join" })).toBeVisible();
  await expect(membership).toBeHidden();
});

/** Writes a questionnaire, after a first attempt with an invalid one. */
async function writeQuestions(admin: Page): Promise<void> {
  await admin.getByLabel("Questionnaire (JSON)").fill('{ "questions": [] }');
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(
    admin.getByText("Invalid questionnaire: it needs between 1 and 50 questions"),
  ).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "College or university" }).click();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByText("Affiliation updated successfully!")).toBeVisible();
  for (const site of ["Preview (Main)", "Preview (Whitelabel)"]) {
    // oxlint-disable no-await-in-loop -- sequential, on one page
    const shown = admin.getByRole("region", { name: "Preview" });
    await shown.getByRole("button", { name: site }).click();
    const preview = shown.frameLocator("iframe");
    for (const choice of [
      "Current Student",
      "Alumni/Graduate",
      "Faculty Member",
      "Staff Member",
      "Other",
    ]) {
      await expect(preview.getByText(choice, { exact: true })).toBeVisible();
    }
    await expectAccessible(admin);
    // oxlint-enable no-await-in-loop
  }
}

/** Rejects the application, after an attempt without a reason. */
async function reject(admin: Page, reason: string): Promise<void> {
  await admin.goto(`${origin("main")}/affiliation/ashcombe/manage/requests`);
  await expect(admin.getByText("Alumni/Graduate")).toBeVisible();
  await admin.getByRole("button", { name: "Reject Tess Calloway" }).click();
  const dialog = admin.getByRole("dialog", { name: "Reject Tess Calloway?" });
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog.getByText("A reason is required to reject a request")).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(admin.getByRole("article", { name: "Tess Calloway" })).toBeHidden();
  await admin.getByRole("tab", { name: "Rejected" }).click();
  await expect(admin.getByText(reason)).toBeVisible();
  await expectAccessible(admin);
}

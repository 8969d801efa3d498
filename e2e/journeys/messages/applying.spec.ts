import type { Page } from "@playwright/test";
import { failNext, expectText, expectTextOnFailure } from "../../support/failures.ts";
import { expect, test } from "../../support/test.ts";

/**
 * Messages about applications that the product cannot be brought to produce. The requests are
 * mocked, so other tests are not affected.
 */

test.use({ provoked: [/status of (401|409|500) /] });

const SEND = "POST affiliations/*/requests";

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Motivation").fill("I read history here until 2012, and miss the college.");
  await page.getByLabel("Background").fill("Class of 2012, history, with Professor Weiss.");
  await page.getByLabel("Contribution").fill("Mentoring of those who look for a first job.");
  await page.getByRole("radio", { name: /^Moderate/ }).check();
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit application" }).click();
const signedOut = { status: 401, code: "unauthenticated", detail: "User not authenticated" };

test("a failed application keeps its input and shows the reason", async ({ visit }) => {
  const page = await visit("outsider", "main", "/affiliation/ashcombe/apply");
  await fill(page);
  await expectTextOnFailure(page, SEND, () => submit(page), [
    [{ status: 500 }, "Failed to submit application"],
    [
      {
        status: 409,
        code: "affiliation-already-member",
        detail: "User is already a member of this affiliation",
      },
      "User is already a member of this affiliation",
    ],
  ]);
  await expect(page.getByLabel("Background")).toHaveValue(/^Class of 2012/);
  await failNext(page, SEND, signedOut);
  await submit(page);
  await expectText(page, "Please log in to request to join this affiliation");
});

test("the directory reports an ended session", async ({ visit }) => {
  const page = await visit("outsider", "main", "/affiliations");
  await page.getByRole("button", { name: /^Request to Join Ashcombe/ }).click();
  await fill(page);
  await failNext(page, SEND, signedOut);
  await submit(page);
  await expectText(page, "Please log in to request to join an affiliation");
});

test("an affiliation's options for visitors and uninvited members", async ({ visit }) => {
  const visitor = await visit(null, "main", "/affiliations");
  await expectText(visitor, "Sign in to Join");
  await visitor.getByRole("link", { name: "View Affiliation Page" }).first().click();
  await expectText(visitor, "Sign up to Join");

  const page = await visit("outsider", "main", "/affiliation/sylheti-circle");
  await expectText(page, "Invite Only");
  await page.goto(`${page.url()}/apply`);
  await expectText(page, "Invite Only");
});

test("a questionnaire that could not be saved", async ({ visit }) => {
  const page = await visit("affadmin", "main", "/affiliation/ashcombe/manage/questionnaire");
  await page.getByRole("button", { name: "College or university" }).click();
  await failNext(page, "PUT affiliations/*/questionnaire", { status: 500 });
  await page.getByRole("button", { name: "Save" }).click();
  await expectText(page, "Failed to update affiliation");
});

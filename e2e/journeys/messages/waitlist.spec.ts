import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectText, expectTextOnFailure } from "../../support/failures.ts";
import { call } from "../../support/http.ts";
import { anyNetwork } from "../../support/networks.ts";
import { expect, test } from "../../support/test.ts";

/** Messages of the waitlist (docs/MESSAGES.md). */

const network = anyNetwork();
test.use({ network, provoked: [/status of [45]\d\d|net::ERR_/] });

const join = (page: Page) => page.getByRole("button", { name: "Join the waitlist" }).click();
const organizations = (page: Page) => page.getByLabel("6. Which organisations are they?");

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("1. Your full name").fill("Ida Holm");
  await page.getByLabel("2. Your email").fill(email);
  await page.getByRole("radio", { name: "Word of mouth" }).check();
  await page.getByRole("checkbox", { name: "Alumni" }).check();
  await organizations(page).fill("Ashcombe College, 2012");
}

test("refusals of the waitlist", async ({ visit }) => {
  const email = `ida-${randomUUID().slice(0, 8)}@demo.test`;
  const page = await visit(null, "main", "/waitlist");
  await expect(page.getByRole("link", { name: "Back", exact: true })).toBeVisible();
  await fillIn(page, email);
  await organizations(page).fill("A club");
  await join(page);
  await expectText(page, "Organizations description must be between 10-1000 characters");
  await organizations(page).fill("See https://casino.example/win for the list");
  await join(page);
  await expectText(
    page,
    "Submission contains suspicious content. Please contact support if this is an error.",
  );
  await organizations(page).fill("Ashcombe College, 2012");
  // Fills the honeypot field, as a bot would.
  await page.getByLabel("Website").evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "spam");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await join(page);
  await expectText(page, "Spam detected");
  await page.reload();
  await fillIn(page, email);

  await expectTextOnFailure(page, "POST waitlist", () => join(page), [
    [{ status: 500 }, "Something went wrong. Please try again."],
    [
      { status: 500, detail: "An unexpected error occurred. Please try again." },
      "An unexpected error occurred. Please try again.",
    ],
    [{ status: 503 }, "Service temporarily unavailable. Please try again later."],
    // A suspended user has a session for a moment only.
    [
      { status: 403, detail: "Submission not allowed. Please try again later." },
      "Submission not allowed. Please try again later.",
    ],
  ]);

  await join(page);
  await expectText(page, "Thank you for joining the waitlist");
  await page.goto(new URL("/waitlist", page.url()).href);
  await fillIn(page, `other-${email}`);
  await join(page);
  await expectText(page, /Please wait \d+ seconds before submitting again\./);

  const elsewhere = await visit(null, "main", "/waitlist");
  await fillIn(elsewhere, email);
  await elsewhere.setExtraHTTPHeaders({ "X-Forwarded-For": anyNetwork() });
  await join(elsewhere);
  await expectText(
    elsewhere,
    "This email address has already been added to the waitlist. Please contact support if you need to update your information.",
  );
});

test.describe("from a network with many submissions", () => {
  const busy = anyNetwork();
  test.use({ network: busy });

  test("refuses further submissions for a while", async ({ visit }) => {
    for (let sent = 0; sent < 21; sent += 1) {
      await call("main", "/api/waitlist", {
        method: "POST",
        network: busy,
        agent: `Browser ${sent}`,
        body: {
          fullName: "Ida Holm",
          email: `ida-${randomUUID().slice(0, 8)}@demo.test`,
          howDidYouHear: "word of mouth",
          verifiedCircles: ["alumni"],
          organizations: "Ashcombe College, 2012",
          verificationMethods: [],
        },
      });
    }
    const page = await visit(null, "main", "/waitlist");
    await fillIn(page, `ida-${randomUUID().slice(0, 8)}@demo.test`);
    await join(page);
    await expectText(page, "You've reached the submission limit. Please try again later.");
  });
});

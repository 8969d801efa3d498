import { failNext, expectText } from "../../support/failures.ts";
import { invitationTo, invited } from "../../support/invitation.ts";
import { expect, test } from "../../support/test.ts";

/**
 * Messages of an invitation (docs/MESSAGES.md). The responses are mocked, so no answer reaches the
 * server.
 */

test.use({ provoked: [/status of (403|500) /] });

const ASHCOMBE = "Ashcombe College Alumni Association";

test("an invitation and its failures", async ({ visit }) => {
  const page = await visit("outsider", "main", "/communities", async (fresh) => {
    await invited(fresh, { site: "main", path: "ashcombe" });
    await failNext(fresh, "POST invitations/*/view", { status: 500 });
  });
  const popup = invitationTo(page, ASHCOMBE);
  const button = (name: string) => popup.getByRole("button", { name, exact: true });
  await expectText(page, "Failed to update invitation status");
  await expectText(page, `Join ${ASHCOMBE}?`);
  await expectText(page, "Recommended");
  await expectText(page, "Personally recommended by");

  await failNext(page, "POST invitations/*/accept", { status: 500 });
  await button("Apply Now").click();
  await expectText(page, "Failed to process invitation");
  await failNext(page, "POST invitations/*/accept", {
    status: 500,
    detail: "Failed to accept invitation",
  });
  await button("Apply Now").click();
  await expectText(page, "Failed to accept invitation");
  await failNext(page, "POST invitations/*/dismiss", { status: 500 });
  await button("Maybe Later").click();
  await expectText(page, "Failed to dismiss invitation");
  await expect(popup).toBeHidden();

  await page.reload();
  await button("Maybe Later").click();
  await expectText(page, "Invitation dismissed");
  await page.reload();
  await button("Apply Now").click();
  await expectText(page, `Opening application form for ${ASHCOMBE}`);
});

test("failures of inviting a member", async ({ visit }) => {
  const page = await visit("staff", "main", "/affiliation/ashcombe/manage/invitations");
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: `Invite to ${ASHCOMBE}` });
  await dialog.getByRole("searchbox").fill("Tess Calloway");
  const invite = dialog.getByRole("button", { name: "Invite Tess Calloway" });
  await failNext(page, "POST affiliations/*/invitations", { status: 500 });
  await invite.click();
  await expectText(page, "Failed to create affiliation invitation");
  // A browser cannot change the creator.
  await failNext(page, "POST affiliations/*/invitations", {
    status: 403,
    detail: "Only affiliation creators or staff can send invitations",
  });
  await invite.click();
  await expectText(page, "Only affiliation creators or staff can send invitations");
});

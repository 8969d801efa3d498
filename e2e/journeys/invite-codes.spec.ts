import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { origin } from "../support/sites.ts";
import { passInviteGate, showCode, signUp } from "../support/sign-up.ts";
import { declineInvitation, invitationTo } from "../support/invitation.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/**
 * An affiliation's creator invites people with a code or by name. Sign-ups are rate limited, and an
 * invited member gets a popup on every screen, so each test has its own instance.
 */

const test = withOwnInstance("server-for-codes");

test.use({
  // A refused code, and an invitation to an existing member.
  provoked: [/status of 4\d\d .*\/(api\/invite-codes\/validate|invitations)\)/],
});

const ASHCOMBE = "Ashcombe College Alumni Association";
const OUTSIDER = "Tess Calloway";
const MEMBER = "Kwame Boateng";

test(
  "a creator's code admits a new member, shows its use, and is deactivated",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const word = randomUUID().slice(0, 8);
    const code = `CRANE-${word}`.toUpperCase();
    const email = `newcomer-${word}@demo.test`;

    const page = await visit(null, "main", "/login");
    await signIn(page, "affadmin@demo.test");
    await page.waitForURL("**/home");
    await page.goto(`${origin("main")}/affiliation/ashcombe/manage/invitations`);
    const codes = page.getByRole("region", { name: "Invite codes" });
    await codes.getByRole("button", { name: "New code" }).click();
    const form = page.getByRole("dialog", { name: "New invite code" });
    await form.getByLabel("Code").fill(code.toLowerCase());
    await form.getByLabel("Maximum uses").fill("5");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Create" }).click();
    const row = codes.getByRole("listitem").filter({ hasText: code });
    await expect(row.getByText("Active")).toBeVisible();
    const uses = row.getByRole("button", { name: `Who used ${code}` });
    await expect(uses).toHaveText("Used 0 of 5");

    const newcomer = await visit(null, "main", "/signup");
    await passInviteGate(newcomer, code.toLowerCase());
    await expect(newcomer.getByText("Ashcombe College Alumni Association")).toBeVisible();
    await signUp(newcomer, email);
    await newcomer.waitForURL("**/verify-email");

    await page.reload();
    await expect(uses).toHaveText("Used 1 of 5");
    await uses.click();
    const used = page.getByRole("dialog", { name: code });
    await expect(used.getByRole("listitem").filter({ hasText: email })).toContainText(
      "Nora Lindqvist",
    );
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: `Deactivate ${code}` }).click();
    await expect(row.getByText("Deactivated")).toBeVisible();
    await expect(row.getByRole("button", { name: `Deactivate ${code}` })).toBeHidden();

    const late = await visit(null, "main", "/signup");
    await showCode(late, code);
    await expect(late.getByText("Invalid invite code.")).toBeVisible();
    await expect(late.getByRole("heading", { name: "Exclusive Access Required" })).toBeVisible();
  },
);

test(
  "a creator invites a member by name, who gets the popup on the current screen",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const invitee = await visit(null, "main", "/login");
    await signIn(invitee, "outsider@demo.test");
    await invitee.waitForURL("**/home");
    await invitee.goto(`${origin("main")}/network`);
    await expect(invitee.getByRole("list", { name: "Members" })).toBeVisible();

    const page = await visit(null, "main", "/login");
    await signIn(page, "affadmin@demo.test");
    await page.waitForURL("**/home");
    await page.goto(`${origin("main")}/affiliation/ashcombe/manage/invitations`);
    await page.getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: `Invite to ${ASHCOMBE}` });
    await dialog.getByRole("searchbox").fill(OUTSIDER);
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: `Invite ${OUTSIDER}` }).click();
    await expect(page.getByText(`Invited ${OUTSIDER}`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: `${OUTSIDER} is invited` })).toBeDisabled();

    const popup = invitationTo(invitee, ASHCOMBE);
    await expect(popup.getByText("Personally recommended by Beatriz Nunes")).toBeVisible();
    await declineInvitation(invitee);

    await dialog.getByRole("searchbox").fill(MEMBER);
    await dialog.getByRole("button", { name: `Invite ${MEMBER}` }).click();
    await expect(page.getByText("User is already a member of this affiliation")).toBeVisible();
  },
);

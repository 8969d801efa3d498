import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { accounts, type Account, origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/**
 * The administration of an affiliation from an appointment to the handover. Roles and memberships
 * affect all tests, so this one has its own instance.
 */

const test = withOwnInstance("server-for-affiliation-admins");

// axe cannot run in the preview's frame, which blocks scripts; and a role without a section is
// refused.
test.use({ provoked: [[/Blocked script execution in 'about:srcdoc'/], { scope: "test" }] });

const ASHCOMBE = "Ashcombe College Alumni Association";
const MANAGE = "/affiliation/ashcombe/manage";
const KWAME = "Kwame Boateng";

const sections = (page: Page) =>
  page.getByRole("navigation", { name: "Sections of the admin area" });
const openTab = (page: Page, name: string) =>
  sections(page)
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();

test("an admin is appointed, works, and takes the affiliation over", async ({ visit }) => {
  test.setTimeout(240_000);
  const comes = async (who: Account, path: string) => {
    const page = await visit(null, "main", "/login");
    await signIn(page, accounts[who]);
    await page.waitForURL("**/home");
    await page.goto(`${origin("main")}${path}`);
    return page;
  };

  const owner = await comes("affadmin", "/affiliation/ashcombe");
  await owner.getByRole("link", { name: "Manage", exact: true }).click();
  await expect(owner.getByRole("heading", { name: "Open items" })).toBeVisible();
  await expectAccessible(owner);
  await openTab(owner, "People");
  await appoint(owner, KWAME, "Reviewer");

  const reviewer = await comes("second", MANAGE);
  await expect(sections(reviewer).getByRole("link")).toHaveCount(2);
  await openTab(reviewer, "Requests");
  await expectAccessible(reviewer);
  await reviewer.getByRole("button", { name: "Approve Rosa Delgado" }).click();
  await expect(reviewer.getByText("Rosa Delgado is now a member")).toBeVisible();
  await reviewer.goto(`${origin("main")}${MANAGE}/people`);
  await expect(reviewer.getByText("Your role does not include this section")).toBeVisible();

  await inviteByList(owner);
  await approveByDomain(owner);
  await editQuestions(owner);
  await handOver(owner);

  await reviewer.goto(`${origin("main")}/affiliation/ashcombe`);
  await expect(reviewer.getByText(`You are offered the ownership of ${ASHCOMBE}`)).toBeVisible();
  await expectAccessible(reviewer);
  await reviewer.getByRole("button", { name: "Accept the ownership" }).click();
  await reviewer.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await expect(reviewer.getByText(`You are now the owner of ${ASHCOMBE}`)).toBeVisible();

  // The former owner's open tab follows the change: an admin appoints no one.
  await expect(owner.getByText("Your role: Admin")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Appoint" })).toHaveCount(0);

  await reviewer.goto(`${origin("main")}${MANAGE}/people`);
  await expect(reviewer.getByText("Your role: Owner")).toBeVisible();
  await removeMember(reviewer, "Rosa Delgado");
});

async function appoint(owner: Page, name: string, role: string): Promise<void> {
  await owner.getByRole("button", { name: "Appoint" }).click();
  const dialog = owner.getByRole("dialog", { name: `Appoint for ${ASHCOMBE}` });
  await dialog.getByRole("searchbox", { name: "Find a member" }).fill(name);
  await dialog.getByRole("radio", { name: new RegExp(name) }).check();
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Appoint" }).click();
  await expect(owner.getByText(`${name} is now ${role.toLowerCase()}`)).toBeVisible();
  await expect(owner.getByRole("list", { name: "People with a role" })).toContainText(name);
}

async function inviteByList(owner: Page): Promise<void> {
  await openTab(owner, "Invitations");
  await owner.getByRole("button", { name: "Invite by list" }).click();
  const dialog = owner.getByRole("dialog", { name: "Invite by list" });
  await dialog
    .getByLabel("Email addresses")
    .fill(`${accounts.outsider}\n${accounts.member}\nnot an address`);
  await dialog.getByRole("button", { name: "Check the list" }).click();
  await expect(dialog.getByText(/Nothing was sent yet/)).toBeVisible();
  const rows = dialog.getByRole("table", { name: "Rows" });
  await expect(rows.getByRole("row", { name: /Invalid address/ }).first()).toBeVisible();
  await expect(rows.getByRole("row").filter({ hasText: accounts.member })).toContainText(
    "Already a member",
  );
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Send the invitations" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const sent = owner.getByRole("list", { name: "Sent invitations" });
  await expect(sent.getByText("Tess Calloway")).toBeVisible();
  await sent.getByRole("button", { name: "Withdraw the invitation of Tess Calloway" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(owner.getByText("Invitation withdrawn")).toBeVisible();
}

async function approveByDomain(owner: Page): Promise<void> {
  const joining = owner.getByRole("region", { name: "Joining" });
  await joining.getByLabel("Approve automatically").fill("alumni.ashcombe.example");
  await joining.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Affiliation updated successfully!")).toBeVisible();
}

async function editQuestions(owner: Page): Promise<void> {
  await openTab(owner, "Questionnaire");
  await owner.getByRole("button", { name: "Add a question" }).click();
  await owner.getByRole("menuitem", { name: "Short text" }).click();
  const added = owner.getByRole("group", { name: "Question 5" });
  await added.getByLabel(/^Question/).fill("Year of entry");
  // The keyboard moves a question, and the focus stays with it.
  await added.getByRole("button", { name: "Move question 5 up" }).focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("button", { name: "Move question 4 up" })).toBeFocused();
  const preview = owner.getByRole("region", { name: "Preview" });
  await expect(preview.frameLocator("iframe").getByText("Year of entry")).toBeVisible();
  await expectAccessible(owner);
  // The message about the earlier change would be taken for that about this one.
  await expect(owner.getByText("Affiliation updated successfully!")).toHaveCount(0);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Affiliation updated successfully!")).toBeVisible();
}

async function handOver(owner: Page): Promise<void> {
  await openTab(owner, "People");
  await owner.getByRole("button", { name: "Hand over the ownership" }).click();
  const dialog = owner.getByRole("dialog", { name: `Hand over ${ASHCOMBE}` });
  await dialog.getByRole("searchbox", { name: "Find a member" }).fill(KWAME);
  await dialog.getByRole("radio", { name: new RegExp(KWAME) }).check();
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Offer the ownership" }).click();
  await expect(owner.getByText(new RegExp(`^Offered to ${KWAME}`))).toBeVisible();
}

async function removeMember(owner: Page, name: string): Promise<void> {
  await owner
    .getByRole("region", { name: "Members" })
    .getByRole("searchbox", { name: "Find a member" })
    .fill(name);
  await owner.getByRole("button", { name: `Remove ${name}` }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByText("Please give a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Not in the register");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByText(`${name} is no longer a member`)).toBeVisible();
}

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { publishBrand } from "../support/portals.ts";
import { accounts, origin, originOf, portalHostname } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/**
 * Staff lead a new affiliation to a live portal, pause it, and open it again. Opening a portal
 * requires step-up authentication, and sign-ins are rate limited, so this test has its own instance.
 */

const test = withOwnInstance("server-for-a-new-affiliation");

test.use({
  // The portal's address returns an error before it is opened and while it is paused, when the
  // sessions there end as well. axe cannot run in the preview's frame, which blocks scripts.
  provoked: [
    [/status of (401|404|503)/, /Blocked script execution in 'about:srcdoc'/],
    { scope: "test" },
  ],
});

const NAME = "Calder Valley Weavers";
/** A function, because the port is known only when the instance runs. */
const portal = () => originOf(portalHostname("calder"));

test("a new affiliation gets a portal, which shows a notice while it is paused", async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const staff = await visit(null, "main", "/login");
  await signIn(staff, accounts.staff);
  await staff.waitForURL("**/home");
  await staff.goto(`${origin("main")}/staff/affiliations`);
  await expect(staff.getByRole("table", { name: "Affiliations" })).toBeVisible();
  await expectAccessible(staff);

  await createAffiliation(staff);
  await expectAccessible(staff);
  await createPortal(staff);
  await publishBrand(staff, "#24558a");
  await staff.getByRole("link", { name: "Overview" }).last().click();
  await staff.getByRole("button", { name: "Activate" }).click();
  await expect(staff.getByText("Portal activated")).toBeVisible();

  // Its creator is a member of it and of its default community.
  const member = await visit(null, "main", "/about");
  await member.goto(`${portal()}/login`);
  await signIn(member, accounts.member);
  await member.getByRole("button", { name: "I Agree & Continue" }).click();
  await expect(member.getByRole("list", { name: "My Communities" })).toContainText("1 member");

  await staff.goto(`${origin("main")}/staff/affiliations?q=Calder`);
  await staff.getByRole("link", { name: NAME }).click();
  await pause(staff);
  // The open tab shows the notice without a reload by the member.
  await expect(member.getByText("This portal is paused at the moment.")).toBeVisible({
    timeout: 30_000,
  });
  const visitor = await visit(null, "main", `/affiliations?q=Calder`);
  await expect(visitor.getByRole("link", { name: NAME })).toHaveCount(0);

  await staff.getByRole("button", { name: "Lift the pause" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Lift the pause" }).click();
  await expect(staff.getByText("Pause lifted")).toBeVisible();
  await expect(async () => {
    await member.goto(`${portal()}/login`);
    await expect(member.getByRole("button", { name: "Sign In" })).toBeVisible({ timeout: 2000 });
  }).toPass();
});

async function createAffiliation(staff: Page): Promise<void> {
  await staff.getByRole("link", { name: "New affiliation" }).click();
  await staff.getByLabel(/^Name/).fill(NAME);
  await staff.getByLabel(/^Description/).fill("Weavers and dyers of the upper valley.");
  await staff.getByLabel("Website").fill("https://weavers.example");
  await staff.getByLabel(/^Creator’s email/).fill(accounts.member);
  await staff.getByRole("checkbox", { name: /^Verified/ }).check();
  await expectAccessible(staff);
  await staff.getByRole("button", { name: "Create affiliation" }).click();
  await staff.waitForURL(/\/staff\/affiliations\/[0-9a-f-]{32,36}$/);
  await expect(staff.getByText("Listed", { exact: true })).toBeVisible();
  await staff.getByLabel("Tagline").fill("Warp and weft.");
  await staff.getByRole("button", { name: "Save" }).click();
  await expect(staff.getByText("Affiliation updated successfully!")).toBeVisible();
}

async function createPortal(staff: Page): Promise<void> {
  await staff.getByRole("button", { name: "New portal" }).click();
  const dialog = staff.getByRole("dialog", { name: `New portal of ${NAME}` });
  await expect(dialog.getByLabel("Brand name")).toHaveValue(NAME);
  await dialog.getByLabel("Subdomain").fill("calder");
  await dialog.getByRole("button", { name: "Create portal" }).click();
  await expect(staff.getByText("This portal is being set up")).toBeVisible();
}

async function pause(staff: Page): Promise<void> {
  await staff.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = staff.getByRole("dialog", { name: `Pause ${NAME}` });
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("Please give a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The committee asked for it");
  await expectAccessible(staff);
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(staff.getByText("Affiliation paused")).toBeVisible();
  await expect(staff.getByText(/Reason: The committee asked for it/)).toBeVisible();
}

import { expectAccessible } from "../support/accessible.ts";
import { runStaffAction, signIn } from "../support/actions.ts";
import { origin, port } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { brandOf, createPortal, publishBrand } from "../support/portals.ts";
import { expect } from "../support/test.ts";

/**
 * Opening a portal requires step-up authentication, and sign-ins are rate limited, so the tests
 * have their own instance.
 */

const test = withOwnInstance("server-for-tenants");

const colour = "#6b2d8f";

/** axe cannot run in the preview's frame, which blocks scripts. */
const inFrame = /Blocked script execution in 'about:srcdoc'/;

test.describe("a portal", { tag: "@only-desktop" }, () => {
  // The portal's address returns an error page before it is opened and while it is paused.
  test.use({ provoked: [[/status of (404|503)/, inFrame], { scope: "test" }] });

  test("is created, branded and activated, and is shown in its colours", async ({ visit }) => {
    test.setTimeout(120_000);
    const staff = await visit(null, "main", "/login");
    await signIn(staff, "staff@demo.test");
    await staff.waitForURL("**/home");
    await staff.goto(`${origin("main")}/staff/tenants`);
    await createPortal(staff, "Humber Pilots", "pilots");
    await expect(staff.getByText("This portal is being set up")).toBeVisible();
    await expectAccessible(staff);
    const portal = `http://pilots.localhost:${port()}`;

    await publishBrand(staff, colour);
    await staff.getByRole("link", { name: "Overview" }).last().click();
    await staff.getByRole("button", { name: "Activate" }).click();
    await expect(staff.getByText("Portal activated")).toBeVisible();

    const visitor = await visit(null, "main", "/about");
    await visitor.goto(`${portal}/login`);
    await expect(visitor.getByRole("button", { name: "Sign In" })).toBeVisible();
    expect(await brandOf(visitor)).toContain(colour);
    await expectAccessible(visitor);

    await runStaffAction(staff, "Pause", "The association asked for it");
    await expect(staff.getByText("This portal is paused")).toBeVisible();
    await visitor.goto(`${portal}/login`);
    await expect(visitor.getByRole("button", { name: "Sign In" })).toHaveCount(0);
    await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();

    await staff.getByRole("link", { name: "Log", exact: true }).click();
    await expect(staff.getByRole("table", { name: "Log" })).toContainText("Portal paused");
    await expect(staff.getByRole("table", { name: "Log" })).toContainText("Active → Paused");
  });
});

test.describe("the edges", { tag: "@only-desktop" }, () => {
  test("show their state, and receive a confirmed removal of hosts", async ({ visit }) => {
    const staff = await visit(null, "main", "/login");
    await signIn(staff, "staff@demo.test");
    await staff.waitForURL("**/home");
    await staff.goto(`${origin("main")}/staff/tenants`);
    await staff.getByRole("link", { name: "Edges" }).filter({ visible: true }).click();
    await staff.waitForURL("**/staff/edges");
    await expect(staff.getByText("Current").filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(staff);
    await staff.keyboard.press("Tab");
    await staff.getByRole("button", { name: "Allow removing many hosts" }).press("Enter");
    const dialog = staff.getByRole("dialog", { name: "Allow removing many hosts" });
    await expect(dialog).toContainText("more than 20 % of hosts");
    await expectAccessible(staff);
    await dialog.getByRole("button", { name: "Allow removal" }).click();
    await expect(staff.getByText(/Edge servers may remove hosts until/)).toBeVisible();
  });
});

test.describe("an affiliation's manager", () => {
  // Another affiliation's portal is not found.
  test.use({ provoked: [[/status of 404/, inFrame], { scope: "test" }] });

  test("edits their own brand and finds no other", { tag: "@only-desktop" }, async ({ visit }) => {
    const admin = await visit(null, "main", "/login");
    await signIn(admin, "affadmin@demo.test");
    await admin.waitForURL("**/home");
    await admin.goto(`${origin("main")}/affiliation/ashcombe`);
    await admin.getByRole("link", { name: "Manage" }).click();
    await admin.getByRole("link", { name: "Portal", exact: true }).click();
    await expect(admin.getByRole("button", { name: "Pause" })).toHaveCount(0);

    await admin.getByRole("link", { name: "Sign-in" }).click();
    await admin.getByLabel("Title").fill("Once here, always here.");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await expect(admin.getByText("Draft, not published")).toBeVisible();
    await expectAccessible(admin);

    await admin.goto(`${origin("main")}/affiliation/htwu/portal`);
    await expect(admin.getByRole("heading", { name: "Affiliation not found" })).toBeVisible();
  });

  test(
    "shows a draft by preview link and revokes it",
    { tag: "@only-phone" },
    async ({ visit }) => {
      const admin = await visit(null, "main", "/login");
      await signIn(admin, "affadmin@demo.test");
      await admin.waitForURL("**/home");
      await admin.goto(`${origin("main")}/affiliation/ashcombe/manage/portal/brand`);
      await admin.getByLabel("Name", { exact: true }).fill("Ashcombe Hall");
      await admin.getByRole("button", { name: "Save draft" }).click();
      await admin.getByRole("button", { name: "Create preview link" }).click();
      const link = await admin.getByText("/brand-preview#").textContent();

      const committee = await visit(null, "main", "/about");
      await committee.goto(link ?? "");
      await expect(
        committee.getByRole("heading", { name: "Preview of Ashcombe Hall" }),
      ).toBeVisible();
      const page = committee.frameLocator("iframe");
      await expect(page.getByText("Log In to Your Account")).toBeVisible();
      await expectAccessible(committee);

      await admin.getByRole("button", { name: "Revoke preview link" }).click();
      await expect(admin.getByText("The link no longer works")).toBeVisible();
      await committee.reload();
      await expect(
        committee.getByRole("heading", { name: "This preview has expired" }),
      ).toBeVisible();
    },
  );
});

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { origin } from "../support/sites.ts";
import { respondWith } from "../screens/screen.ts";
import { part } from "../support/http.ts";
import { expect, test } from "../support/test.ts";
import { usageFigures } from "../support/usage.ts";

/**
 * Figures are aggregated every five minutes. The tests do not wait for that and expect the server's
 * response instead.
 */

/** Expects the screen to show the server's response to an action. */
async function expectReport(
  page: Page,
  path: RegExp,
  action: () => Promise<void>,
): Promise<boolean> {
  const answer = page.waitForResponse((response) => path.test(response.url()));
  await action();
  const isCounted = part(await (await answer).json(), "countedUntil") !== null;
  if (isCounted) {
    await expect(page.getByRole("region", { name: "Active members by week" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Activity by type" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Sign-ins by hour" })).toBeVisible();
    await expect(page.getByText(/^Counted until/)).toBeAttached();
    const week = page.getByRole("slider", { name: "Week" });
    await week.press("Home");
    await expect(week).toHaveAttribute("aria-valuenow", "1");
    await week.press("Escape");
  } else {
    await expect(page.getByRole("heading", { name: "Nothing has been counted yet" })).toBeVisible();
  }
  await expectAccessible(page);
  return isCounted;
}

test("staff see the activity of the network and of one portal", async ({ visit }, info) => {
  const isPhone = info.project.name === "phone";
  const staff = await visit("staff", "main", "/staff");
  await expectReport(staff, /\/api\/staff\/analytics\?weeks=12&/, () =>
    staff.getByRole("link", { name: "Analytics" }).filter({ visible: true }).click(),
  );
  await staff.waitForURL("**/staff/analytics");

  const open = staff.getByRole("button", {
    name: isPhone ? "Choose period and portal" : /^Portal:/,
  });
  const choose = async (name: string) => {
    await open.click();
    await expectAccessible(staff);
    await staff.getByRole("menuitemradio", { name }).click();
  };
  await expectReport(staff, /\/api\/staff\/analytics\?.*affiliationId=/, () => choose("Ashcombe"));
  const isCounted = await expectReport(staff, /\/api\/staff\/analytics\?weeks=4&/, () =>
    isPhone ? choose("4 weeks") : staff.getByRole("button", { name: "4 weeks" }).click(),
  );
  await expect(staff).toHaveURL(/\/staff\/analytics\?affiliation=[^&]+&weeks=4$/);
  if (isPhone) await open.click();
  const take = staff.getByRole(isPhone ? "menuitem" : "button", { name: "Export" });
  if (isCounted) {
    const file = staff.waitForEvent("download");
    await take.click();
    expect((await file).suggestedFilename()).toBe("analytics-ashcombe-4-weeks.csv");
  } else {
    await expect(take).toBeDisabled();
  }
});

test("a week is read out by mouse, touch and keys", async ({ visit }, info) => {
  const staff = await visit("staff", "main", "/staff");
  await respondWith("staff/analytics?*", usageFigures)(staff);
  await staff.getByRole("link", { name: "Analytics" }).filter({ visible: true }).click();
  const chart = staff.getByRole("slider", { name: "Week" });
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  const third = { x: (width * 2) / 11, y: 40 };
  if (info.project.name === "phone") await chart.tap({ position: third });
  else await chart.hover({ position: third });
  const readOut = chart.getByText("21 to 27 September");
  await expect(readOut).toBeVisible();
  await expect(chart).toHaveAttribute("aria-valuetext", /^21 to 27 September: 8,880 active/);
  await chart.press("ArrowRight");
  await expect(chart.getByText("28 September to 4 October")).toBeVisible();
  await expectAccessible(staff);
  await chart.press("Escape");
  await expect(readOut).toHaveCount(0);

  const hours = staff.getByRole("region", { name: "Sign-ins by hour" });
  await hours.getByText("Show as a table").press("Enter");
  await expect(hours.getByRole("table")).toContainText("07:00");
  await expectAccessible(staff);
});

test.describe("without access", () => {
  test.use({ provoked: [/status of 404/] });

  test(
    "an affiliation's manager sees only their own portal's figures",
    { tag: "@only-desktop" },
    async ({ visit }) => {
      const admin = await visit("affadmin", "main", "/affiliation/ashcombe/manage");
      await expectReport(admin, /\/api\/affiliations\/[^/]+\/analytics\?/, () =>
        admin.getByRole("link", { name: "Analytics" }).click(),
      );
      await admin.waitForURL("**/affiliation/ashcombe/manage/analytics");
      await admin.reload();
      await expect(admin.getByRole("link", { name: "Analytics" })).toBeInViewport({ ratio: 1 });
      await admin.goto(`${origin("main")}/affiliation/htwu/portal/analytics`);
      await expect(admin.getByRole("heading", { name: "Affiliation not found" })).toBeVisible();
      await admin.goto(`${origin("main")}/staff/analytics`);
      await admin.waitForURL("**/home");
    },
  );

  test("a member finds neither", { tag: "@only-phone" }, async ({ visit }) => {
    const member = await visit("member", "main", "/staff/analytics");
    await member.waitForURL("**/home");
    await member.goto(`${origin("main")}/affiliation/ashcombe/portal/analytics`);
    await expect(member.getByRole("heading", { name: "Affiliation not found" })).toBeVisible();
    await expectAccessible(member);
  });
});

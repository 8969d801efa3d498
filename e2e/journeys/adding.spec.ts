import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { accounts, type Account, type Site, origin } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/**
 * A member requests an affiliation that the directory lacks, and staff answer. The tests depend on
 * the number of pending requests, so they have their own instance.
 */

const test = withOwnInstance("server-for-adding");

const ASHCOMBE = "Ashcombe College Alumni Association";
const NAME = "Weavers of Elm Street";
const ABOUT = "Nine looms, a dye garden and an open evening every month.";

type Visit = (who: Account | null, site: Site, path: string) => Promise<Page>;

/** A page of a user who signs in on the main site, at this path. */
async function comes(visit: Visit, who: Account, place: string): Promise<Page> {
  const page = await visit(null, "main", "/login");
  await signIn(page, accounts[who]);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(`${origin("main")}${place}`);
  return page;
}

const send = (page: Page) => page.getByRole("button", { name: "Send request" }).click();

/** A request's state on the member's page. */
const own = (page: Page, name: string): Locator =>
  page
    .getByRole("region", { name: "Your requests" })
    .getByRole("listitem")
    .filter({ hasText: name });

const requested = (staff: Page, name: string): Locator =>
  staff.getByRole("article", { name: new RegExp(`, ${name}$`) });

async function ask(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Description").fill(ABOUT);
  await send(page);
  await expect(
    page.getByText("Request sent. You will be notified when our staff have reviewed it."),
  ).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(own(page, name).getByText("Pending")).toBeVisible();
}

/** The section in the staff navigation with its pending count. */
function section(staff: Page, waiting: number): Locator {
  const count = waiting === 0 ? "" : ` ${waiting} waiting`;
  return staff
    .getByRole("navigation", { name: "Staff sections" })
    .getByRole("link", { name: `Affiliation requests${count}`, exact: true });
}

/** The pending count on the overview. */
async function waitingNow(staff: Page): Promise<number> {
  const figure = staff
    .getByRole("region", { name: "Overview" })
    .locator("dl > div")
    .filter({ hasText: "Affiliation requests" });
  return Number(await figure.locator("dd").first().textContent());
}

test(
  "a member requests an affiliation, staff approve it, and the member manages it without a reload",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    test.setTimeout(120_000);
    const staff = await comes(visit, "staff", "/staff");
    const before = await waitingNow(staff);
    await expect(section(staff, before)).toBeVisible();

    const page = await comes(visit, "member", "/affiliations");
    await page.getByRole("link", { name: "Ask us to add it" }).click();
    await expect(page.getByRole("heading", { name: "Ask us to add an affiliation" })).toBeVisible();
    await send(page);
    await expect(page.getByText("Input is required")).toHaveCount(2);
    await expect(page.getByLabel("Name")).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("Name").fill("Ashcombe");
    const listed = page.getByRole("list", { name: "Is it one of these?" });
    await expect(listed.getByRole("link", { name: ASHCOMBE })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Name").fill(NAME);
    await expect(listed).toBeHidden();
    await page.reload();
    await expect(page.getByLabel("Name")).toHaveValue(NAME);
    await ask(page, NAME);
    await expectAccessible(page);

    await section(staff, before + 1).click();
    await expect(requested(staff, NAME)).toContainText(accounts.member);
    await expect(requested(staff, NAME)).toContainText("New affiliation");
    await expect(requested(staff, NAME)).toContainText(ABOUT);
    await expectAccessible(staff);
    await staff.getByRole("button", { name: `Approve ${NAME}` }).click();
    await expect(staff.getByText(`${NAME} is now listed`)).toBeVisible();
    await expect(requested(staff, NAME)).toBeHidden();
    await expect(section(staff, before)).toBeVisible();
    await staff.getByRole("button", { name: "Approved" }).click();
    await expect(requested(staff, NAME).getByRole("link", { name: NAME })).toBeVisible();

    await expect(own(page, NAME).getByText("Listed")).toBeVisible();
    await expectAccessible(page);
    await own(page, NAME).getByRole("link", { name: NAME }).click();
    await expect(page.getByRole("heading", { name: NAME })).toBeVisible();
    // The requester is a member and an admin of it.
    await page.getByRole("button", { name: "Member: actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Hide from Profile" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Manage" })).toBeVisible();
    await page.goto(`${origin("main")}/affiliations?whose=mine`);
    await expect(page.getByRole("link", { name: NAME })).toBeVisible();
  },
);

test(
  "a rejected request shows the reason, and a pending one is withdrawn",
  { tag: "@only-phone" },
  async ({ visit }) => {
    test.setTimeout(120_000);
    const page = await comes(visit, "second", "/affiliations");
    await page.getByRole("link", { name: "Ask us to add it" }).click();
    await page.getByRole("checkbox", { name: /^Private/ }).check();
    await ask(page, NAME);
    await expect(own(page, NAME).getByText("Private")).toBeVisible();
    await expectAccessible(page);

    const staff = await comes(visit, "staff", "/staff");
    await section(staff, await waitingNow(staff)).click();
    await staff.getByRole("button", { name: "New", exact: true }).click();
    await expectAccessible(staff);
    await staff.getByRole("button", { name: `Reject ${NAME}` }).click();
    const dialog = staff.getByRole("dialog", { name: `Reject ${NAME}?` });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(dialog.getByText("A reason is required to reject a request")).toBeVisible();
    await expectAccessible(staff);
    const reason = "We could not find that it has members of its own.";
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(requested(staff, NAME)).toBeHidden();
    await staff.getByRole("button", { name: "Rejected" }).click();
    await expect(requested(staff, NAME)).toContainText(reason);

    await expect(own(page, NAME).getByText("Declined", { exact: true })).toBeVisible();
    await expect(own(page, NAME).getByText(reason)).toBeVisible();
    await expectAccessible(page);
    const other = "Friends of the Elm Street Looms";
    await ask(page, other);
    await page.getByRole("button", { name: `Withdraw the request to add ${other}` }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByText("Request withdrawn")).toBeVisible();
    await expect(own(page, other)).toBeHidden();
    await expect(own(page, NAME)).toBeVisible();

    await requested(staff, NAME)
      .getByRole("button", { name: /^Delete the request of / })
      .click();
    await expectAccessible(staff);
    await staff.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(staff.getByText("Request deleted")).toBeVisible();
    await expect(requested(staff, NAME)).toBeHidden();
    await expect(own(page, NAME)).toBeHidden();
  },
);

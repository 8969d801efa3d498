import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { origin, password } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Accounts that no other test uses. */
const editor = "mateo@demo.test";
const leaver = "yuki@demo.test";

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/\/home|\/settings/);
}

test("a member edits their profile, picture and handle", async ({ visit }, info) => {
  const page = await visit(null, "main", "/login");
  await signIn(page, editor);
  await page.goto(`${origin("main")}/profile/edit`);
  await expectAccessible(page);

  const folder = resolve(import.meta.dirname, "../../guildhall/demo/people");
  await page.getByLabel("Picture file").setInputFiles(join(folder, "amina.webp"));
  const dialog = page.getByRole("dialog", { name: "Choose the part to show" });
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  for (let step = 0; step < 20; step += 1) await zoom.press("ArrowRight");
  await dialog.getByRole("slider", { name: "Up and down" }).press("ArrowLeft");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Your picture was saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();

  await page.getByLabel("Job title").fill("Tide-table reader");
  await page.getByLabel("Handle").fill("kboateng");
  await expect(
    page.getByText("This handle is already taken. Please choose another one."),
  ).toBeVisible();
  await page.getByLabel("Handle").fill(`Mateo.${info.project.name}`);
  await expect(page.getByText("Free")).toBeVisible();
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Your profile was saved.")).toBeVisible();
  await page.waitForURL("**/profile");
  await expect(page.getByText("Tide-table reader").filter({ visible: true })).toBeVisible();
  await expect(page.getByText(`@Mateo.${info.project.name}`)).toBeVisible();
  await expectAccessible(page);
});

test("the directory is filtered and sorted", async ({ visit }, info) => {
  const page = await visit("member", "main", "/network");
  const people = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  await expect(people.first()).toBeVisible();
  await expectAccessible(page);
  // More rows load when the end of the list approaches.
  await people.last().scrollIntoViewIfNeeded();
  await expect(page.locator("[aria-posinset='11']")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("bookseller");
  await expect(people).toHaveCount(1);
  await expect(people.getByRole("link", { name: "Tess Calloway" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("no such person");
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  // A phone has the filters in a sheet.
  const isPhone = info.project.name !== "desktop";
  if (isPhone) await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Sort by").selectOption("recent");
  if (isPhone) {
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show members" }).click();
  }
  await expect(page).toHaveURL(/sort=recent/);
  await expect(people).not.toHaveCount(1);
});

test.describe("on a screen taller than a page of the directory", { tag: "@only-desktop" }, () => {
  test.use({ viewport: { width: 1440, height: 2600 } });

  test("the next page loads without scrolling", async ({ visit }) => {
    const page = await visit("member", "main", "/network");
    const list = page.getByRole("list", { name: "Members" });
    await expect(list.locator("[aria-posinset='11']")).toBeVisible();
    // Until the viewport is full, or the list ends.
    await expect
      .poll(async () => {
        const box = await list.boundingBox();
        const last = list.getByRole("listitem").last();
        const of = await last.getAttribute("aria-setsize");
        return (box?.height ?? 0) > 2_300 || of === (await last.getAttribute("aria-posinset"));
      })
      .toBe(true);
  });
});

test("recent searches are offered until removed", async ({ visit }, info) => {
  const page = await visit("second", "main", "/network");
  const query = info.project.name === "desktop" ? "bookseller" : "pharmacist";
  const field = page.getByRole("searchbox", { name: "Search" });
  const people = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  const settled = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.url().includes("/api/me/recent-searches") &&
        response.request().method() === method,
    );
  const stored = settled("POST");
  await field.fill(query);
  await field.press("Enter");
  await expect(people).toHaveCount(1);
  await stored;

  await page.goto(`${origin("main")}/network`);
  await field.focus();
  const recent = page.getByRole("region", { name: "Recent searches" });
  await recent.getByRole("button", { name: query, exact: true }).click();
  await expect(field).toHaveValue(query);
  await expect(people).toHaveCount(1);

  await field.fill("");
  const forgotten = settled("DELETE");
  await recent.getByRole("button", { name: `Remove ${query} from recent searches` }).click();
  await expect(recent.getByRole("button", { name: query, exact: true })).toBeHidden();
  await forgotten;
  await page.goto(`${origin("main")}/network`);
  await expect(people.first()).toBeVisible();
  await field.focus();
  await expect(page.getByRole("button", { name: query, exact: true })).toBeHidden();
});

test("a portal's directory lists its members only", async ({ visit }) => {
  const page = await visit("member", "ashcombe", "/network");
  await expect(page.getByText("The members of Ashcombe College Alumni Association.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Members" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("Calloway");
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
  await expectAccessible(page);
});

test.describe("blocking", { tag: "@only-phone" }, () => {
  test("hides two members from each other until it is lifted", async ({ visit }) => {
    const page = await visit("member", "main", "/profile/tesscalloway");
    await page.getByRole("button", { name: "More about this member" }).click();
    await page.getByRole("menuitem", { name: "Block Tess" }).click();
    const dialog = page.getByRole("dialog", { name: "Block Tess?" });
    await dialog.getByRole("button", { name: "Block" }).click();
    await expect(page.getByText("You blocked Tess.", { exact: true })).toBeVisible();
    await expect(page.getByText("You cannot find or follow each other")).toBeVisible();
    await page.goto(`${origin("main")}/network?q=calloway`);
    await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
    await page.goto(`${origin("main")}/settings/blocked`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Unblock Tess Calloway" }).click();
    await expect(page.getByText(/You block nobody/)).toBeVisible();
    await page.goto(`${origin("main")}/network?q=calloway`);
    await expect(page.getByRole("link", { name: "Tess Calloway" })).toBeVisible();
  });
});

test.describe("account deletion", () => {
  // The session ends with this request; requests in flight are refused.
  test.use({ provoked: [/status of 401/] });

  test("can be cancelled by signing in again", { tag: "@only-phone" }, async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await signIn(page, leaver);
    await page.goto(`${origin("main")}/settings/data`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await expect(dialog.getByRole("button", { name: "Delete my account" })).toBeDisabled();
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL("**/login");
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();

    await signIn(page, leaver);
    const offer = page.getByRole("dialog", { name: "Your account will be deleted" });
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await offer.getByRole("button", { name: "Keep my account" }).click();
    await expect(page.getByText("Your account is kept.")).toBeVisible();
    await expect(offer).toBeHidden();
  });

  test("a data export can be downloaded", { tag: "@only-desktop" }, async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await signIn(page, editor);
    await page.goto(`${origin("main")}/settings/data`);
    const ask = page.getByRole("button", { name: /Request a (new )?copy/ });
    await ask.click();
    const fetched = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click({ timeout: 20_000 });
    expect((await fetched).suggestedFilename()).toBe("guildhall-data.zip");
  });
});

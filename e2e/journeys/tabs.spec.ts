import { signIn } from "../support/actions.ts";
import { accounts, origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Tabs of one browser know of each other's sign-ins and sign-outs. */

test(
  "a sign-in and a sign-out are told in the other tab",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const one = await visit(null, "main", "/login");
    const other = await one.context().newPage();
    await other.goto(`${origin("main")}/login`);
    await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
    await signIn(one, accounts.member);
    await other.waitForURL("**/communities");
    await expect(other.getByText(/^You signed in as .* in another tab\.$/)).toBeVisible();
    await one.waitForURL("**/communities");

    await one.getByRole("button", { name: /Account menu/ }).click();
    await one.getByRole("menuitem", { name: "Log Out" }).click();
    await expect(other.getByText("You signed out in another tab.")).toBeVisible();
    await other.waitForURL("**/login");
    await expect(other.getByText("Session expired. Please log in again.")).toBeHidden();
  },
);

test.describe("Back on a phone", { tag: "@only-phone" }, () => {
  test("closes the open sheet and stays on the page", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const more = page.getByRole("dialog", { name: "More" });
    const openMore = () => page.getByRole("button", { name: "More", exact: true }).click();
    await openMore();
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(more).toBeHidden();
    await expect(page).toHaveURL(/\/communities$/);
    // A page that the sheet leads to has the page of the sheet before it.
    await openMore();
    await more.getByRole("link", { name: "About" }).click();
    await page.waitForURL("**/about");
    await page.goBack();
    await page.waitForURL("**/communities");
    await expect(more).toBeHidden();
    await openMore();
    await expect(more).toBeVisible();
  });

  test("leads to the page before once the sheet was closed by its button", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    await page.getByRole("button", { name: "More", exact: true }).click();
    const more = page.getByRole("dialog", { name: "More" });
    await more.getByRole("link", { name: "About" }).click();
    await page.waitForURL("**/about");
    await page.getByRole("button", { name: "Search" }).first().click();
    const search = page.getByRole("dialog", { name: "Search" });
    await expect(search).toBeVisible();
    await search.getByRole("button", { name: /Close|Cancel/ }).click();
    await expect(search).toBeHidden();
    await page.goBack();
    await page.waitForURL("**/communities");
  });

  test("closes a sheet that was open when the page was loaded again", async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const more = page.getByRole("dialog", { name: "More" });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.reload();
    await expect(more).toBeHidden();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(more).toBeVisible();
    await page.goBack();
    await expect(more).toBeHidden();
    await expect(page).toHaveURL(/\/communities$/);
  });
});

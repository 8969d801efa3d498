import { join } from "node:path";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { origin } from "../support/sites.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect } from "../support/test.ts";

/**
 * An affiliation's admins edit its page (F-044 to F-047). Other tests read that page, so these have
 * their own instance.
 */

const test = withOwnInstance("server-for-a-page");

// The page's former address.
test.use({ provoked: [/status of 404 .*\/api\/affiliations\/ashcombe\)/] });

const picture = join(import.meta.dirname, "../../guildhall/demo/marks/rowan.webp");

test(
  "an admin's changes appear on the page and at its new address",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await signIn(page, "affadmin@demo.test");
    await page.waitForURL("**/home");
    await page.goto(`${origin("main")}/affiliation/ashcombe`);
    const card = page.getByRole("region", { name: "You manage this page" });
    await card.getByRole("link", { name: "Edit" }).click();
    await page.waitForURL("**/affiliation/ashcombe/manage/page");

    const logo = page.getByRole("region", { name: "Logo" });
    await logo.locator("input[type=file]").setInputFiles(picture);
    await expect(page.getByText("The logo was saved.")).toBeVisible();
    const stored = await logo.locator("img").getAttribute("src");

    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ashcombe Alumni");
    await page.getByLabel("Tagline").fill("Still at the same table.");
    const path = page.getByLabel("URL path");
    await path.fill("");
    await path.pressSequentially("Settings");
    await expect(page.getByText("This URL path is reserved.")).toBeVisible();
    await path.fill("");
    await path.pressSequentially("Ashcombe Alumni");
    await expect(path).toHaveValue("ashcombe-alumni");
    await expect(page.getByText("Available", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Affiliation updated successfully!")).toBeVisible();
    await page.waitForURL("**/affiliation/ashcombe-alumni/manage/page");
    await page.goto(`${origin("main")}/affiliation/ashcombe-alumni`);

    const visitor = await visit(null, "main", "/affiliation/ashcombe-alumni");
    for (const seen of [page, visitor]) {
      await expect(seen.getByRole("heading", { name: "Ashcombe Alumni" })).toBeVisible();
      await expect(seen.getByText("Still at the same table.")).toBeVisible();
      await expect(seen.locator(`img[src="${stored}"]`).first()).toBeVisible();
    }
    await visitor.goto(`${origin("main")}/affiliation/ashcombe`);
    await expect(visitor.getByText("Affiliation not found or you don't")).toBeVisible();
  },
);

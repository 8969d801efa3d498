import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { origin } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** The short name of an affiliation stands next to the names of its members. */

// Other tests read the names of this affiliation.
const test = withOwnInstance("server-for-short-names");

test("an admin gives a short name, which its members' rows show", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signIn(page, "affadmin@demo.test");
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}/affiliation/ashcombe/manage/page`);
  const field = page.getByLabel("Short name");
  await field.fill("A");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A short name has between 2 and 12 characters.")).toBeVisible();
  await field.fill("AshAlumni");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Affiliation updated successfully!")).toBeVisible();

  await page.goto(`${origin("main")}/network`);
  await expect(page.getByTitle(/AshAlumni/).first()).toBeVisible();
  await expectAccessible(page);
});

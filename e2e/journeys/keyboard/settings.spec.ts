import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { origin, password } from "../../support/sites.ts";
import { choose, press, signInByKeys, tabTo, write } from "../../support/keyboard.ts";
import { expect, test } from "../../support/test.ts";

/** Every setting with the keyboard only. The accounts are used by no other test. */
const changer = "mabel@demo.test";
const leaver = "francis@demo.test";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function comeIn(page: Page, email: string): Promise<void> {
  await signInByKeys(page, email, password);
  await page.waitForURL("**/home");
}

async function section(page: Page, name: string): Promise<void> {
  await press(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }));
}

test("a password is changed and another device signed out with the keyboard only", async ({
  visit,
}) => {
  const elsewhere = await visit(null, "main", "/login");
  await comeIn(elsewhere, changer);
  await elsewhere.close();
  const page = await visit(null, "main", "/login");
  await comeIn(page, changer);
  await page.goto(`${origin("main")}/settings`);

  await section(page, "Devices");
  await press(button(page, /^Sign out (?!everywhere)/));
  await expect(page.getByText("The device was signed out.")).toBeVisible();

  await section(page, "Password");
  const another = "Copper-Heron-77";
  await write(page.getByLabel("Current password"), password);
  await write(page.getByLabel("New password", { exact: true }), another);
  await write(page.getByLabel("Confirm new password"), another);
  await press(page.getByRole("checkbox", { name: "Sign out everywhere else" }), "Space");
  const changed = page.waitForResponse("**/api/identity/password/change");
  await press(button(page, "Change password"));
  expect((await changed).status()).toBe(200);

  await section(page, "Account");
  await write(page.getByLabel("First name"), "Maybel");
  await press(button(page, "Save name"));
  await expect(page.getByText("Your name was saved.")).toBeVisible();

  await section(page, "Appearance & language");
  const theme = page.getByRole("group", { name: "Theme" });
  await tabTo(theme.getByRole("radio", { checked: true }));
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("html[data-theme=dark]")).toBeAttached();
  await tabTo(page.getByRole("combobox", { name: "Language" }));
});

test("a picture is chosen, cropped and removed with the keyboard only", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await comeIn(page, "orla@demo.test");
  await page.goto(`${origin("main")}/profile/edit`);
  const chooser = page.waitForEvent("filechooser");
  await press(button(page, /^(Add a|Change) picture$/));
  const folder = resolve(import.meta.dirname, "../../../guildhall/demo/people");
  await (await chooser).setFiles(join(folder, "amina.webp"));
  const dialog = page.getByRole("dialog", { name: "Choose the part to show" });
  for (const name of ["Zoom", "Left and right", "Up and down"]) {
    const slider = dialog.getByRole("slider", { name });
    const before = await slider.inputValue();
    await tabTo(slider);
    await page.keyboard.press("ArrowRight");
    await expect(slider).not.toHaveValue(before);
  }
  await press(dialog.getByRole("button", { name: "Save picture" }));
  await expect(page.getByText("Your picture was saved.")).toBeVisible();
  await press(button(page, "Remove picture"));
  await expect(page.getByText("Your picture was removed.")).toBeVisible();
});

test("a member is blocked and unblocked with the keyboard only", async ({ visit }) => {
  const page = await visit("second", "main", "/network?q=hugo");
  await press(page.getByRole("list", { name: "Members" }).getByRole("link").first());
  await press(button(page, "More about this member"));
  await choose(page.getByRole("menuitem", { name: /^Block / }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Block" }));
  await expect(page.getByText(/^You blocked /).first()).toBeVisible();
  await page.goto(`${origin("main")}/settings`);
  await section(page, "Blocked people");
  await press(button(page, /^Unblock /));
  await expect(page.getByText(/You block nobody/)).toBeVisible();
});

test.describe("own data", () => {
  // The session ends with this request; requests in flight are refused.
  test.use({ provoked: [/status of 401/] });

  test("is exported, and an account deletion is requested and cancelled, with the keyboard only", async ({
    visit,
  }) => {
    const page = await visit(null, "main", "/login");
    await comeIn(page, leaver);
    await page.goto(`${origin("main")}/settings`);
    await section(page, "Your data");
    await press(button(page, /^Request a (new )?copy$/));
    const download = button(page, "Download");
    await expect(download).toBeVisible({ timeout: 20_000 });
    const fetched = page.waitForEvent("download");
    await press(download);
    expect((await fetched).suggestedFilename()).toBe("guildhall-data.zip");

    await press(button(page, "Delete my account"));
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await write(dialog.getByLabel("Type DELETE to confirm"), "DELETE");
    await press(dialog.getByRole("button", { name: "Delete my account" }));
    await page.waitForURL("**/login");
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
    await comeIn(page, leaver);
    const offer = page.getByRole("dialog", { name: "Your account will be deleted" });
    await press(offer.getByRole("button", { name: "Keep my account" }));
    await expect(page.getByText("Your account is kept.")).toBeVisible();
  });
});

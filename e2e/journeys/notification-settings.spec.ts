import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { press, tabTo } from "../support/keyboard.ts";
import { origin, type Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** The notification settings, on both sites. The accounts are used by no other test. */

async function openSettings(page: Page, email: string, site: Site): Promise<void> {
  await signIn(page, email);
  await page.waitForURL(/\/(?:communities|home)$/);
  await page.goto(`${origin(site)}/settings/notifications`);
}

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const select = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

/** Waits until the change that `act` makes is stored. */
async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" &&
      /\/(?:notification-settings|notifications)$/.test(response.url()),
  );
  await act();
  expect((await answer).status()).toBe(200);
}

test(
  "the settings are changed with the keyboard only and survive a reload",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const page = await visit(null, "main", "/login");
    await openSettings(page, "devika@demo.test", "main");
    const table = page.getByRole("table", { name: "Notifications by kind" });
    await expect(table.getByRole("row")).toHaveCount(8);
    await expectAccessible(page);
    const wasOn = await box(page, "Mentions by push").isChecked();
    await saved(page, () => press(box(page, "Mentions by push"), "Space"));
    await tabTo(select(page, "Replies by email"));
    await saved(page, () => page.keyboard.type("Weekly"));
    await saved(page, () => press(box(page, "Use quiet hours"), "Space"));
    await tabTo(page.getByLabel("From"));
    // Adds one hour, in 12-hour and in 24-hour fields.
    await page.keyboard.press("ArrowUp");
    await saved(page, () => tabTo(page.getByLabel("To")));
    await tabTo(select(page, "Time zone"));
    await saved(page, () => page.keyboard.type("Auckland"));
    await tabTo(select(page, "Time"));
    await saved(page, () => page.keyboard.type("18"));
    await tabTo(select(page, "Notifications of Site Safety Exchange"));
    await saved(page, () => page.keyboard.type("Mute"));
    await expectAccessible(page);

    await page.reload();
    await expect(box(page, "Mentions by push")).toBeChecked({ checked: !wasOn });
    await expect(select(page, "Replies by email")).toHaveValue("weekly");
    await expect(box(page, "Use quiet hours")).toBeChecked();
    await expect(page.getByLabel("From")).toHaveValue("23:00");
    await expect(select(page, "Time zone")).toHaveValue("Pacific/Auckland");
    await expect(select(page, "Time")).toHaveValue("18");
    await expect(select(page, "Notifications of Site Safety Exchange")).toHaveValue("mute");
  },
);

test(
  "the settings are changed on a portal and apply to every site",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const page = await visit(null, "ashcombe", "/login");
    await openSettings(page, "ruth@demo.test", "ashcombe");
    const messages = page.getByRole("group", { name: "Messages", exact: true });
    await expectAccessible(page);
    await saved(page, () =>
      messages.getByRole("combobox", { name: "Messages: Email" }).selectOption("daily"),
    );
    await saved(page, () => box(page, "Use quiet hours").click());
    await page.getByLabel("To").fill("06:15");
    await saved(page, () => page.getByLabel("To").blur());
    await page.reload();
    await expect(messages.getByRole("combobox")).toHaveValue("daily");
    await expect(page.getByLabel("To")).toHaveValue("06:15");

    const main = await visit(null, "main", "/login");
    await openSettings(main, "ruth@demo.test", "main");
    await expect(
      main.getByRole("group", { name: "Messages", exact: true }).getByRole("combobox"),
    ).toHaveValue("daily");
    await expect(main.getByLabel("To")).toHaveValue("06:15");
  },
);

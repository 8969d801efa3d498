import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { accounts, origin, type Site } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/**
 * Two people see their cord grow and why, one vouches for the other, an introduction that both
 * accept opens a conversation, and turning cords off erases them.
 */

// Cords change with the activity of all tests, and limits apply for days.
const test = withOwnInstance("server-for-cords");

const sites: readonly [Site, string][] = [
  ["main", "@only-desktop"],
  ["ashcombe", "@only-phone"],
];

for (const [site, tag] of sites) {
  test(`cords, vouches and introductions on ${site}`, { tag }, async ({ visit }) => {
    test.setTimeout(180_000);
    const enter = async (account: string) => {
      const page = await visit(null, site, "/login");
      await signIn(page, account);
      await page.waitForURL(/\/(home|communities)/);
      return page;
    };
    const go = goOn(site);
    const nadia = await enter(accounts.member);
    const kwame = await enter(accounts.second);
    const priya = await enter("communityadmin@demo.test");

    await test.step("a message raises the cord, and both see why", async () => {
      await go(nadia, "/profile/kboateng");
      await expectAccessible(nadia);
      const before = await strengthOf(nadia, "Kwame");
      await nadia
        .getByRole("button", { name: "Message", exact: true })
        .filter({ visible: true })
        .click();
      await nadia.waitForURL(/\/messages\//);
      await startIfNew(nadia);
      await nadia.getByRole("textbox", { name: /^Message to/ }).fill("Did the stays arrive?");
      await nadia.getByRole("button", { name: "Send" }).click();
      await expect(nadia.getByText("Did the stays arrive?").last()).toBeVisible();
      await go(nadia, "/profile/kboateng");
      const strands = nadia.getByRole("list", { name: "Strands" });
      // Likes of other tests raise the cord as well.
      const messages = async () => {
        const strength = await reloadedStrength(nadia, "Kwame");
        return strength > before ? strands.getByText(/1 message/).count() : 0;
      };
      await expect.poll(messages, { timeout: 30_000 }).toBe(1);
      await nadia.getByText("Show as a table").click();
      await expect(nadia.getByRole("row", { name: /^Interaction/ })).toBeVisible();
      await expectAccessible(nadia);

      await go(kwame, "/profile/nadiarahman");
      expect(await strengthOf(kwame, "Nadia")).toBe(await strengthOf(nadia, "Kwame"));
      await expect(kwame.getByText(/1 message/)).toBeVisible();
      await go(kwame, "/profile?tab=cords");
      const own = kwame.getByRole("list", { name: "Your cords" });
      await expect(own.getByRole("link", { name: /Nadia Rahman/ })).toBeVisible();
      await expectAccessible(kwame);
    });

    await test.step("a vouch is shown to both and to others", async () => {
      // The demo network has this vouch already.
      await nadia.getByRole("button", { name: "You vouch for Kwame" }).click();
      const withdrawal = nadia.getByRole("dialog", { name: "Withdraw your vouch for Kwame?" });
      await withdrawal.getByRole("button", { name: "Withdraw vouch" }).click();
      await expect(nadia.getByText("You no longer vouch for Kwame.")).toBeVisible();
      await nadia.getByRole("button", { name: "Vouch for Kwame", exact: true }).click();
      const dialog = nadia.getByRole("dialog", { name: "Vouch for Kwame?" });
      await expectAccessible(nadia);
      await dialog.getByRole("button", { name: "Vouch" }).click();
      await expect(nadia.getByRole("button", { name: "You vouch for Kwame" })).toBeVisible();
      await go(kwame, "/profile/nadiarahman");
      await expect(kwame.getByText("Nadia vouches for you.")).toBeVisible();
      await go(priya, "/profile/kboateng?tab=vouches");
      const vouches = priya.getByRole("list", { name: "Vouches" });
      await expect(vouches.getByRole("link", { name: "Nadia Rahman" })).toBeVisible();
    });

    await test.step("an introduction that both accept opens a conversation", async () => {
      const words = "You both look after old bridges.";
      await nadia.getByRole("button", { name: /^Introduce Kwame/ }).click();
      const dialog = nadia.getByRole("dialog", { name: /^Introduce Kwame/ });
      await dialog.getByRole("combobox", { name: "Introduce to" }).fill("Raghunathan");
      await dialog.getByRole("option", { name: /Priya Raghunathan/ }).click();
      await dialog.getByLabel("Message to both").fill(words);
      await dialog.getByRole("button", { name: "Introduce" }).click();
      await expect(dialog).toBeHidden();

      await go(kwame, "/activity");
      await kwame
        .getByRole("link", {
          name: "Nadia Rahman would like to introduce you to Priya Raghunathan",
        })
        .click();
      await expect(kwame).toHaveURL(/\/introductions$/);
      await expectAccessible(kwame);
      await kwame.getByRole("button", { name: /^Accept/ }).click();
      await expect(kwame.getByText("You accepted. Waiting for Priya.")).toBeVisible();

      await go(priya, "/introductions");
      await priya.getByRole("button", { name: /^Accept/ }).click();
      await priya.getByRole("tab", { name: "Answered" }).click();
      await priya.getByRole("link", { name: "Open conversation" }).click();
      await expect(priya.getByText(words).last()).toBeVisible();
      // The open page of the other person follows.
      await expect(kwame.getByRole("heading", { name: "No pending introductions" })).toBeVisible();
      await kwame.getByRole("tab", { name: "Answered" }).click();
      await expect(kwame.getByRole("link", { name: "Open conversation" })).toBeVisible();
    });

    await test.step("turning cords off erases them for both", async () => {
      await go(kwame, "/settings/messages");
      await kwame.getByRole("checkbox", { name: "Cords" }).click();
      const dialog = kwame.getByRole("dialog", { name: "Turn cords off and erase them?" });
      await expectAccessible(kwame);
      await dialog.getByRole("button", { name: "Turn off and erase" }).click();
      await expect(dialog).toBeHidden();
      await go(nadia, "/profile/kboateng");
      await expect(nadia.getByText("This person has turned cords off")).toBeVisible();
      await expect(nadia.getByRole("list", { name: "Strands" })).toBeHidden();
      await go(kwame, "/profile?tab=cords");
      await expect(kwame.getByRole("heading", { name: "Cords are turned off" })).toBeVisible();
    });
  });
}

const goOn = (site: Site) => (page: Page, path: string) => page.goto(`${origin(site)}${path}`);

/** The strength in the card of a cord. */
async function strengthOf(page: Page, firstName: string): Promise<number> {
  const card = page.getByRole("region", { name: `You and ${firstName}` });
  const label = await card.getByRole("img", { name: /^Cord strength/ }).getAttribute("aria-label");
  return Number(/[\d.]+/.exec(label ?? "")?.[0]);
}

async function reloadedStrength(page: Page, firstName: string): Promise<number> {
  await page.reload();
  return strengthOf(page, firstName);
}

/** Confirms a new conversation; an existing one is open already. */
async function startIfNew(page: Page): Promise<void> {
  const start = page.getByRole("button", { name: "Start conversation" });
  const composer = page.getByRole("textbox", { name: /^Message to/ });
  await expect(start.or(composer)).toBeVisible();
  if (await start.isVisible()) await start.click();
}

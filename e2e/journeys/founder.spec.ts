import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { signIn } from "../support/actions.ts";
import { type Account, accounts, origin } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** The founder hands a community over and demotes an admin; staff appoint a founder. */

// An account may found one community.
for (const [size, tag, first, heir] of [
  ["a desktop", "@only-desktop", "fourth", "organizer"],
  ["a phone", "@only-phone", "fifth", "phoneOrganizer"],
] as const) {
  test(`a community changes its founder on ${size}`, { tag }, async ({ visit }) => {
    // The changes need recent authentication. A proof would replace the session that other tests share.
    const enter = async (who: Account, path: string) => {
      const page = await visit(null, "main", "/login");
      await signIn(page, accounts[who]);
      await page.waitForURL(/\/home$/);
      await page.goto(`${origin("main")}${path}`);
      return page;
    };
    const { id, name } = await createCommunity(first);
    for (const who of [heir, "third"] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one account after the other
      await join(id, who);
    }
    const [former, next, last] = [await nameOf(first), await nameOf(heir), await nameOf("third")];

    const founder = await enter(first, `/communities/${id}/manage`);
    await act(founder, next, "Hand the community over");
    const handover = founder.getByRole("dialog", { name: /^Hand the community over to/ });
    const confirm = handover.getByRole("button", { name: "Hand over" });
    await expect(confirm).toBeDisabled();
    await handover.getByLabel("Type its name to confirm").fill(name);
    await expectAccessible(founder);
    await confirm.click();
    await expect(founder.getByText(`${next} is now the founder`)).toBeVisible();
    await founder.getByRole("button", { name: `Actions for ${last}` }).click();
    await expect(founder.getByRole("menuitem", { name: "Make an admin" })).toBeVisible();
    await expect(founder.getByRole("menuitem", { name: "Hand the community over" })).toHaveCount(0);

    const heirPage = await enter(heir, `/communities/${id}/manage`);
    await act(heirPage, former, "Remove as admin");
    const demote = heirPage.getByRole("dialog", { name: `Remove ${former} as an admin?` });
    await demote.getByRole("button", { name: "Remove as admin" }).click();
    await expect(heirPage.getByText(`${former} is no longer an admin`)).toBeVisible();

    const staff = await enter("staff", `/staff/communities/${id}`);
    await staff.getByRole("button", { name: `Role of ${last}` }).click();
    await staff.getByRole("menuitem", { name: "Make the founder" }).click();
    const appoint = staff.getByRole("dialog", { name: `Make the founder: ${last}` });
    await appoint.getByLabel("Reason").fill("The founder asked for it.");
    await expectAccessible(staff);
    await appoint.getByRole("button", { name: "Make the founder" }).click();
    await expect(staff.getByText("Made the founder")).toBeVisible();
    const row = staff.getByRole("listitem").filter({ hasText: last });
    await expect(row.getByText("Founder", { exact: true })).toBeVisible();
  });
}

async function createCommunity(who: Account): Promise<{ id: string; name: string }> {
  const name = `Sluice keepers ${randomUUID().slice(0, 8)}`;
  const answer = await call("main", "/api/communities", {
    method: "POST",
    cookies: session(who, "main"),
    body: { name, description: "Who turns the wheels", visibility: "public" },
  });
  return { name, id: text(answer.body, "id") };
}

async function join(community: string, who: Account): Promise<void> {
  const answer = await call("main", `/api/communities/${community}/join`, {
    method: "POST",
    cookies: session(who, "main"),
    body: {},
  });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
}

async function nameOf(who: Account): Promise<string> {
  const answer = await call("main", "/api/me", { cookies: session(who, "main") });
  return text(answer.body, "displayName");
}

async function act(page: Page, name: string, item: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${origin("main")}`));
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

import type { Page } from "@playwright/test";
import { communitiesOf, firstThread } from "./screens.ts";
import type { Account, Site } from "./sites.ts";

/**
 * Two members of the main site and Ashcombe; both projects run at the same time. Those of the other
 * size write in the tests of the read state, and an account may write five posts a minute.
 */
export function pairOf(project: string): readonly [writer: Account, reader: Account] {
  return project === "desktop" ? ["fifth", "sixth"] : ["third", "fourth"];
}

/** The path of a thread on a site in which both may write. */
export async function threadOf(site: Site, writer: Account, reader: Account): Promise<string> {
  const theirs = new Set((await communitiesOf(reader, site)).map(({ id }) => id));
  for (const { id } of await communitiesOf(writer, site)) {
    if (!theirs.has(id)) continue;
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const thread = await firstThread(writer, site, id);
    if (thread !== undefined) return thread.path;
  }
  throw new Error(`${writer} and ${reader} share no thread on ${site}`);
}

/** Chooses an addition of the composer: a button, or on a phone an item of its menu. */
export async function choose(page: Page, label: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Add to the post" });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole("menuitem", { name: label }).click();
    return;
  }
  await page.getByRole("button", { name: label, exact: true }).click();
}

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/accessible.ts";
import { call, text } from "../../support/http.ts";
import { communitiesOf, postMessage } from "../../support/screens.ts";
import { session } from "../../support/sessions.ts";
import type { Account, Site } from "../../support/sites.ts";
import { expect, test } from "../../support/test.ts";

/** Single-key shortcuts and the actions of the search, in both builds. */

// Posts per minute are limited, so the sites have different authors.
const sites: readonly { site: Site; who: Account; other: Account }[] = [
  { site: "main", who: "third", other: "fourth" },
  { site: "ashcombe", who: "sixth", other: "third" },
];

for (const { site, who, other } of sites) {
  test(
    `posts are read, liked, answered and edited with single keys on ${site}`,
    { tag: "@only-desktop" },
    async ({ visit }) => {
      const path = await threadOf(site);
      const mark = randomUUID().slice(0, 8);
      const writer = await visit(other, site, path);
      await postMessage(writer, `Theirs ${mark}`);
      await expect(postOf(writer, `Theirs ${mark}`)).toBeVisible();
      const page = await visit(who, site, path);
      await postMessage(page, `Mine ${mark}`);
      const [mine, theirs] = [postOf(page, `Mine ${mark}`), postOf(page, `Theirs ${mark}`)];
      // It has a menu when it is stored.
      await mine.getByRole("button", { name: "Actions for your post" }).waitFor();
      await page.reload();
      await expect(theirs).toBeVisible();
      const { keyboard } = page;

      await test.step("moving and liking", async () => {
        await keyboard.press("j");
        await expect(mine).toBeFocused();
        await keyboard.press("k");
        await expect(theirs).toBeFocused();
        await keyboard.press("l");
        await expect(theirs.getByRole("button", { name: "Like, 1", pressed: true })).toBeVisible();
      });

      await test.step("answering: Escape leaves the field and keeps the text", async () => {
        await keyboard.press("r");
        const composer = page.getByRole("textbox", { name: "Write a reply" });
        await expect(composer).toBeFocused();
        // Letters are text here, not shortcuts.
        await keyboard.type("jkl");
        await keyboard.press("Escape");
        const kept = page.getByRole("textbox", { name: "Write a post" });
        await keyboard.press("Escape");
        await expect(kept).not.toBeFocused();
        await expect(kept).toHaveValue("jkl");
        await kept.fill("");
        await page.reload();
        await expect(theirs).toBeVisible();
      });

      await test.step("editing: Escape keeps a changed text", async () => {
        await keyboard.press("j");
        await expect(mine).toBeFocused();
        await keyboard.press("e");
        const editor = page.getByRole("textbox", { name: "Edit your post" });
        await expect(editor).toBeFocused();
        await keyboard.type(" again");
        await keyboard.press("Escape");
        await expect(mine).toBeFocused();
        await expect(editor).toHaveValue(`Mine ${mark} again`);
        await keyboard.press("e");
        await expect(editor).toBeFocused();
        await keyboard.press("ControlOrMeta+Enter");
        await expect(mine.getByText(`Mine ${mark} again`)).toBeVisible();
        await expect(mine.getByText("edited")).toBeVisible();
      });

      await test.step("a dialog asks before Escape discards typed text", async () => {
        await page.getByRole("button", { name: "New community" }).click();
        const dialog = page.getByRole("dialog", { name: "New community" });
        const name = dialog.getByLabel("Name");
        await expect(name).toBeFocused();
        await keyboard.type("Lost words");
        await keyboard.press("Escape");
        const asks = page.getByRole("dialog", { name: "Discard what you wrote?" });
        await expect(asks).toBeVisible();
        await expectAccessible(page);
        await keyboard.press("Escape");
        await expect(asks).toBeHidden();
        await expect(name).toBeFocused();
        await expect(name).toHaveValue("Lost words");
        await keyboard.press("Escape");
        await asks.getByRole("button", { name: "Discard" }).click();
        await expect(dialog).toBeHidden();
      });
    },
  );

  test(
    `screens, unread threads and the theme are reached with keys on ${site}`,
    { tag: "@only-desktop" },
    async ({ visit }) => {
      const path = await threadOf(site);
      const writer = await visit(other, site, path);
      await postMessage(writer, `Unread ${randomUUID().slice(0, 8)}`);
      await expect(writer.getByRole("article").getByText(/^Unread/)).toBeVisible();
      const page = await visit(who, site, "/communities");
      await expect(page.getByRole("heading", { name: "My Communities" })).toBeVisible();
      const { keyboard } = page;

      await test.step("sequences", async () => {
        for (const [key, address] of [
          ["h", "**/home"],
          ["n", "**/activity"],
          ["m", "**/messages"],
          ["c", "**/communities"],
        ] as const) {
          // oxlint-disable no-await-in-loop -- one screen after the other
          await keyboard.press("g");
          await keyboard.press(key);
          await page.waitForURL(address);
          // oxlint-enable no-await-in-loop
        }
      });

      await test.step("the next unread thread", async () => {
        await keyboard.press("u");
        await page.waitForURL(/\/communities\/[^/]+\/threads\/[^/]+$/);
        await expect(page.getByRole("article").first()).toBeVisible();
      });

      await test.step("the list of shortcuts", async () => {
        await keyboard.press("?");
        const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
        await expect(list.getByText("Next unread thread")).toBeVisible();
        await expectAccessible(page);
        await keyboard.press("Escape");
        await expect(list).toBeHidden();
      });

      await test.step("the actions of the search", async () => {
        const before = (await themeOf(page)) === "light" ? "Light theme" : "System theme";
        await act(page, "dark the", "Dark theme");
        await expect.poll(() => themeOf(page)).toBe("dark");
        await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
        await act(page, before.toLowerCase(), before);
        await expect.poll(() => themeOf(page)).not.toBe("dark");
      });
    },
  );
}

/** Chooses an action of the search with the keyboard. */
async function act(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await page.keyboard.type(typed);
  const action = page.getByRole("group", { name: "Do" }).getByRole("option", { name });
  await expect(action).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowUp");
    await expect(action).toHaveAttribute("aria-selected", "true", { timeout: 100 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeHidden();
}

/** The chosen theme; null is that of the device. */
function themeOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("guildhall.theme"));
}

function postOf(page: Page, words: string) {
  return page.getByRole("article").filter({ hasText: words });
}

const threads = new Map<Site, Promise<string>>();

/** A thread that the tests of a site share: an admin may create three in five minutes. */
function threadOf(site: Site): Promise<string> {
  const known = threads.get(site) ?? newThread(site);
  threads.set(site, known);
  return known;
}

/** Creates a thread in a community of all three, as its admin. */
async function newThread(site: Site): Promise<string> {
  const communities = await communitiesOf("affadmin", site);
  const id = communities.find(({ name }) => name === "Mentoring 2026")?.id ?? "";
  const created = await call(site, `/api/communities/${id}/threads`, {
    method: "POST",
    cookies: session("affadmin", site),
    body: { caption: `Keys ${randomUUID().slice(0, 8)}` },
  });
  return `/communities/${id}/threads/${text(created.body, "id")}`;
}

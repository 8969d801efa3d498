import { expect, type BrowserContext, type Page } from "@playwright/test";
import { call, items, text } from "./http.ts";
import { signIn } from "./sessions.ts";
import { origin, type Account, type Site } from "./sites.ts";
import { oldestWithPosts } from "./threads.ts";

/** A member's session on the test's own instance, and a thread in which they may write. */
export interface OfflineMember {
  site: Site;
  cookies: Record<string, string>;
  threadPath: string;
}

/** Signs a member in and chooses the oldest thread of theirs with posts. */
export async function offlineMember(account: Account, site: Site): Promise<OfflineMember> {
  const cookies = await signIn(account, site);
  const mine = await call(site, "/api/communities?scope=mine", { cookies });
  for (const community of items(mine.body)) {
    const id = text(community, "id");
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const threads = await call(site, `/api/communities/${id}/threads`, { cookies });
    const thread = oldestWithPosts(items(threads.body));
    if (thread !== undefined) {
      return { site, cookies, threadPath: `/communities/${id}/threads/${text(thread, "id")}` };
    }
  }
  throw new Error(`${account} has no thread on ${site}`);
}

export async function addSession(context: BrowserContext, member: OfflineMember): Promise<void> {
  await context.addCookies(
    Object.entries(member.cookies).map(([name, value]) => ({
      name,
      value,
      url: origin(member.site),
      httpOnly: !name.endsWith("present"),
      sameSite: "Lax" as const,
    })),
  );
}

/** Opens the thread and waits until the worker has stored the page, its files and its data. */
export async function openForOffline(page: Page, { site, threadPath }: OfflineMember) {
  await page.goto(`${origin(site)}${threadPath}`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectControlled(page);
  await expect.poll(() => storedKeys(page), { timeout: 15_000 }).toContain("posts");
}

/**
 * Waits until the page has its service worker. Chromium reports a worker whose script it cannot
 * fetch, so a test goes offline only after this.
 */
export async function expectControlled(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
}

/** The first parts of the query keys whose responses are stored. */
export function storedKeys(page: Page): Promise<string[]> {
  return readStore(page, "responses", "queryKey.0");
}

/** The number of requests that wait to be sent. */
export async function queueLength(page: Page): Promise<number> {
  return (await readStore(page, "queue", "key")).length;
}

/** Names of the site's caches that hold what a member has seen. */
export function pictureCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith("pictures/")),
  );
}

function readStore(page: Page, store: string, field: string): Promise<string[]> {
  return page.evaluate(
    ([name, path]) =>
      new Promise<string[]>((done, failed) => {
        const opening = indexedDB.open("guildhall");
        opening.addEventListener("error", () => failed(opening.error));
        opening.addEventListener("success", () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(name)) {
            database.close();
            done([]);
            return;
          }
          const reading = database.transaction(name).objectStore(name).getAll();
          reading.addEventListener("success", () => {
            database.close();
            const parts = path.split(".");
            done(
              reading.result.map((value: unknown) =>
                String(parts.reduce<unknown>((part, key) => Reflect.get(Object(part), key), value)),
              ),
            );
          });
        });
      }),
    [store, field] as const,
  );
}

/** Writes a post without a connection. */
export async function writeOffline(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Write a post" }).fill(words);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: words })).toContainText(
    "Waiting for a connection",
  );
}

/** The posts of the thread that contain one of these texts, as the server stores them. */
export async function postsOnServer(
  { site, cookies, threadPath }: OfflineMember,
  words: readonly string[],
): Promise<string[]> {
  const answer = await call(site, `/api${threadPath}/posts`, { cookies });
  return items(answer.body)
    .map((post) => text(post, "content"))
    .filter((content) => words.includes(content));
}

import type { Page } from "@playwright/test";
import { items, text } from "./http.ts";
import { origin } from "./sites.ts";

type Json = ReturnType<typeof items>[number];

/**
 * The oldest of these threads that has posts. Tests write to it at the same time, so tests that count
 * posts create a thread of their own, which is younger.
 */
export function oldestWithPosts(threads: Json[]): Json | undefined {
  return threads
    .filter(({ numposts }) => Number(numposts) > 0)
    .toSorted((a, b) => text(a, "created").localeCompare(text(b, "created")))[0];
}

/** The path of the oldest thread with posts in a community of the page's member. */
export async function firstThreadPath(
  page: Page,
  communityName = "Mentoring 2026",
): Promise<string> {
  const get = async (path: string) => {
    const answer = await page.request.get(`${origin("main")}${path}`);
    return items(await answer.json());
  };
  const communities = await get("/api/communities?scope=mine&limit=100");
  const community = communities.find((one) => one["name"] === communityName);
  const id = text(community, "id");
  const thread = oldestWithPosts(await get(`/api/communities/${id}/threads`));
  return `/communities/${id}/threads/${text(thread, "id")}`;
}

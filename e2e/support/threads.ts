import type { Page } from "@playwright/test";
import { items, text } from "./http.ts";
import { origin } from "./sites.ts";

/** The path of the first thread in a community of the page's member. */
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
  const [thread] = await get(`/api/communities/${id}/threads`);
  return `/communities/${id}/threads/${text(thread, "id")}`;
}

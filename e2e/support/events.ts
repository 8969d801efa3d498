import { call, text } from "./http.ts";
import { communitiesOf } from "./screens.ts";
import { session } from "./sessions.ts";
import type { Site } from "./sites.ts";
import { expect } from "./test.ts";

/** An event that a test has created, with a function that deletes it. */
export interface CreatedEvent {
  communityId: string;
  /** Path below `/api`. */
  path: string;
  remove: () => Promise<unknown>;
}

/** Creates an event of two hours in a community of the demo network, one week from now. */
export async function createEvent(
  site: Site,
  content: string,
  details: { location?: string; link?: string; capacity?: number } = {},
): Promise<CreatedEvent> {
  const cookies = session("affadmin", site);
  const community = (await communitiesOf("affadmin", site)).find(
    ({ name }) => name === "Mentoring 2026",
  );
  const communityId = community?.id ?? "";
  const list = `/api/communities/${communityId}/announcements`;
  const start = Date.now() + 7 * 24 * 60 * 60 * 1000;
  const body = {
    content,
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + 2 * 60 * 60 * 1000).toISOString(),
    ...details,
  };
  const answer = await call(site, list, { method: "POST", cookies, body });
  expect(answer.status).toBe(201);
  const path = `${list}/${text(answer.body, "id")}`;
  return { communityId, path, remove: () => call(site, path, { method: "DELETE", cookies }) };
}

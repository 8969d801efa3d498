import { act } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { vi } from "vitest";
import type { Community, Me, Post } from "../api/types.ts";
import { communitiesRoutes } from "../features/communities/routes.tsx";
import { siteRoutes } from "../routes/site-routes.tsx";
import { communityFixture, serveCommunity } from "./community-server.ts";
import { thread } from "./factories.ts";
import { openPage, server } from "./open-page.tsx";

/** Answers the requests of a thread with these posts. */
export function servePosts(me: Me, community: Community, posts: () => readonly Post[]): void {
  const world = communityFixture(me, community);
  world.threads = [thread("cable")];
  serveCommunity(() => world);
  server.use(
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(thread("cable"))),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts(), nextCursor: null }),
    ),
  );
}

/** Opens the thread on a whole site, which sends what waits for a connection. */
export function openThread() {
  return openPage("/communities/bridges/threads/cable", (app) =>
    siteRoutes(app, { open: [], member: communitiesRoutes(app.cache) }),
  );
}

/** Disconnects the browser, or connects it again. */
export function setOnline(online: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
}

import { http, HttpResponse } from "msw";
import type { Post, Thread } from "../api/types.ts";
import { type CommunityFixture, refusalResponse } from "./community-server.ts";
import { server } from "./open-page.tsx";

/** A request that a test's server has received. */
export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

const threadNotFound = () => refusalResponse(404, "thread-not-found", "Thread not found");

/** Answers the requests of an open thread, after `serveCommunity`. */
export function serveThreads(world: () => CommunityFixture, posts: readonly Post[]): void {
  const find = (params: { readonly [name: string]: unknown }) =>
    world().threads.find(
      (one) => one.id === params["threadId"] && one.communityId === params["id"],
    );
  server.use(
    http.get("/api/communities/:id/threads/:threadId", ({ params }) => {
      const found = find(params);
      return found === undefined ? threadNotFound() : HttpResponse.json(found);
    }),
    http.get("/api/communities/:id/threads/:threadId/posts", ({ params }) =>
      find(params) === undefined
        ? threadNotFound()
        : HttpResponse.json({ items: posts, nextCursor: null }),
    ),
    http.get("/api/threads/:threadId", ({ params }) => {
      const found = world().threads.find((one) => one.id === params["threadId"]);
      return found === undefined ? threadNotFound() : HttpResponse.json(found);
    }),
  );
}

/** Answers one request with the result of `answer`; returns the requests received. */
export function serveAction(
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  answer: (body: unknown) => Response,
): SentRequest[] {
  const sent: SentRequest[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text();
      const body: unknown = text === "" ? null : JSON.parse(text);
      const { pathname, search } = new URL(request.url);
      sent.push({ method: request.method, path: pathname + search, body });
      return answer(body);
    }),
  );
  return sent;
}

/** Changes a thread of the mock server and returns it as the response. */
export function changeServed(
  world: CommunityFixture,
  threadId: string,
  change: Partial<Thread>,
): Response {
  world.threads = world.threads.map((one) => (one.id === threadId ? { ...one, ...change } : one));
  return HttpResponse.json(world.threads.find(({ id }) => id === threadId));
}

import "fake-indexeddb/auto";
import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { closeDatabase } from "../../offline/database.ts";
import { openQueueStore } from "../../offline/queue-store.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { post } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { earlierPosts } from "./earlier-outbox.ts";

servePages();

const key = "0d8c3a52-6a0e-4f5e-9d0d-3f1d7c2b9a10";
let sentUnder: (string | null)[];

/** Stores a post that was written offline on an earlier page. */
async function writtenOffline(viewerId: string) {
  const store = await openQueueStore();
  await store.add({
    key,
    viewerId,
    kind: "post",
    path: "/api/communities/bridges/threads/cable/posts",
    body: { content: "From the train" },
    item: waitingPost(viewerId),
    created: Date.now(),
    attemptedAt: null,
    problem: null,
  });
}

const waitingPost = (viewerId: string) => ({
  key,
  viewerId,
  communityId: "bridges",
  threadId: "cable",
  parentPostId: null,
  replyTo: null,
  draft: "From the train",
  content: "From the train",
  images: [],
  created: "2026-11-20T10:00:00Z",
});

beforeEach(async () => {
  await closeDatabase();
  indexedDB = new IDBFactory();
  localStorage.clear();
  sentUnder = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/communities/bridges/threads/cable/posts", ({ request }) => {
      sentUnder.push(request.headers.get("Idempotency-Key"));
      expect(request.headers.get("X-Viewer")).toBe("nadia");
      return HttpResponse.json(post("saved", { authorId: "nadia" }), { status: 201 });
    }),
  );
});

/** Keys of the stored unsent posts. */
const waiting = async () => (await (await openQueueStore()).all()).map((one) => one.key);
const screens = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

test.each(["/communities", "/about"])(
  "sends queued posts from any screen, such as %s",
  async (path) => {
    await writtenOffline("nadia");
    openPage(path, screens);
    await waitFor(() => expect(sentUnder).toEqual([key]));
    await waitFor(async () => expect(await waiting()).toEqual([]));
  },
);

test("sends queued posts when the connection returns, on any screen", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await writtenOffline("nadia");
  openPage("/communities", screens);
  await screen.findByRole("heading", { name: "My Communities" });
  expect(sentUnder).toEqual([]);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(sentUnder).toEqual([key]));
  online.mockRestore();
});

test("does not send another user's queued posts", async () => {
  await writtenOffline("kwame");
  openPage("/communities", screens);
  await screen.findByRole("heading", { name: "My Communities" });
  expect(sentUnder).toEqual([]);
});

test("does not send posts that another tab withdrew", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await writtenOffline("nadia");
  openPage("/communities", screens);
  await screen.findByRole("heading", { name: "My Communities" });
  await (await openQueueStore()).remove(key);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sentUnder).toEqual([]);
  online.mockRestore();
});

test("sends posts that an earlier release stored", async () => {
  localStorage.setItem("gh-outbox", JSON.stringify([{ key: "unreadable" }]));
  localStorage.setItem("gh-outbox/broken", "{not json");
  localStorage.setItem(
    `gh-outbox/${key}`,
    JSON.stringify({ ...waitingPost("nadia"), images: undefined }),
  );
  openPage("/communities", screens);
  await waitFor(() => expect(sentUnder).toEqual([key]));
  await waitFor(() => expect(earlierPosts(localStorage).posts).toEqual([]));
  await waitFor(async () => expect(await waiting()).toEqual([]));
});

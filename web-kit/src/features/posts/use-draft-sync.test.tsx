import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import type { ServerDraft } from "../../api/types.ts";
import { publishDraftEvent } from "../../live/draft-events.ts";
import { readEvent } from "../../live/events.ts";
import { communityFixture, serveCommunity } from "../../testing/community-server.ts";
import { community, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { drafts } from "./drafts.ts";

servePages();

const draftSchema = z.object({ text: z.string(), replyTo: z.unknown() });

const me = buildMember({ id: "tunde" });
let stored: ServerDraft[];
let saved: unknown[];

beforeEach(() => {
  drafts.forget(me.id);
  stored = [];
  saved = [];
  const world = communityFixture(me, community("bridges"));
  world.threads = [thread("cable")];
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: [post("aa")], nextCursor: null }),
    ),
    http.get("/api/me/drafts", () => HttpResponse.json({ items: stored })),
    http.put("/api/me/drafts/:place", async ({ params, request }) => {
      const body = draftSchema.parse(await request.json());
      saved.push({ place: params["place"], body });
      return HttpResponse.json({ place: "cable", ...body, updated: "2026-11-20T10:00:00Z" });
    }),
  );
});

const open = () =>
  openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
const box = (name = "Write a post") => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
const draft = (text: string, minute: string): ServerDraft => ({
  place: "cable",
  text,
  replyTo: null,
  updated: `2026-11-20T09:${minute}:00Z`,
});

test("a typed text is stored on the server", async () => {
  const { member } = open();
  await member.type(await box(), "Hello");
  await waitFor(() =>
    expect(saved).toEqual([{ place: "cable", body: { text: "Hello", replyTo: null } }]),
  );
});

test("the draft of another device is shown, with its parent post, and followed", async () => {
  const replyTo = { parentPostId: "aa", name: "Kwame" };
  stored = [{ ...draft("Hello", "01"), replyTo }];
  open();
  const area = await box("Write a reply");
  await waitFor(() => expect(area.value).toBe("Hello"));
  expect(screen.getByText("Kwame", { selector: "strong" })).toBeDefined();
  stored = [draft("Hello there", "02")];
  act(() =>
    publishDraftEvent({ type: "draft.updated", place: "cable", updated: "2026-11-20T09:02:00Z" }),
  );
  await waitFor(() => expect(area.value).toBe("Hello there"));
  stored = [];
  act(() => publishDraftEvent({ type: "draft.removed", place: "cable" }));
  await waitFor(() => expect(area.value).toBe(""));
  expect(saved).toEqual([]);
});

test("events about drafts are read", () => {
  const updated = { type: "draft.updated", place: "cable", updated: "2026-11-20T09:00:00Z" };
  const removed = { type: "draft.removed", place: "cable" };
  expect(readEvent(JSON.stringify(updated))).toEqual(updated);
  expect(readEvent(JSON.stringify(removed))).toEqual(removed);
  expect(readEvent(JSON.stringify({ type: "draft.updated" }))).toBeNull();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  communityFixture,
  type CommunityFixture,
  serveCommunity,
} from "../../testing/community-server.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import { community, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { draftKey, drafts } from "./drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
const place = draftKey(me.id, "cable");
let world: CommunityFixture;
let posted: unknown[];

beforeEach(() => {
  drafts.write(place, { text: "", replyTo: null });
  world = communityFixture(me, community("bridges", { name: "Bridges" }));
  world.threads = [thread("cable")];
  posted = [];
  serveCommunity(() => world);
  server.use(
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(thread("cable"))),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: [post("aa")], nextCursor: null }),
    ),
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      posted.push(await request.json());
      const id = `saved-${posted.length}`;
      return HttpResponse.json(post(id, { authorId: "nadia" }), { status: 201 });
    }),
  );
});

afterEach(() => setOnline(true));

function setOnline(online: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
}

const box = () => screen.findByRole("textbox", { name: "Write a post" });
const waiting = () => screen.queryAllByRole("article", { name: "You wrote" });
const inRow = (words: string) => {
  const row = waiting().find(({ textContent }) => textContent.includes(words));
  if (row === undefined) throw new Error(`"${words}" does not wait`);
  return within(row);
};

/** Opens the thread and writes posts without a connection. */
async function writeOffline(...texts: string[]) {
  const { member } = openPage("/communities/bridges/threads/cable", (app) =>
    siteRoutes(app, { open: [], member: communitiesRoutes(app.cache) }),
  );
  await box();
  setOnline(false);
  for (const [at, words] of texts.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await member.type(await box(), words);
    // oxlint-disable-next-line no-await-in-loop
    await member.click(screen.getByRole("button", { name: "Post" }));
    // oxlint-disable-next-line no-await-in-loop
    await waitFor(() => expect(waiting()).toHaveLength(at + 1));
  }
  return member;
}

test("a waiting post returns to the composer for editing, and only the edited text is sent", async () => {
  const member = await writeOffline("From the train");
  await member.click(inRow("From the train").getByRole("button", { name: "Edit" }));
  await waitFor(() => expect(waiting()).toHaveLength(0));
  const area = await box();
  expect(area).toHaveProperty("value", "From the train");
  await waitFor(() => expect(document.activeElement).toBe(area));
  await member.keyboard(" home{Escape}");
  expect(await box()).toHaveProperty("value", "From the train home");
  await member.click(screen.getByRole("button", { name: "Post" }));
  await waitFor(() => expect(waiting()).toHaveLength(1));
  setOnline(true);
  await waitFor(() => expect(posted).toEqual([{ content: "From the train home" }]));
  await waitFor(() => expect(waiting()).toHaveLength(0));
});

test("a waiting post is discarded with its button only, which can be undone", async () => {
  const member = await writeOffline("First", "Second");
  const discard = inRow("First").getByRole("button", { name: "Discard" });
  discard.focus();
  await member.keyboard("{Escape}");
  expect(waiting()).toHaveLength(2);
  discard.focus();
  await member.keyboard("{Enter}");
  await waitFor(() => expect(waiting()).toHaveLength(1));
  expect(await screen.findByText("Post discarded")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Undo" }));
  expect(await box()).toHaveProperty("value", "First");
  setOnline(true);
  await waitFor(() => expect(posted).toEqual([{ content: "Second" }]));
});

test("a post that is being sent cannot be changed", async () => {
  const answer = Promise.withResolvers<void>();
  server.use(
    http.post("/api/communities/:id/threads/:threadId/posts", async () => {
      await answer.promise;
      return undefined;
    }),
  );
  await writeOffline("From the train");
  const edit = inRow("From the train").getByRole("button", { name: "Edit" });
  setOnline(true);
  await waitFor(() => expect(edit.isConnected).toBe(false));
  expect(inRow("From the train").getByText("Sending")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  answer.resolve();
  await waitFor(() => expect(posted).toHaveLength(1));
});

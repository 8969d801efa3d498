import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Me, Post } from "../../api/types.ts";
import { communitiesRoutes } from "../../features/communities/routes.tsx";
import { drafts, editKey } from "../../features/posts/drafts.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import {
  type CommunityFixture,
  communityFixture,
  serveCommunity,
} from "../../testing/community-server.ts";
import { community, post, thread } from "../../testing/factories.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";

servePages();

const theirs = post("aa", { content: "First words\nof two lines" });
const mine = post("bb", { authorId: "nadia", created: "2026-11-20T10:05:00Z" });

let me: Me;
let posts: Post[];
let liked: string[];
let world: CommunityFixture;
/** Paths of the requests for the next unread thread. */
let asked: string[];

beforeEach(() => {
  me = buildMember({ id: "nadia" });
  posts = [theirs, mine];
  liked = [];
  asked = [];
  world = communityFixture(me, community("bridges"));
  world.threads = [thread("cable"), thread("deck")];
  drafts.forget("nadia");
  drafts.write(editKey(mine), { text: "", replyTo: null });
  serveCommunity(() => world);
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/communities/:id/threads/:threadId", ({ params }) =>
      HttpResponse.json(thread(String(params["threadId"]))),
    ),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts, nextCursor: null }),
    ),
    http.post("/api/posts/:id/like", ({ params }) => {
      liked.push(String(params["id"]));
      return HttpResponse.json({ liked: true, likes: 1 });
    }),
    http.get("/api/me/next-unread-thread", ({ request }) => {
      const { search } = new URL(request.url);
      asked.push(search);
      const next = { communityId: "bridges", threadId: "deck", caption: "About deck" };
      return HttpResponse.json({ thread: asked.length === 1 ? next : null });
    }),
  );
});

function open(path = "/communities/bridges/threads/cable") {
  return openPage(path, (app) =>
    siteRoutes(app, {
      open: [],
      member: [
        ...communitiesRoutes(app.cache),
        { path: "words", element: <input aria-label="Words" /> },
      ],
    }),
  );
}

const article = (id: string) => document.getElementById(`post-${id}`);
const isFocused = (id: string) => waitFor(() => expect(document.activeElement).toBe(article(id)));
const composer = () => screen.findByRole("textbox", { name: "Write a reply" });

async function openThread() {
  const opened = open();
  await screen.findByRole("button", { name: "Actions for your post" });
  return opened;
}

describe("moving", () => {
  test("j and k move between the posts of a thread, from the newest", async () => {
    const { member } = await openThread();
    await member.keyboard("j");
    await isFocused("bb");
    await member.keyboard("k");
    await isFocused("aa");
    await member.keyboard("k");
    await isFocused("aa");
    await member.keyboard("j");
    await isFocused("bb");
  });

  test("j moves in the list of threads while it has the focus", async () => {
    const { member } = await openThread();
    const row = screen.getByRole("link", { name: /About cable/ });
    act(() => row.focus());
    await member.keyboard("j");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: /About deck/ })),
    );
  });

  test("after a thread was opened from the list, j moves in its posts; after Escape not", async () => {
    const { member } = await openThread();
    const row = screen.getByRole("link", { name: /About cable/ });
    act(() => row.focus());
    await member.keyboard("{Enter}");
    await member.keyboard("j");
    await isFocused("bb");
    await member.keyboard("{Escape}");
    expect(document.activeElement).toBe(row);
    await member.keyboard("j");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: /About deck/ })),
    );
  });
});

describe("the focused post", () => {
  test("r replies, and Escape keeps the typed text", async () => {
    const { member } = await openThread();
    await member.keyboard("jkr");
    const area = await composer();
    expect(document.activeElement).toBe(area);
    expect(drafts.read("nadia/cable").replyTo?.parentPostId).toBe("aa");
    await member.keyboard("Just so{Escape}{Escape}");
    expect(area).toHaveProperty("value", "Just so");
    expect(document.activeElement).not.toBe(area);
  });

  test("l likes", async () => {
    const { member } = await openThread();
    await member.keyboard("jkl");
    await waitFor(() => expect(liked).toEqual(["aa"]));
  });

  test("+ opens the menu of reactions", async () => {
    const { member } = await openThread();
    await member.keyboard("jk+");
    const menu = await screen.findByRole("menu");
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await member.keyboard("{Escape}");
    const button = screen.getByRole("button", { name: "React to the post of Kwame Boateng" });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("e edits one's own post only", async () => {
    const { member } = await openThread();
    await member.keyboard("jke");
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
    await member.keyboard("je");
    const area = await screen.findByRole("textbox", { name: "Edit your post" });
    expect(document.activeElement).toBe(area);
  });

  test("q quotes the post after the text that is there", async () => {
    drafts.write("nadia/cable", { text: "Hello", replyTo: null });
    const { member } = await openThread();
    await member.keyboard("jkq");
    const area = await screen.findByRole("textbox", { name: "Write a post" });
    const source = `[Kwame Boateng](${location.origin}/communities/bridges/threads/cable#post-aa):`;
    const quoted = `Hello\n> ${source}\n> First words\n> of two lines\n`;
    expect(area).toHaveProperty("value", quoted);
    expect(drafts.read("nadia/cable").replyTo).toBeNull();
    expect(document.activeElement).toBe(area);
  });

  test("nothing happens without a focused post", async () => {
    const { member } = await openThread();
    await member.keyboard("rlq");
    expect(liked).toEqual([]);
    expect(drafts.read("nadia/cable").replyTo).toBeNull();
  });
});

describe("everywhere", () => {
  test("u opens the next unread thread, or says that there is none", async () => {
    const { member, path } = await openThread();
    await member.keyboard("u");
    await waitFor(() => expect(path()).toBe("/communities/bridges/threads/deck"));
    expect(asked).toEqual(["?after=cable&community=bridges"]);
    await member.keyboard("u");
    expect(await screen.findByText("You're all caught up")).toBeDefined();
  });

  test("g and a letter open a screen that the site has", async () => {
    const { member, path } = await openThread();
    await member.keyboard("ga");
    expect(path()).toBe("/communities/bridges/threads/cable");
    await member.keyboard("gc");
    await waitFor(() => expect(path()).toBe("/communities"));
  });

  test("the list contains the shortcuts of this site only", async () => {
    const { member } = await openThread();
    await member.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(screen.getByText("Next unread thread")).toBeDefined();
    expect(screen.getByText("G then H")).toBeDefined();
    expect(screen.queryByText("G then A")).toBeNull();
  });

  test("no key works in a field, in a dialog, with a modifier, or switched off", async () => {
    const { member, path } = open("/words");
    const field = await screen.findByRole("textbox", { name: "Words" });
    await member.type(field, "gh");
    expect(field).toHaveProperty("value", "gh");
    act(() => field.blur());
    await member.keyboard("{Control>}g{/Control}h");
    await member.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await member.keyboard("gh");
    expect(path()).toBe("/words");
  });

  test("they can be switched off", async () => {
    me = buildMember({ id: "nadia", singleKeyShortcuts: false });
    const { member, path } = await openThread();
    await member.keyboard("ghj");
    expect(path()).toBe("/communities/bridges/threads/cable");
    expect(document.activeElement).toBe(document.body);
  });
});

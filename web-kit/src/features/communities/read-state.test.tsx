import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod/mini";
import type { Post } from "../../api/types.ts";
import { serveCommunity, communityFixture } from "../../testing/community-server.ts";
import { adminOf, community, post, thread } from "../../testing/factories.ts";
import { mockLayout, scrollWindow } from "../../testing/layout.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

const EARLY = "2026-11-20T09:00:00Z";
const me = buildMember({ id: "nadia" });
const marks = z.object({ upTo: z.optional(z.string()), postId: z.optional(z.string()) });
let world: ReturnType<typeof communityFixture>;
let posts: Post[];
let sent: string[];
let badges: number;

const minute = (at: number) => new Date(Date.parse(EARLY) + at * 60_000).toISOString();
const answer = (lastReadTimestamp: string, unreadMessages: number) =>
  HttpResponse.json({
    communityId: "bridges",
    threadId: "cable",
    lastReadTimestamp,
    unreadMessages,
    communityUnread: unreadMessages,
  });

beforeEach(() => {
  localStorage.clear();
  sent = [];
  badges = 3;
  posts = [1, 2, 3].map((at) => post(`p${at}`, { created: minute(at) }));
  world = communityFixture(me, community("bridges", { viewer: adminOf({ unread: 3 }) }));
  world.threads = [
    thread("cable", { caption: "Cables", unreadMessages: 3, lastReadTimestamp: EARLY }),
    thread("codes", { caption: "Codes", lastUpdated: EARLY }),
  ];
  serveCommunity(() => world);
  server.use(
    http.get("/api/me/badges", () =>
      HttpResponse.json({ communities: badges, activity: 0, messages: 0 }),
    ),
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts, nextCursor: null }),
    ),
    http.post("/api/communities/:id/read", () => {
      sent.push("community");
      badges = 0;
      return HttpResponse.json({ communityId: "bridges", lastReadTimestamp: minute(60) });
    }),
    http.put("/api/communities/:id/threads/:threadId/read", async ({ request }) => {
      const { upTo = "" } = marks.parse(await request.json());
      sent.push(upTo);
      badges = 0;
      return answer(upTo, 0);
    }),
  );
});
afterEach(() => {
  Reflect.deleteProperty(document, "visibilityState");
});

const open = (path = "/communities/bridges") =>
  openPage(path, ({ cache }) => communitiesRoutes(cache));
const openThread = () => open("/communities/bridges/threads/cable");
const row = async (name: RegExp) =>
  within(await screen.findByRole("list", { name: "Threads" })).findByRole("link", { name });
const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

function setVisibility(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

describe("reading", () => {
  test("opening a community marks nothing as read", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    expect(await row(/Cables.*3 new/)).toBeDefined();
    await wait(1500);
    expect(sent).toEqual([]);
    expect(await row(/Cables.*3 new/)).toBeDefined();
  });

  test("a thread seen to its end is marked as read after a second", async () => {
    openThread();
    const pane = await screen.findByRole("region", { name: "Posts" });
    expect(await within(pane).findByText("3 new")).toBeDefined();
    expect(sent).toEqual([]);
    await waitFor(() => expect(sent).toEqual([minute(3)]), { timeout: 3000 });
    expect((await row(/Cables/)).textContent).not.toContain("new");
    // The line above the posts that were new stays.
    expect(within(pane).getByText("3 new")).toBeDefined();
  });

  test("a hidden page reads nothing until it is visible", async () => {
    setVisibility("hidden");
    openThread();
    await screen.findByRole("feed", { name: "Posts" });
    await wait(1500);
    expect(sent).toEqual([]);
    setVisibility("visible");
    await waitFor(() => expect(sent).toEqual([minute(3)]), { timeout: 3000 });
  });

  test("a post that arrives at the end of an open thread is read as well", async () => {
    openThread();
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3000 });
    const told = post("p4", { created: minute(4), content: "Said now" });
    const about = { communityId: "bridges", threadId: "cable" };
    act(() => streams[0]?.tell(1, { type: "post.created", ...about, post: told }));
    expect(await screen.findByText("Said now")).toBeDefined();
    expect((await row(/Cables/)).textContent).not.toContain("new");
    await waitFor(() => expect(sent).toEqual([minute(3), minute(4)]), { timeout: 8000 });
  }, 20_000);

  test("only the posts in view are read while the reader is further up", async () => {
    mockLayout();
    posts = Array.from({ length: 60 }, (_, at) => post(`p${at + 1}`, { created: minute(at + 1) }));
    openThread();
    const feed = await screen.findByRole("feed", { name: "Posts" });
    const box = feed.parentElement?.parentElement;
    act(() => void (box && scrollWindow(box, 600)));
    await waitFor(() => expect(sent).toHaveLength(2), { timeout: 12_000 });
    const [, upTo = ""] = sent;
    expect(Date.parse(upTo)).toBeGreaterThan(Date.parse(minute(10)));
    expect(Date.parse(upTo)).toBeLessThan(Date.parse(minute(30)));
    vi.restoreAllMocks();
  }, 20_000);

  test("staff who are not members mark nothing", async () => {
    world.community = community("bridges", {
      viewer: { ...community("x").viewer, isMember: false },
    });
    world.me = buildMember({ id: "nadia", isStaff: true });
    openThread();
    await screen.findByRole("feed", { name: "Posts" });
    await wait(1500);
    expect(sent).toEqual([]);
  });
});

describe("unread from here", () => {
  test("keeps the thread unread until it is opened again", async () => {
    const requested: string[] = [];
    server.use(
      http.put("/api/communities/:id/threads/:threadId/unread-from", async ({ request }) => {
        requested.push(marks.parse(await request.json()).postId ?? "");
        return answer("2026-11-20T09:01:59.999999Z", 2);
      }),
    );
    const { member } = openThread();
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3000 });
    const second = document.getElementById("post-p2");
    if (second === null) throw new Error("the post is not shown");
    await member.click(within(second).getByRole("button", { name: /^Actions for the post/ }));
    await member.click(await screen.findByRole("menuitem", { name: "Mark unread from here" }));
    expect(await row(/Cables.*2 new/)).toBeDefined();
    expect(requested).toEqual(["p2"]);
    expect(await screen.findByText("2 new", { selector: "[role=feed] *" })).toBeDefined();
    await wait(1500);
    expect(sent).toHaveLength(1);
    await member.click(await row(/Codes/));
    await wait(50);
    expect(sent).toHaveLength(1);
    world.threads = world.threads.map((one) => ({ ...one, lastReadTimestamp: minute(2) }));
    await member.click(await row(/Cables/));
    await waitFor(() => expect(sent).toHaveLength(2), { timeout: 3000 });
  });

  test("that fails is undone", async () => {
    server.use(
      http.put("/api/communities/:id/threads/:threadId/unread-from", () =>
        HttpResponse.json({ code: "post-not-found", detail: "Post not found" }, { status: 404 }),
      ),
    );
    const { member } = openThread();
    const [actions] = await screen.findAllByRole("button", { name: /^Actions for the post/ });
    if (actions !== undefined) await member.click(actions);
    await member.click(await screen.findByRole("menuitem", { name: "Mark unread from here" }));
    expect(await screen.findByText("Post not found")).toBeDefined();
  });
});

test("the community menu marks all threads as read", async () => {
  const { member } = open();
  await screen.findByRole("list", { name: "Threads" });
  await member.click(screen.getByRole("button", { name: "Community menu" }));
  await member.click(await screen.findByRole("menuitem", { name: "Mark all as read" }));
  await waitFor(() => expect(sent).toEqual(["community"]));
  expect((await row(/Cables/)).textContent).not.toContain("new");
});

describe("the order of threads", () => {
  let sorts: Set<string | null>;
  beforeEach(() => {
    sorts = new Set();
    server.use(
      http.get("/api/communities/:id/threads", ({ request }) => {
        const sort = new URL(request.url).searchParams.get("sort");
        sorts.add(sort);
        const items = world.threads.filter((one) => sort !== "unread" || one.unreadMessages > 0);
        return HttpResponse.json({ items, nextCursor: null });
      }),
    );
  });
  const menu = () => screen.findByRole("button", { name: /^Threads shown/ });
  const choose = async (member: ReturnType<typeof open>["member"], name: string) => {
    await member.click(await menu());
    await member.click(await screen.findByRole("menuitemradio", { name }));
  };

  test("is kept in the address and remembered", async () => {
    const { member, address } = open();
    await choose(member, "Newest");
    await waitFor(() => expect(address()).toBe("/communities/bridges?sort=newest"));
    await waitFor(() => expect(sorts).toEqual(new Set([null, "newest"])));
    await member.click(await row(/Cables/));
    expect((await menu()).textContent).toContain("Newest");
  });

  test("of an address wins over the remembered one", async () => {
    localStorage.setItem("guildhall.thread-sort", "newest");
    open("/communities/bridges?sort=unread");
    expect((await menu()).textContent).toContain("Unread");
    expect(await row(/Cables/)).toBeDefined();
    expect(screen.queryByRole("link", { name: /Codes/ })).toBeNull();
    expect(sorts).toEqual(new Set(["unread"]));
    expect(localStorage.getItem("guildhall.thread-sort")).toBe("unread");
  });

  test("unread says when nothing is left, and leads to all threads", async () => {
    const { member } = open("/communities/bridges?sort=unread");
    expect(await row(/Cables/)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Community menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Mark all as read" }));
    expect(await screen.findByText("You're all caught up")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Show all threads" }));
    expect(await row(/Codes/)).toBeDefined();
  });
});

describe("the next unread thread", () => {
  test("opens from the end of a thread", async () => {
    badges = 7;
    const asked: string[] = [];
    server.use(
      http.get("/api/me/next-unread-thread", ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(`${searchParams.get("after")} ${searchParams.get("community")}`);
        const next = { communityId: "bridges", threadId: "codes", caption: "Codes" };
        return HttpResponse.json({ thread: asked.length === 1 ? next : null });
      }),
    );
    const { member, path } = openThread();
    await member.click(await screen.findByRole("button", { name: "Next unread" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/threads/codes"));
    expect(asked).toEqual(["cable bridges"]);
  });

  test("is not offered if there is none", async () => {
    badges = 0;
    openThread();
    await screen.findByRole("feed", { name: "Posts" });
    expect(screen.queryByRole("button", { name: "Next unread" })).toBeNull();
  });
});

import { act, configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { serveCommunity, communityFixture } from "../../testing/community-server.ts";
import { community, post, thread } from "../../testing/factories.ts";
import { mockLayout, scrollWindow } from "../../testing/layout.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { toasts } from "../../ui/toast-store.ts";
import { communitiesRoutes } from "../communities/routes.tsx";

servePages();
// Ten pages of a hundred measured posts take a while on a loaded machine.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

const me = buildMember({ id: "nadia" });
const PAGE = 100;
const START = Date.parse("2026-11-01T08:00:00Z");
const posts = Array.from({ length: 1000 }, (_, at) =>
  post(`p${at}`, {
    content: `Post ${at}`,
    created: new Date(START + at * 60_000).toISOString(),
  }),
);
let pagesAsked: number;

/** Newest page first, each page oldest post first, as the server returns them. */
function pageBefore(cursor: string | null) {
  const end = cursor === null ? posts.length : Number(cursor);
  const start = Math.max(0, end - PAGE);
  const nextCursor = start === 0 ? null : String(start);
  return HttpResponse.json({ items: posts.slice(start, end), nextCursor });
}

beforeEach(() => {
  mockLayout();
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  pagesAsked = 0;
  const world = communityFixture(me, community("bridges", { name: "Bridges" }));
  world.threads = [thread("cable", { caption: "Cables", numposts: posts.length })];
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", ({ request }) => {
      pagesAsked += 1;
      return pageBefore(new URL(request.url).searchParams.get("cursor"));
    }),
  );
});

const open = (hash = "") =>
  openPage(`/communities/bridges/threads/cable${hash}`, ({ cache }) => communitiesRoutes(cache));
const feed = () => screen.findByRole("feed", { name: "Posts" });
const shown = () => screen.getAllByRole("article").map((article) => article.id);
const box = async () => {
  const found = (await feed()).parentElement?.parentElement;
  if (!found) throw new Error("the feed scrolls in nothing");
  return found;
};
/**
 * The newest post is always rendered as the tab stop, so its neighbours show that the end is on
 * screen.
 */
const atEnd = () => waitFor(() => expect(shown()).toContain("post-p990"));
const scrollTo = async (top: number) => {
  const scrolled = await box();
  act(() => scrollWindow(scrolled, top));
};

describe("a long thread", () => {
  test("opens at its end and renders only nearby rows", async () => {
    open();
    await atEnd();
    expect(shown().length).toBeLessThan(40);
    expect(shown()).not.toContain("post-p900");
  });

  test("loads older posts when scrolling up and keeps the reading position", async () => {
    open();
    await atEnd();
    await scrollTo(600);
    const before = shown();
    expect(before).toContain("post-p910");
    await waitFor(() => expect(pagesAsked).toBe(2));
    const scrolled = await box();
    await waitFor(() => expect(scrolled.scrollTop).toBeGreaterThan(600));
    expect(shown()).toContain("post-p910");
    await scrollTo(scrolled.scrollTop - 900);
    await waitFor(() => expect(shown()).toContain("post-p896"));
  });

  test("exposes each post's position once known", async () => {
    open();
    await atEnd();
    const last = screen.getAllByRole("article").at(-1);
    expect(last?.getAttribute("aria-posinset")).toBe("100");
    expect(last?.getAttribute("aria-setsize")).toBe("-1");
  });

  test("is navigated with arrow keys to posts that were not rendered", async () => {
    const { member } = open();
    await atEnd();
    const stop = screen.getAllByRole("article").filter((article) => article.tabIndex === 0);
    expect(stop.map((article) => article.id)).toEqual(["post-p999"]);
    act(() => stop[0]?.focus());
    await member.keyboard("{ArrowUp}");
    expect(document.activeElement?.id).toBe("post-p998");
    await member.keyboard("{Home}");
    expect(document.activeElement?.id).toBe("post-p900");
    await member.keyboard("{ArrowDown}");
    expect(document.activeElement?.id).toBe("post-p901");
    await member.keyboard("{End}");
    expect(document.activeElement?.id).toBe("post-p999");
  });

  test("keeps the focus on a post that is scrolled out of view", async () => {
    open();
    await atEnd();
    act(() => document.getElementById("post-p999")?.focus());
    await scrollTo(2500);
    expect(shown()).not.toContain("post-p995");
    expect(document.activeElement?.id).toBe("post-p999");
  });

  test("follows new posts at its end, and counts them further up", async () => {
    open();
    await atEnd();
    let told = 0;
    const tell = (id: string) => {
      const created = new Date(START + 2_000_000_000).toISOString();
      const about = { communityId: "bridges", threadId: "cable" };
      told += 1;
      streams[0]?.tell(told, { type: "post.created", post: post(id, { created }), ...about });
    };
    tell("new1");
    await waitFor(() => expect(shown()).toContain("post-new1"));
    await scrollTo(3000);
    tell("new2");
    expect(await screen.findByRole("button", { name: "1 new post" })).toBeDefined();
    expect(shown()).not.toContain("post-p999");
  });
});

describe("the address of a post", () => {
  test("is searched page by page, and the post is highlighted", async () => {
    open("#post-p450");
    expect(await screen.findByText("Searching for the post")).toBeDefined();
    await waitFor(() => expect(shown()).toContain("post-p450"));
    expect(screen.queryByText("Searching for the post")).toBeNull();
    expect(pagesAsked).toBe(6);
  });

  test("reports an unknown post", async () => {
    open("#post-gone");
    expect(await screen.findByText("Post not found")).toBeDefined();
    expect(pagesAsked).toBe(10);
    expect(screen.queryByText("Searching for the post")).toBeNull();
  });

  test("can be cancelled", async () => {
    let release = () => {};
    const cached = new Promise<void>((done) => {
      release = done;
    });
    server.use(
      http.get("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor");
        if (cursor !== null) await cached;
        return pageBefore(cursor);
      }),
    );
    const { member } = open("#post-p450");
    await member.click(await screen.findByRole("button", { name: "Stop" }));
    release();
    await waitFor(() => expect(screen.queryByText("Searching for the post")).toBeNull());
    const list = await feed();
    await waitFor(() => expect(list.getAttribute("aria-busy")).toBe("false"));
    expect(within(list).queryByText("Post 450")).toBeNull();
  });

  test("reports older posts that failed to load", async () => {
    server.use(
      http.get("/api/communities/:id/threads/:threadId/posts", ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor");
        return cursor === null
          ? pageBefore(cursor)
          : HttpResponse.json({ status: 500, code: "internal", detail: "boom" }, { status: 500 });
      }),
    );
    open("#post-p450");
    expect(await screen.findByText("Failed to load posts. Please try again.")).toBeDefined();
    expect(screen.queryByText("Post not found")).toBeNull();
  });
});

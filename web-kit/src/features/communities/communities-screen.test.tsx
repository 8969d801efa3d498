import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Community, Post, Thread } from "../../api/types.ts";
import { adminOf, community, person, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { draftKey, drafts } from "../posts/drafts.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
let mine: Community[];
let threads: Thread[];
let posts: Post[];

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, code: string, detail: string) =>
  HttpResponse.json({ status, code, detail, title: code, type: "about:blank" }, { status });

beforeEach(() => {
  drafts.write(draftKey(me.id, "cable"), { text: "", replyTo: null });
  mine = [
    community("bridges", {
      name: "Bridges",
      viewer: adminOf({ unread: 2 }),
    }),
    community("ring", { name: "Merrow Team", groupType: "trust-circle" }),
    community("still", {
      name: "Retrofit",
      status: "paused",
      pauseInfo: { pausedUntil: null, pausedReason: null },
    }),
  ];
  threads = [thread("cable", { caption: "Cables", unreadMessages: 1, numposts: 2 })];
  posts = [
    post("aa", { content: "First words" }),
    post("bb", { content: "Second words", likes: 4, created: "2026-11-20T10:05:00Z" }),
  ];
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/communities", ({ request }) =>
      page(new URL(request.url).searchParams.get("scope") === "mine" ? mine : []),
    ),
    http.get("/api/communities/:id", ({ params }) => {
      const found = mine.find((item) => item.id === params.id);
      return found === undefined
        ? refused(404, "community-not-found", "Community not found")
        : HttpResponse.json(found);
    }),
    http.get("/api/me/join-requests", () => page([])),
    http.get("/api/communities/:id/announcements", () => page([])),
    http.get("/api/communities/:id/threads", () => page(threads)),
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () => page(posts)),
    http.post("/api/communities/:id/read", () =>
      HttpResponse.json({ communityId: "bridges", lastReadTimestamp: "2026-11-20T11:00:00Z" }),
    ),
  );
});

const open = (path: string) => openPage(path, ({ cache }) => communitiesRoutes(cache));
const openThread = () => open("/communities/bridges/threads/cable");
const box = () => screen.findByRole("textbox", { name: "Write a post" });
const send = () => screen.getByRole("button", { name: "Post" });

describe("the list", () => {
  test("groups communities and trust circles, with unread and paused marks", async () => {
    open("/communities");
    const list = await screen.findByRole("list", { name: "Communities" });
    expect(within(list).getByRole("link", { name: /Bridges.*2/ })).toBeDefined();
    expect(within(list).getByRole("link", { name: /Retrofit.*Paused/ })).toBeDefined();
    const circles = screen.getByRole("list", { name: "Trust circles" });
    expect(within(circles).getByRole("link", { name: /Merrow Team/ })).toBeDefined();
  });

  describe("on a phone", () => {
    const lastPost = (author: string, excerpt: string, minutes: number) => ({
      author,
      excerpt,
      created: new Date(Date.now() - minutes * 60_000).toISOString(),
    });

    beforeEach(() => {
      Object.defineProperty(window, "matchMedia", {
        value: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
        configurable: true,
        writable: true,
      });
      mine = mine.map((item) => ({
        ...item,
        lastPost:
          item.id === "ring"
            ? lastPost("Former member", "", 120)
            : lastPost("Priya Raghunathan", "The hall is booked", 4),
      }));
    });

    test("shows the last post of each, or its state", async () => {
      open("/communities");
      const rows = await screen.findAllByRole("link", { name: /Bridges|Retrofit|Merrow Team/ });
      expect(rows.map((row) => row.textContent)).toEqual([
        expect.stringContaining("BridgesPriya: The hall is booked4m"),
        expect.stringContaining("RetrofitNot accepting new members"),
        expect.stringContaining("Merrow TeamFormer member: Attachment2h"),
      ]);
    });
  });

  test("is filtered by name and navigated with the arrow keys", async () => {
    const { member, path } = open("/communities");
    await member.type(await screen.findByRole("searchbox", { name: "Filter communities" }), "retr");
    expect(screen.queryByRole("link", { name: /Bridges/ })).toBeNull();
    await member.clear(screen.getByRole("searchbox", { name: "Filter communities" }));
    screen.getByRole("link", { name: /Bridges/ }).focus();
    await member.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await waitFor(() => expect(path()).toBe("/communities/ring"));
  });

  test("shows new members first steps", async () => {
    mine = [];
    open("/communities");
    expect(await screen.findByText("Communities you join will be listed here.")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "No communities yet" })).toBeDefined();
  });

  test("shows an error in the pane that failed", async () => {
    server.use(http.get("/api/communities", () => refused(500, "internal", "boom")));
    const { member } = open("/communities");
    const words = "Failed to load communities. Please try again.";
    expect(await screen.findByText(words)).toBeDefined();
    server.use(http.get("/api/communities", () => page(mine)));
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: /Bridges/ })).toBeDefined();
  });
});

describe("a community", () => {
  test("reports a missing community once", async () => {
    server.use(
      http.get("/api/threads/cable", () => refused(404, "thread-not-found", "Thread not found")),
    );
    open("/communities/none/threads/cable");
    expect(await screen.findByText("Community not found")).toBeDefined();
  });

  test("shows the server's message and retries if loading fails", async () => {
    const words = "Failed to load community details";
    server.use(http.get("/api/communities/:id", () => refused(500, "internal", words)));
    const { member } = open("/communities/bridges");
    expect(await screen.findByText(words)).toBeDefined();
    server.use(http.get("/api/communities/:id", () => HttpResponse.json(mine[0])));
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("region", { name: "Threads" })).toBeDefined();
  });

  test("shows non-members how to join", async () => {
    const viewer = { ...community("x").viewer, isMember: false, canJoin: true };
    mine = [community("open", { name: "Growers", viewer })];
    server.use(
      http.post("/api/communities/open/join", () => {
        mine = [community("open", { name: "Growers" })];
        return HttpResponse.json(mine[0]);
      }),
    );
    const { member } = open("/communities/open");
    await member.click(await screen.findByRole("button", { name: "Join" }));
    expect(await screen.findByRole("region", { name: "Threads" })).toBeDefined();
  });

  test.each([
    ["was shown it in a list", "/communities"],
    ["followed a link to it", "/communities/open"],
  ])("does not request its threads for a non-member who %s", async (_, address) => {
    const viewer = { ...community("x").viewer, isMember: false, canJoin: true };
    const growers = community("open", { name: "Growers", viewer });
    let requested = 0;
    server.use(
      http.get("/api/communities", ({ request }) =>
        page(new URL(request.url).searchParams.get("scope") === "mine" ? mine : [growers]),
      ),
      http.get("/api/communities/open", () => HttpResponse.json(growers)),
      http.get("/api/communities/open/threads", () => {
        requested += 1;
        return refused(403, "thread-members-only", "Unable to load threads.");
      }),
    );
    const { member } = open(address);
    if (address === "/communities") {
      const [way] = await screen.findAllByRole("link", { name: /Growers/ });
      if (way === undefined) throw new Error("no way to it");
      await member.click(way);
    }
    expect(await screen.findByRole("button", { name: "Join" })).toBeDefined();
    expect(requested).toBe(0);
  });

  test("creates a thread for its admin, and shows the server's refusal", async () => {
    server.use(
      http.post("/api/communities/:id/threads", () =>
        refused(429, "rate-limited", "Rate limit exceeded. Try again at 10:05"),
      ),
    );
    const { member, path } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "New thread" }));
    const form = await screen.findByRole("dialog");
    await member.click(within(form).getByRole("button", { name: /^Create/ }));
    expect(await within(form).findByText("Input is required")).toBeDefined();
    await member.type(within(form).getByLabelText("Caption"), "Bearings");
    await member.click(within(form).getByRole("button", { name: /^Create/ }));
    expect(await within(form).findByText("Rate limit exceeded. Try again at 10:05")).toBeDefined();
    server.use(
      http.post("/api/communities/:id/threads", () =>
        HttpResponse.json(thread("bearings", { caption: "Bearings" }), { status: 201 }),
      ),
    );
    await member.click(within(form).getByRole("button", { name: /^Create/ }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/threads/bearings"));
  });
});

describe("a thread", () => {
  test("opens at the first unread post", async () => {
    openThread();
    const pane = await screen.findByRole("region", { name: "Posts" });
    expect(await within(pane).findByText("1 new")).toBeDefined();
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  test("shows a post immediately, then the saved one in its place", async () => {
    const keys: (string | null)[] = [];
    const shown = Promise.withResolvers<void>();
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
        await shown.promise;
        const key = request.headers.get("Idempotency-Key");
        keys.push(key);
        const saved = post("cc", {
          content: "Third words",
          authorId: "nadia",
          author: person("nadia", "Nadia Rahman"),
          created: new Date().toISOString(),
          idempotencyKey: key,
        });
        return HttpResponse.json(saved, { status: 201 });
      }),
    );
    const { member } = openThread();
    await member.type(await box(), "Third words");
    await member.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Sending")).toBeDefined();
    shown.resolve();
    await waitFor(() => expect(screen.queryByText("Sending")).toBeNull());
    expect(screen.getAllByText("Third words")).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    const told = post("cc", { content: "Third words", authorId: "nadia" });
    streams[0]?.tell(1, {
      type: "post.created",
      communityId: "bridges",
      threadId: "cable",
      post: told,
    });
    expect(screen.getAllByText("Third words")).toHaveLength(1);
  });

  test("leads authors of long texts to an Insight in the same community", async () => {
    openThread();
    await box();
    const way = screen.getByRole("link", { name: "Write an Insight" });
    expect(way.getAttribute("href")).toBe("/articles/new?community=bridges");
  });

  test("restores the text if the server refuses it", async () => {
    const words = "You are currently timed out from this community";
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", () =>
        refused(403, "timed-out", words),
      ),
    );
    const { member } = openThread();
    const area = await box();
    await member.type(area, "Let me in");
    await member.click(send());
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByText("Sending")).toBeNull();
    expect(await box()).toHaveProperty("value", "Let me in");
  });

  test("validates before sending", async () => {
    const { member } = openThread();
    await member.type(await box(), "fish; chips");
    expect(screen.getByText("Message contains prohibited content")).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
  });

  test("counts characters, and allows longer replies", async () => {
    const { member } = openThread();
    await member.type(await box(), "abc");
    expect(screen.getByRole("img", { name: "297 characters left" })).toBeDefined();
    await member.click(screen.getAllByRole("button", { name: /^Reply to/ })[0] ?? send());
    expect(screen.getByRole("img", { name: "4997 characters left" })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Cancel reply" }));
    expect(screen.getByRole("img", { name: "297 characters left" })).toBeDefined();
  });

  test("likes immediately, and undoes it with the reason", async () => {
    server.use(http.post("/api/posts/bb/like", () => refused(500, "internal", "boom")));
    const { member } = openThread();
    await member.click(await screen.findByRole("button", { name: "Like, 4" }));
    expect(await screen.findByText("Failed to like post")).toBeDefined();
    const heart = screen.getByRole("button", { name: "Like, 4" });
    expect(heart.getAttribute("aria-pressed")).toBe("false");
  });

  test("receives posts live", async () => {
    openThread();
    await screen.findByText("Second words");
    const told = post("dd", { content: "From elsewhere", created: "2026-11-20T10:10:00Z" });
    streams[0]?.tell(9, {
      type: "post.created",
      communityId: "bridges",
      threadId: "cable",
      post: told,
    });
    expect(await screen.findByText("From elsewhere")).toBeDefined();
  });

  test("is streamed to staff who are not members, and reloaded when the stream starts", async () => {
    const viewer = { ...community("x").viewer, isMember: false };
    mine = [community("bridges", { name: "Bridges", viewer })];
    server.use(
      http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia", isStaff: true }))),
    );
    openThread();
    expect(await screen.findByText("First words")).toBeDefined();
    await waitFor(() => expect(streams[0]?.url).toContain("community=bridges"));
    posts = [...posts, post("cc", { content: "Said meanwhile" })];
    streams[0]?.tell(9, { type: "hello", cursor: "9" });
    expect(await screen.findByText("Said meanwhile")).toBeDefined();
  });

  test("has no composer during a timeout", async () => {
    const viewer = { ...community("x").viewer };
    viewer.timeout = { endDate: "2099-01-01T00:00:00Z", reason: "Heated" };
    mine = [community("bridges", { viewer })];
    openThread();
    expect(
      await screen.findByText(/You are currently timed out from this community/),
    ).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Write a post" })).toBeNull();
  });

  test("Escape moves up one pane", async () => {
    const { member } = openThread();
    (await box()).focus();
    await member.keyboard("{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: /Cables/ }));
    await member.keyboard("{Escape}");
    expect(document.activeElement?.textContent).toContain("Bridges");
  });
});

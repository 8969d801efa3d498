import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Community, FeedItem } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { community, person, post } from "../../testing/factories.ts";
import { openPage, server, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { rememberReturnPath } from "../accounts/return-path.ts";

servePages();

const me = buildMember({ id: "nadia" });

function item(id: string, changes: Partial<FeedItem> = {}): FeedItem {
  return {
    id,
    postId: id,
    communityId: "bridges",
    communityName: "Bridges",
    threadId: "cable",
    threadCaption: `About ${id}`,
    parentPostId: null,
    author: person("kwame"),
    content: `Words of ${id}`,
    likes: 0,
    replyCount: 0,
    created: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

let items: FeedItem[];
let mine: Community[];
let reads: number;

beforeEach(() => {
  sessionStorage.clear();
  items = [item("one", { likes: 3, replyCount: 1 }), item("two")];
  mine = [];
  reads = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/communities", () => HttpResponse.json({ items: mine, nextCursor: null })),
    http.get("/api/feed", () => {
      reads += 1;
      return HttpResponse.json({ items });
    }),
  );
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:id", element: <h1>A community</h1> },
      { path: "communities/:id/threads/:threadId", element: <h1>A thread</h1> },
    ],
  });

const openHome = () => openPage("/home", routes);
const captions = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
const fails = () =>
  server.use(http.get("/api/feed", () => HttpResponse.json({ detail: "no" }, { status: 500 })));
const works = () => server.use(http.get("/api/feed", () => HttpResponse.json({ items })));

describe("the feed", () => {
  test("shows author, community and text, and opens the post", async () => {
    const { member, path } = openHome();
    const link = await screen.findByRole("link", { name: "About one" });
    expect(link.getAttribute("href")).toBe("/communities/bridges/threads/cable#post-one");
    expect(screen.getByText("Words of one")).toBeDefined();
    expect(screen.getByText("3 likes")).toBeDefined();
    expect(screen.getByText("1 reply")).toBeDefined();
    expect(captions()).toEqual(["About one", "About two"]);
    expect(reads).toBe(1);
    await member.click(link);
    expect(path()).toBe("/communities/bridges/threads/cable");
  });

  test("a community's name opens the community", async () => {
    items = [item("one")];
    const { member, path } = openHome();
    await member.click(await screen.findByRole("link", { name: "Bridges" }));
    expect(path()).toBe("/communities/bridges");
  });

  test("an empty feed links to the communities", async () => {
    items = [];
    const { member, path } = openHome();
    expect(await screen.findByRole("heading", { name: "Nothing new yet" })).toBeDefined();
    await member.click(screen.getByRole("link", { name: "Go to communities" }));
    expect(path()).toBe("/communities");
  });

  test("reports a load error and retries", async () => {
    fails();
    const { member } = openHome();
    expect(await screen.findByText("Failed to load community feed")).toBeDefined();
    works();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: "About one" })).toBeDefined();
  });

  test("keeps its posts when a reload fails", async () => {
    const { member } = openHome();
    await screen.findByRole("link", { name: "About one" });
    fails();
    await member.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Failed to load community feed")).toBeDefined();
    expect(captions()).toEqual(["About one", "About two"]);
    items = [item("three")];
    works();
    await member.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(captions()).toEqual(["About three"]));
  });

  test("waits for a network", async () => {
    server.use(http.get("/api/feed", () => HttpResponse.error()));
    openHome();
    await screen.findByRole("button", { name: "Try Again" });
    act(() => void dispatchEvent(new Event("offline")));
    expect(await screen.findByText("This loads when the connection is back.")).toBeDefined();
    works();
    act(() => void dispatchEvent(new Event("online")));
    expect(await screen.findByRole("link", { name: "About one" })).toBeDefined();
  });
});

describe("communities with unread posts", () => {
  const withUnread = (id: string, unread: number) =>
    community(id, { name: `The ${id}`, viewer: { ...community("x").viewer, unread } });
  const next = (thread: object | null) =>
    server.use(
      http.get("/api/me/next-unread-thread", ({ request }) => {
        const asked = new URL(request.url).searchParams;
        expect(asked.get("community")).toBe("bridges");
        expect(asked.get("after")).toBeNull();
        return HttpResponse.json({ thread });
      }),
    );
  const region = () => screen.findByRole("region", { name: "New in your communities" });

  test("lead to the first unread thread", async () => {
    mine = [withUnread("bridges", 12), withUnread("boats", 0), withUnread("bells", 100)];
    next({ communityId: "bridges", threadId: "cable", caption: "Cables" });
    const { member, path } = openHome();
    const links = within(await region()).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual([
      "12 new in The bridges",
      "99+ new in The bells",
    ]);
    expect(links[0]?.getAttribute("href")).toBe("/communities/bridges");
    await member.click(within(await region()).getByRole("link", { name: "12 new in The bridges" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/threads/cable"));
  });

  test("report that another device has read them meanwhile", async () => {
    mine = [withUnread("bridges", 1)];
    next(null);
    const { member, path } = openHome();
    await member.click(await screen.findByRole("link", { name: "1 new in The bridges" }));
    expect(await screen.findByText("You're all caught up")).toBeDefined();
    expect(path()).toBe("/home");
  });

  test("are all marked as read at once", async () => {
    mine = [withUnread("bridges", 12)];
    server.use(
      http.put("/api/me/read-marks", () =>
        HttpResponse.json({ detail: "Try again later" }, { status: 503 }),
      ),
    );
    const { member } = openHome();
    const read = within(await region()).getByRole("button", { name: "Mark all as read" });
    await member.click(read);
    expect(await screen.findByText("Try again later")).toBeDefined();
    server.use(
      http.put("/api/me/read-marks", () => {
        mine = [withUnread("bridges", 0)];
        return HttpResponse.json({ communities: 1 });
      }),
    );
    await member.click(read);
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "New in your communities" })).toBeNull(),
    );
  });

  test("are not shown if there are none", async () => {
    mine = [withUnread("bridges", 0)];
    openHome();
    await screen.findByRole("link", { name: "About one" });
    expect(screen.queryByRole("region", { name: "New in your communities" })).toBeNull();
  });
});

describe("live", () => {
  const place = { communityId: "bridges", threadId: "cable" };
  let told = 0;
  const tell = (event: object) => act(() => streams[0]?.tell((told += 1), event));
  const written = (id: string, authorId = "kwame", parentPostId: string | null = null) =>
    tell({ type: "post.created", ...place, post: post(id, { authorId, parentPostId }) });

  beforeEach(async () => {
    openHome();
    await screen.findByRole("link", { name: "About one" });
  });

  test("new posts are counted and shown on request", async () => {
    written("three");
    written("three");
    written("own", "nadia");
    expect(await screen.findByRole("button", { name: "1 new post" })).toBeDefined();
    written("four");
    const button = await screen.findByRole("button", { name: "2 new posts" });
    expect(captions()).toEqual(["About one", "About two"]);
    items = [item("four"), item("three"), ...items];
    act(() => button.click());
    await waitFor(() =>
      expect(captions()).toEqual(["About four", "About three", "About one", "About two"]),
    );
    expect(screen.queryByRole("button", { name: /new post/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Home" }));
  });

  test("a removed new post is not counted", async () => {
    written("three");
    await screen.findByRole("button", { name: "1 new post" });
    tell({
      type: "post.removed",
      ...place,
      postId: "three",
      removed: "deleted",
      isTombstone: false,
    });
    await waitFor(() => expect(screen.queryByRole("button", { name: /new post/ })).toBeNull());
  });

  test("likes and replies are updated in place", async () => {
    tell({ type: "post.liked", ...place, postId: "two", likes: 7, userId: "x", liked: true });
    written("answer", "nadia", "two");
    expect(await screen.findByText("7 likes")).toBeDefined();
    expect(screen.getAllByText("1 reply")).toHaveLength(2);
    expect(reads).toBe(1);
  });

  test("a removed post disappears, an edited one is reloaded", async () => {
    tell({ type: "post.removed", ...place, postId: "one", removed: "removed", isTombstone: true });
    await waitFor(() => expect(captions()).toEqual(["About two"]));
    items = [item("two", { content: "Better words" })];
    tell({
      type: "post.edited",
      ...place,
      postId: "two",
      post: { content: "Better words", editedAt: "2026-11-20T11:00:00Z" },
    });
    expect(await screen.findByText("Better words")).toBeDefined();
  });

  test("a removed reply decrements its post's count", async () => {
    const gone = { postId: "answer", removed: "deleted", isTombstone: false, parentPostId: "one" };
    expect(screen.getByText("1 reply")).toBeDefined();
    tell({ type: "post.removed", ...place, ...gone });
    await waitFor(() => expect(screen.queryByText("1 reply")).toBeNull());
    expect(captions()).toEqual(["About one", "About two"]);
  });

  test("posts of a community that the viewer left disappear", async () => {
    items = [];
    tell({ type: "membership.removed", communityId: "bridges", userId: "nadia" });
    expect(await screen.findByRole("heading", { name: "Nothing new yet" })).toBeDefined();
  });
});

test("a stored return path redirects from the home page", async () => {
  rememberReturnPath("/communities/7", "nadia");
  const { path } = openHome();
  await screen.findByRole("heading", { name: "A community" });
  expect(path()).toBe("/communities/7");
});

describe("the home of a portal", () => {
  const member = buildMember({ id: "nadia", portalMembership: portalMembership });
  const portal = { mode: "whitelabel", portal: buildPortal } as const;
  const openDoor = (path = "/home") => openPage(path, routes, portal);
  const serveCommunities = (listed: unknown[]) =>
    server.use(
      http.get("/api/communities", ({ request }) => {
        expect(new URL(request.url).searchParams.get("scope")).toBe("mine");
        return HttpResponse.json({ items: listed, nextCursor: null });
      }),
    );
  const rooms = ["Bridges", "Boats", "Bells", "Books", "Barns"].map((name) =>
    community(name.toLowerCase(), { name, viewer: { ...community("x").viewer, unread: 3 } }),
  );

  beforeEach(() => {
    serveCommunities(rooms);
    server.use(
      http.get("/api/me", () => HttpResponse.json(member)),
      http.get("/api/affiliations/oak", () => HttpResponse.json({ tagline: "Since 1907" })),
    );
  });

  test("is the members' start page and names the affiliation", async () => {
    const { path } = openDoor("/");
    expect(
      await screen.findByRole("heading", { name: "The Friends of Oak House", level: 1 }),
    ).toBeDefined();
    expect(path()).toBe("/home");
    expect(await screen.findByText("Since 1907")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "About one", level: 3 })).toBeDefined();
  });

  test("shows a few communities and links to all", async () => {
    const { member: hand, path } = openDoor();
    const list = await screen.findByRole("list", { name: "My Communities" });
    const shown = within(list).getAllByRole("link");
    expect(shown.map((link) => link.getAttribute("href"))).toEqual(
      ["bridges", "boats", "bells", "books"].map((id) => `/communities/${id}`),
    );
    expect(shown[0]?.textContent).toContain("3 new");
    await hand.click(screen.getByRole("link", { name: "All communities" }));
    expect(path()).toBe("/communities");
  });

  test("reports missing communities and posts", async () => {
    serveCommunities([]);
    items = [];
    openDoor();
    expect(await screen.findByText("Communities you join will be listed here.")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "Nothing new yet" })).toBeDefined();
  });

  test("each part fails and retries independently", async () => {
    server.use(
      http.get("/api/affiliations/oak", () => new HttpResponse(null, { status: 500 })),
      http.get("/api/communities", () => new HttpResponse(null, { status: 500 })),
    );
    const { member: hand } = openDoor();
    expect(await screen.findByRole("heading", { name: "About one" })).toBeDefined();
    serveCommunities(rooms);
    await hand.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("list", { name: "My Communities" })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("loads new posts below their heading", async () => {
    openDoor();
    await screen.findByRole("heading", { name: "About one" });
    const written = { communityId: "bridges", threadId: "cable", post: post("three") };
    act(() => streams[0]?.tell(1, { type: "post.created", ...written }));
    const button = await screen.findByRole("button", { name: "1 new post" });
    act(() => button.click());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Latest posts" })),
    );
  });

  test("shows non-members the front door", async () => {
    const stranger = { ...portalMembership, isMember: false };
    server.use(
      http.get("/api/me", () => HttpResponse.json({ ...member, portalMembership: stranger })),
    );
    openDoor();
    expect(await screen.findByRole("heading", { name: "About This Affiliation" })).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Latest posts" })).toBeNull();
  });
});

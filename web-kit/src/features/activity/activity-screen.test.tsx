import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActivityItem } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { activityPage, activityItem } from "../../testing/activity.ts";
import { person } from "../../testing/factories.ts";
import { openPage, server, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";

servePages();

let items: ActivityItem[];
let requested: string[];

const reply = (id: string, changes: Partial<ActivityItem> = {}) =>
  activityItem(id, {
    type: "community_reply",
    category: "communities",
    title: "Kwame Boateng replied to your post",
    content: "Cables",
    author: person("kwame"),
    authorName: "Kwame Boateng",
    communityId: "bridges",
    communityName: "Bridges",
    actionUrl: "/communities/bridges/threads/cable",
    ...changes,
  });

const request = activityItem("request", {
  category: "admin",
  title: "Kwame Boateng asks to join Bridges",
  author: person("kwame"),
  authorName: "Kwame Boateng",
  communityId: "bridges",
  communityName: "Bridges",
  actionRequired: true,
  requestId: "r1",
  actionUrl: "/communities/bridges/manage/requests",
});

const metadataOf = (itemCount: number) => ({ ...activityItem("x").metadata, itemCount });

/** The answer for the unread or the read items, each with a second page. */
function twoPages(url: string): Response {
  const { searchParams } = new URL(url);
  const read = searchParams.get("state") === "read";
  const [first, second] = read ? ["three", "four"] : ["one", "two"];
  return HttpResponse.json(
    searchParams.get("cursor") === null
      ? activityPage([activityItem(first ?? "", { read })], { nextCursor: "next" })
      : activityPage([activityItem(second ?? "", { read })]),
  );
}

const refused = (status: number, detail: string) =>
  HttpResponse.json({ status, code: "no", detail, errors: [] }, { status });

beforeEach(() => {
  sessionStorage.clear();
  items = [reply("reply"), activityItem("news"), activityItem("old", { read: true })];
  requested = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/me/badges", () =>
      HttpResponse.json({ communities: 0, activity: items.filter(({ read }) => !read).length }),
    ),
    http.get("/api/activity", ({ request: { url } }) => {
      const { searchParams } = new URL(url);
      requested.push(searchParams.toString());
      const tab = searchParams.get("category") ?? "all";
      const isRead = searchParams.get("state") === "read";
      const shown = items.filter(
        ({ category, read }) => read === isRead && (tab === "all" || category === tab),
      );
      return HttpResponse.json(activityPage(shown, { counts: activityPage(items).counts }));
    }),
    http.post("/api/activity/:id/read", ({ params }) => {
      items = items.map((item) => (item.id === params["id"] ? { ...item, read: true } : item));
      return HttpResponse.json(items.find(({ id }) => id === params["id"]));
    }),
  );
});

afterEach(() => vi.useRealTimers());

const fails = (answer: () => Response) => server.use(http.get("/api/activity", answer));
const works = () =>
  server.use(http.get("/api/activity", () => HttpResponse.json(activityPage(items))));

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities/:id/threads/:threadId", element: <h1>A thread</h1> },
      { path: "communities/:id", element: <h1>A community</h1> },
    ],
  });

const open = () => openPage("/activity", routes);
const tab = (name: RegExp) => screen.findByRole("tab", { name });
const listed = () =>
  screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const markRead = (title: string) => screen.findByRole("button", { name: `Mark Read: ${title}` });

describe("the activity centre", () => {
  test("shows notifications with tabs and counts", async () => {
    const { member } = open();
    expect(await screen.findByText("Words of news")).toBeDefined();
    const named = [
      ["All", 2],
      ["Communities", 1],
      ["Admin", 0],
      ["System", 1],
    ] as const;
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(
      named.map(([label, unread]) => `${label}${unread} unread`),
    );
    expect([...new Set(requested)].toSorted()).toEqual([
      "category=all&state=read&limit=15",
      "category=all&state=unread&limit=15",
    ]);
    await member.click(await tab(/^System/));
    await waitFor(() => expect(listed()).toEqual(["Unread: Told news", "Told old"]));
    expect(requested).toContain("category=system&state=unread&limit=15");
    expect((await tab(/^Communities/)).textContent).toContain("1");
  });

  test("shows the time of a notification, or that it is unknown", async () => {
    items = [activityItem("news", { created: "nonsense" })];
    open();
    expect(await screen.findByText("Unknown time")).toBeDefined();
  });

  test("loads fifteen more of the unread or of the read ones on request", async () => {
    server.use(http.get("/api/activity", ({ request: { url } }) => twoPages(url)));
    const { member } = open();
    const section = async (name: string) => within(await screen.findByRole("region", { name }));
    const more = { name: "Load More" };
    await member.click((await section("New")).getByRole("button", more));
    await waitFor(() =>
      expect(listed()).toEqual(["Unread: Told one", "Unread: Told two", "Told three"]),
    );
    expect((await section("New")).queryByRole("button", more)).toBeNull();
    await member.click((await section("Earlier")).getByRole("button", more));
    await waitFor(() => expect(listed().at(-1)).toBe("Told four"));
    expect(screen.queryByRole("button", more)).toBeNull();
  });

  test("shows two lines of the text that it is about", async () => {
    items = [reply("reply", { excerpt: "How did you handle de-tensioning?" })];
    open();
    const excerpt = await screen.findByText("How did you handle de-tensioning?");
    expect(excerpt.dir).toBe("auto");
    expect(excerpt.className).toContain("line-clamp-2");
    expect(screen.queryByText("Cables")).toBeNull();
  });

  test("shows the kind of an event's notice", async () => {
    const about = { type: "community_event", category: "communities" } as const;
    items = [
      activityItem("a", { ...about, title: "Event in Bridges", eventNotice: "hour-before" }),
      activityItem("b", { ...about, title: "Event in Cables", eventNotice: "cancelled" }),
      activityItem("c", { ...about, title: "New event in Bridges" }),
    ];
    open();
    const badges = async (title: string) => {
      const row = (await screen.findByText(title)).closest("li");
      const all = row?.querySelectorAll("[data-slot=badge]") ?? [];
      return [...all].map(({ textContent }) => textContent);
    };
    expect(await badges("Event in Bridges")).toEqual(["One hour before"]);
    expect(await badges("Event in Cables")).toEqual(["Cancelled"]);
    expect(await badges("New event in Bridges")).toEqual([]);
  });

  test("a group opens its community, and is marked as read as a whole", async () => {
    const title = "12 new posts in Bridges";
    items = [reply("group", { title, count: 12, metadata: metadataOf(1) })];
    const { member, path } = open();
    await member.click(await markRead(title));
    expect(await screen.findByRole("heading", { name: "Earlier" })).toBeDefined();
    expect((await tab(/^Communities/)).textContent).toContain("0");
    await member.click(screen.getByRole("link", { name: title }));
    await waitFor(() => expect(path()).toBe("/communities/bridges"));
  });

  test("opening a notification marks it as read and navigates to its subject", async () => {
    const { member, path } = open();
    const link = await screen.findByRole("link", { name: /replied to your post/ });
    await member.click(link);
    expect(path()).toBe("/communities/bridges/threads/cable");
    await waitFor(() => expect(items[0]?.read).toBe(true));
  });

  test("Mark Read applies immediately, moves on, and is undone on failure", async () => {
    let answer: (response: Response) => void = () => undefined;
    server.use(
      http.post(
        "/api/activity/:id/read",
        () => new Promise<Response>((settle) => (answer = settle)),
      ),
    );
    const { member } = open();
    const title = "Kwame Boateng replied to your post";
    await member.click(await markRead(title));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: `Mark Read: ${title}` })).toBeNull(),
    );
    expect((await tab(/^All/)).textContent).toContain("1");
    expect(screen.getAllByText("Mark Read")).toHaveLength(1);
    expect(listed()).toEqual(["Unread: Told news", title, "Told old"]);
    expect(document.activeElement?.textContent).toBe("Told news");
    act(() => answer(refused(500, "An error occurred. Please try again.")));
    expect(await screen.findByText("An error occurred. Please try again.")).toBeDefined();
    expect(await markRead(title)).toBeDefined();
    expect((await tab(/^All/)).textContent).toContain("2");
  });

  test("marks a community's notifications as read together", async () => {
    const metadata = metadataOf(2);
    items = [
      reply("one", { metadata }),
      reply("two", { metadata, title: "Another" }),
      activityItem("news"),
    ];
    server.use(http.post("/api/activity/:id/read", () => new Promise(() => undefined)));
    const { member } = open();
    await member.click(await markRead("Another"));
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /^Mark Read/ })).toHaveLength(1),
    );
    expect((await tab(/^Communities/)).textContent).toContain("0");
  });

  test("reports a load error and retries", async () => {
    fails(() => refused(500, "Failed to load activity"));
    const { member } = open();
    expect(await screen.findByText("Failed to load activity")).toBeDefined();
    works();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Words of news")).toBeDefined();
  });

  test("waits for a network", async () => {
    fails(() => HttpResponse.error());
    open();
    await screen.findByRole("button", { name: "Try Again" });
    act(() => void dispatchEvent(new Event("offline")));
    expect(await screen.findByText("This loads when the connection is back.")).toBeDefined();
    works();
    act(() => void dispatchEvent(new Event("online")));
    expect(await screen.findByText("Words of news")).toBeDefined();
  });

  test("an empty list offers nothing to clear", async () => {
    items = [];
    open();
    expect(await screen.findByRole("heading", { name: "You are up to date" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Clear All" })).toBeNull();
  });
});

describe("a join request", () => {
  test("comes first and is answered in place", async () => {
    items = [activityItem("news"), request];
    let answered = "";
    server.use(
      http.post("/api/communities/:id/join-requests/:request/approve", ({ params }) => {
        answered = String(params["request"]);
        items = [activityItem("news")];
        return HttpResponse.json({});
      }),
    );
    const { member } = open();
    const first = await screen.findByRole("list", { name: "Needs an answer" });
    await member.click(within(first).getByRole("button", { name: "Approve Kwame Boateng" }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Needs an answer" })).toBeNull());
    expect(answered).toBe("r1");
    expect(await screen.findByText("User has been added to the community")).toBeDefined();
  });

  test("is rejected with a message to the applicant", async () => {
    items = [request];
    let said: unknown;
    server.use(
      http.post("/api/communities/:id/join-requests/:request/reject", async (call) => {
        said = await call.request.json();
        return HttpResponse.json({});
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Reject Kwame Boateng" }));
    const dialog = await screen.findByRole("dialog", { name: "Reject Kwame Boateng?" });
    await member.type(within(dialog).getByLabelText("Note"), "Not yet");
    await member.click(within(dialog).getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(said).toEqual({ adminMessage: "Not yet" }));
  });
});

describe("Clear All", () => {
  const cleared = () => {
    items = [];
    const lastClearedTimestamp = "2026-11-26T10:00:00Z";
    return HttpResponse.json({ lastClearedTimestamp, restorableUntil: "2026-11-26T10:00:10Z" });
  };
  const words = "Activity cleared - all notifications marked as read";

  test("empties the list, and Restore undoes it", async () => {
    const before = items;
    server.use(
      http.post("/api/activity/clear", cleared),
      http.post("/api/activity/restore", () => {
        items = before.map((item) => ({ ...item, read: true }));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Clear All" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByRole("heading", { name: "You are up to date" })).toBeDefined();
    const restore = screen.getByRole("button", { name: "Restore" });
    expect(document.activeElement).toBe(restore);
    await member.click(restore);
    expect(await screen.findByText("Activity restored")).toBeDefined();
    expect(await screen.findByText("Words of news")).toBeDefined();
    expect(screen.queryByText(words)).toBeNull();
    expect(screen.getByRole("heading", { name: "Earlier" })).toBeDefined();
  });

  test("can be undone for ten seconds", async () => {
    server.use(http.post("/api/activity/clear", cleared));
    open();
    const button = await screen.findByRole("button", { name: "Clear All" });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    act(() => button.click());
    await screen.findByRole("button", { name: "Restore" });
    act(() => void vi.advanceTimersByTime(9_700));
    expect(screen.getByRole("button", { name: "Restore" })).toBeDefined();
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("reports a failure, and an expired restore", async () => {
    server.use(
      http.post("/api/activity/clear", () => refused(500, "Failed to clear activity"), {
        once: true,
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Clear All" }));
    expect(await screen.findByText("Failed to clear activity")).toBeDefined();
    expect(screen.getByText("Words of news")).toBeDefined();
    server.use(
      http.post("/api/activity/clear", cleared),
      http.post("/api/activity/restore", () => refused(409, "Failed to restore activity")),
    );
    await member.click(screen.getByRole("button", { name: "Clear All" }));
    await member.click(await screen.findByRole("button", { name: "Restore" }));
    expect(await screen.findByText("Failed to restore activity")).toBeDefined();
  });
});

describe("while it is open", () => {
  let number = 0;
  const tell = (type: string) => act(() => streams[0]?.tell((number += 1), { type }));

  test("new notifications appear and the badge follows", async () => {
    open();
    await screen.findByText("Words of news");
    items = [activityItem("just now"), ...items];
    tell("notification.created");
    expect(await screen.findByText("Words of just now")).toBeDefined();
    expect((await tab(/^All/)).textContent).toContain("3");
    const menu = screen.getByRole("button", { name: /^Account menu/ });
    await waitFor(() => expect(menu.textContent).toContain("3"));
    items = [];
    tell("activity.changed");
    expect(await screen.findByRole("heading", { name: "You are up to date" })).toBeDefined();
  });

  test("a notification that vanishes leaves the loaded pages and the focus nearby", async () => {
    server.use(http.get("/api/activity", ({ request: { url } }) => twoPages(url)));
    const { member } = open();
    const section = within(await screen.findByRole("region", { name: "New" }));
    await member.click(section.getByRole("button", { name: "Load More" }));
    (await markRead("Told two")).focus();
    server.use(
      http.get("/api/activity", ({ request: { url } }) => {
        const wanted = new URL(url).searchParams;
        const isGone = wanted.get("state") === "unread" && wanted.get("cursor") !== null;
        return isGone ? HttpResponse.json(activityPage([])) : twoPages(url);
      }),
    );
    tell("activity.changed");
    await waitFor(() => expect(listed()).toEqual(["Unread: Told one", "Told three"]));
    expect(document.activeElement?.textContent).toBe("Told three");
  });

  test("a lost session shows the sign-in link in place", async () => {
    server.use(
      http.post("/api/activity/clear", () => {
        server.use(http.get("/api/me", () => refused(401, "User not authenticated")));
        return refused(401, "Authentication required");
      }),
    );
    const { member, path } = open();
    await member.click(await screen.findByRole("button", { name: "Clear All" }));
    expect(await screen.findByRole("heading", { name: "Authentication Required" })).toBeDefined();
    expect(await screen.findByText("Authentication required")).toBeDefined();
    expect(path()).toBe("/activity");
    expect(screen.queryByText("Words of news")).toBeNull();
    await member.click(screen.getByRole("link", { name: "Go to Login" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Community } from "../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import {
  adminOf,
  announcement,
  community,
  pendingDeletion,
  NOT_PENDING,
  person,
  thread,
} from "../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const inside = community("x").viewer;
const bridges = (changes: Partial<Community> = {}) =>
  community("bridges", { name: "Bridges", ...changes });

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(me, bridges());
  world.threads = [thread("cable", { caption: "Cables" })];
  serveCommunity(() => world);
});

const open = () => openPage("/communities/bridges", ({ cache }) => communitiesRoutes(cache));
const announced = () =>
  within(screen.getByRole("list", { name: "Announcements" }))
    .getAllByRole("button")
    .map((line) => line.textContent);
const announcedItems = async () => {
  await screen.findByRole("list", { name: "Announcements" });
  return announced();
};

describe("announcements above the threads", () => {
  test("show the pinned one first, and the full text when opened", async () => {
    world.announcements = [
      announcement("visit", { content: "**Site visit**\n- Bring boots", isPinned: true }),
      announcement("room", { content: "The room has moved" }),
    ];
    const { member } = open();
    expect(await announcedItems()).toEqual([
      "Pinned: Site visit Bring boots",
      "The room has moved",
    ]);
    await member.click(screen.getByRole("button", { name: /Site visit/ }));
    expect(await screen.findByText("Bring boots")).toBeDefined();
  });

  test("show two, and the rest on request", async () => {
    world.announcements = ["a", "b", "c"].map((id) => announcement(id));
    const { member } = open();
    expect(await announcedItems()).toHaveLength(2);
    await member.click(screen.getByRole("button", { name: "Show more announcements" }));
    expect(await announcedItems()).toHaveLength(3);
    expect(screen.queryByRole("button", { name: "Show more announcements" })).toBeNull();
  });

  test("are updated live", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    const about = { communityId: "bridges" };
    const first = announcement("first", { content: "First" });
    const second = announcement("second", {
      content: "Second",
      createdAt: "2026-11-21T10:00:00Z",
    });
    await waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.tell(1, { type: "announcement.created", announcement: first, ...about });
    streams[0]?.tell(2, { type: "announcement.created", announcement: second, ...about });
    await waitFor(() => expect(announced()).toEqual(["Second", "First"]));
    const pinned = { ...first, isPinned: true };
    streams[0]?.tell(3, { type: "announcement.updated", announcement: pinned, ...about });
    await waitFor(() => expect(announced()).toEqual(["Pinned: First", "Second"]));
    streams[0]?.tell(4, { type: "announcement.deleted", announcementId: "first", ...about });
    await waitFor(() => expect(announced()).toEqual(["Second"]));
  });

  test("may fail without affecting the threads", async () => {
    server.use(
      http.get("/api/communities/:id/announcements", () =>
        refusalResponse(500, "internal", "boom"),
      ),
    );
    const { member } = open();
    const words = "Failed to load announcements. Please try again.";
    expect(await screen.findByText(words)).toBeDefined();
    expect(await screen.findByRole("list", { name: "Threads" })).toBeDefined();
    world.announcements = [announcement("room", { content: "The room has moved" })];
    serveCommunity(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await announcedItems()).toEqual(["The room has moved"]);
  });
});

describe("the status of a community", () => {
  const going = pendingDeletion("2099-01-01T00:00:00Z");

  test("shows a scheduled deletion, which an admin can cancel", async () => {
    world.community = bridges({ viewer: adminOf(), deletionStatus: going });
    server.use(
      http.delete("/api/communities/bridges/deletion", () => {
        world.community = bridges({ viewer: adminOf() });
        const deletionStatus = NOT_PENDING;
        return HttpResponse.json({ communityId: "bridges", deleted: false, deletionStatus });
      }),
    );
    const { member } = open();
    expect(await screen.findByText(/^Scheduled for deletion on 1 January 2099/)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Cancel deletion" }));
    expect(await screen.findByText("Community deletion cancelled")).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/^Scheduled for deletion on/)).toBeNull());
  });

  test("shows members the deletion without actions, live", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    world.community = bridges({ deletionStatus: going });
    streams[0]?.tell(1, {
      type: "community.updated",
      communityId: "bridges",
      scheduledFor: going.scheduledFor,
    });
    expect(await screen.findByText(/^Scheduled for deletion on 1 January 2099/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel deletion" })).toBeNull();
  });

  test("shows the viewer's timeout from start to end", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    const about = { communityId: "bridges", userId: "nadia" };
    const timeout = { endDate: "2099-01-01T00:00:00Z", reason: "Heated" };
    streams[0]?.tell(1, { type: "timeout.set", ...about, ...timeout });
    expect(await screen.findByText(/^You are timed out until 1 January 2099/)).toBeDefined();
    expect(screen.getByText("Heated")).toBeDefined();
    streams[0]?.tell(2, { type: "timeout.lifted", ...about });
    await waitFor(() => expect(screen.queryByText(/^You are timed out until/)).toBeNull());
  });

  test("closes when the community is deleted", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    world.community = community("another");
    streams[0]?.tell(1, { type: "community.deleted", communityId: "bridges" });
    expect(await screen.findByText("Community not found")).toBeDefined();
    expect(screen.queryByRole("list", { name: "Threads" })).toBeNull();
  });
});

describe("a thread in the list", () => {
  const named = { displayName: "Kwame Boateng" };
  const lastPost = {
    postId: "p",
    authorId: "other",
    authorName: me.displayName,
    excerpt: "Steel",
    created: "2026-11-20T10:00:00Z",
  };

  test("shows You for the viewer, but not for a member of the same name", async () => {
    world.threads = [
      thread("theirs", { lastPost }),
      thread("own", { lastPost: { ...lastPost, authorId: me.id } }),
      thread("begun", { startedBy: { ...person(me.id), ...named } }),
    ];
    open();
    const rows = within(await screen.findByRole("list", { name: "Threads" })).getAllByRole("link");
    const [first] = me.displayName.split(" ");
    expect(rows[0]?.textContent).toContain(`${first}: Steel`);
    expect(rows[1]?.textContent).toContain("You: Steel");
    expect(rows[2]?.textContent).toContain("Started by you");
  });

  test("names an attachment if its last post has no text", async () => {
    world.threads = [thread("theirs", { lastPost: { ...lastPost, excerpt: "" } })];
    open();
    const list = await screen.findByRole("list", { name: "Threads" });
    expect(within(list).getByText("Attachment")).toBeDefined();
  });

  test("moves up on a new post from any position", async () => {
    open();
    await screen.findByRole("link", { name: /Cables/ });
    world.threads = [thread("old", { caption: "Bearings" }), ...world.threads];
    streams[0]?.tell(1, {
      type: "thread.updated",
      communityId: "bridges",
      threadId: "old",
      numposts: 2,
      lastUpdated: "2026-11-22T10:00:00Z",
      lastPost: null,
    });
    expect(await screen.findByRole("link", { name: /Bearings/ })).toBeDefined();
  });
});

describe("members", () => {
  test("can start threads if the community permits", async () => {
    world.community = bridges({ viewer: { ...inside, mayStartThreads: true } });
    open();
    expect(await screen.findByRole("button", { name: "New thread" })).toBeDefined();
  });

  test("see why a thread was refused, and keep its title", async () => {
    world.community = bridges({ viewer: adminOf() });
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "New thread" }));
    const caption = await screen.findByRole("textbox", { name: "Caption" });
    await member.type(caption, "Bearings");
    const sent: (string | null)[] = [];
    for (const [status, words] of [
      [500, "Failed to create thread"],
      [403, "Only admins can create threads"],
    ] as const) {
      server.use(
        http.post("/api/communities/bridges/threads", ({ request }) => {
          sent.push(request.headers.get("Idempotency-Key"));
          return refusalResponse(status, "x", words);
        }),
      );
      // oxlint-disable no-await-in-loop -- sequential, in one dialog
      await member.click(screen.getByRole("button", { name: "Create" }));
      expect(await screen.findByText(words)).toBeDefined();
      // oxlint-enable no-await-in-loop
    }
    expect(caption).toHaveProperty("value", "Bearings");
    await member.type(caption, " and more");
    await member.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  });

  test("cannot start threads otherwise", async () => {
    open();
    await screen.findByRole("list", { name: "Threads" });
    expect(screen.queryByRole("button", { name: "New thread" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Manage community" })).toBeNull();
  });

  const choose = async (name: string) => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Community menu" }));
    await member.click(await screen.findByRole("menuitemradio", { name }));
    return async () => {
      await member.click(await screen.findByRole("button", { name: "Community menu" }));
      const radios = await screen.findAllByRole("menuitemradio");
      return radios.find((radio) => radio.getAttribute("aria-checked") === "true")?.textContent;
    };
  };

  test("choose their notifications", async () => {
    const requested: unknown[] = [];
    server.use(
      http.put("/api/communities/bridges/notifications", async ({ request }) => {
        requested.push(await request.json());
        return HttpResponse.json({ communityId: "bridges", preference: "mute" });
      }),
    );
    const chosen = await choose("Mute");
    expect(await screen.findByText("Notifications changed")).toBeDefined();
    expect(requested).toEqual([{ preference: "mute" }]);
    expect(await chosen()).toBe("Mute");
  });

  test("see a refused choice reverted", async () => {
    const words = "Unable to load communities. Please check your permissions.";
    server.use(
      http.put("/api/communities/bridges/notifications", () =>
        refusalResponse(403, "community-members-only", words),
      ),
    );
    const chosen = await choose("Mute");
    expect(await screen.findByText(words)).toBeDefined();
    expect(await chosen()).toBe("Everything");
  });
});

import "fake-indexeddb/auto";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Post } from "../../api/types.ts";
import {
  type CommunityFixture,
  communityFixture,
  refusalResponse,
  serveCommunity,
} from "../../testing/community-server.ts";
import { openQueueStore } from "../../offline/queue-store.ts";
import { queueOf } from "../../offline/page-queue.ts";
import { community, person, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";

servePages();

const reaction = (emoji: string, userIds: string[]) => ({
  emoji,
  userIds,
  count: userIds.length,
  mine: userIds.includes("nadia"),
});
const me = buildMember({ id: "nadia" });
const REACTIONS = "/api/posts/aa/reactions";
let world: CommunityFixture;
let posts: Post[];
let sent: unknown[];

beforeEach(() => {
  world = communityFixture(me, community("bridges"));
  world.threads = [thread("cable")];
  posts = [
    post("aa", {
      reactions: [reaction("👍", ["ling", "nadia"]), reaction("❤️", ["kwame"])],
    }),
  ];
  sent = [];
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts, nextCursor: null }),
    ),
  );
});

afterEach(() => vi.restoreAllMocks());

const answers = (reactions: Post["reactions"], wait = 0) =>
  http.post(REACTIONS, async ({ request }) => {
    sent.push(await request.json());
    await delay(wait);
    return HttpResponse.json({ ...posts[0], reactions });
  });

const open = () =>
  openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
const chips = () => screen.findByRole("group", { name: "Reactions" });
const chip = async (name: string) => within(await chips()).findByRole("button", { name });
const opener = () => screen.findByRole("button", { name: "React to the post of Kwame Boateng" });
const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
};

describe("the reactions of a post", () => {
  test("show each emoji with its number, and which are the viewer's", async () => {
    open();
    const mine = await chip("👍, 2 people");
    expect(mine.getAttribute("aria-pressed")).toBe("true");
    const other = await chip("❤️, 1 person");
    expect(other.getAttribute("aria-pressed")).toBe("false");
    expect(screen.getByRole("button", { name: "Like" })).toBeDefined();
  });

  test("are changed at once by a press, and take the server's answer", async () => {
    server.use(answers([reaction("❤️", ["kwame", "nadia", "ruth"])], 100));
    const { member } = open();
    await member.click(await chip("❤️, 1 person"));
    expect((await chip("❤️, 2 people")).getAttribute("aria-pressed")).toBe("true");
    expect(await chip("❤️, 3 people")).toBeDefined();
    expect(sent).toEqual([{ emoji: "❤️" }]);
  });

  test("ignore a second press before the answer", async () => {
    server.use(answers([reaction("👍", ["ling"])], 100));
    const { member } = open();
    await member.dblClick(await chip("👍, 2 people"));
    expect(await chip("👍, 1 person")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^❤️/ })).toBeNull());
    expect(sent).toHaveLength(1);
  });

  test("return to what they were if the server refuses", async () => {
    const detail = "You are sending too many requests. Please wait.";
    server.use(http.post(REACTIONS, () => refusalResponse(429, "rate-limited", detail)));
    const { member } = open();
    await member.click(await chip("👍, 2 people"));
    expect(await screen.findByText(detail)).toBeDefined();
    expect((await chip("👍, 2 people")).getAttribute("aria-pressed")).toBe("true");
  });

  test("are queued without a connection, and sent when it returns", async () => {
    server.use(answers([reaction("❤️", ["kwame"])]));
    const { member, app } = open();
    await chips();
    setOnline(false);
    await member.click(await chip("👍, 2 people"));
    expect((await chip("👍, 1 person")).getAttribute("aria-pressed")).toBe("false");
    const store = await openQueueStore();
    await waitFor(async () => expect(await store.all()).toMatchObject([{ kind: "reaction" }]));
    expect(sent).toEqual([]);
    setOnline(true);
    await (await queueOf(app.cache)).flush("nadia");
    expect(sent).toEqual([{ emoji: "👍" }]);
  });

  test("lead to the list of who reacted", async () => {
    server.use(
      http.get(REACTIONS, () =>
        HttpResponse.json({
          items: [
            { person: person("kwame"), emoji: "❤️", at: "2026-11-20T10:10:00Z" },
            { person: person("ling", "Ling Zhao"), emoji: "👍", at: "2026-11-20T10:05:00Z" },
          ],
          nextCursor: null,
        }),
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Show who reacted" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who reacted" }));
    const rows = await dialog.findAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Kwame Boateng.*❤️/),
      expect.stringMatching(/Ling Zhao.*👍/),
    ]);
  });

  test("explain a list that could not be loaded", async () => {
    server.use(http.get(REACTIONS, () => refusalResponse(500, "internal", "An error occurred.")));
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Show who reacted" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who reacted" }));
    expect(await dialog.findByRole("button", { name: "Try Again" })).toBeDefined();
  });
});

describe("the menu of reactions", () => {
  test("adds the chosen emoji", async () => {
    server.use(answers([reaction("🙏", ["nadia"])], 50));
    const { member } = open();
    await member.click(await opener());
    await member.click(await screen.findByRole("menuitem", { name: "Folded hands" }));
    expect(await chip("🙏, 1 person")).toBeDefined();
    await waitFor(() => expect(sent).toEqual([{ emoji: "🙏" }]));
  });

  test("moves with the arrow keys, not the feed, and gives the focus back", async () => {
    const { member } = open();
    const button = await opener();
    button.focus();
    await member.keyboard("{Enter}");
    const menu = await screen.findByRole("menu");
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await member.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("role")).toBe("menuitem");
    await member.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("opens with a long press of a finger, which does not like the post", async () => {
    open();
    await opener();
    const like = screen.getByRole("button", { name: "Like" });
    fireEvent.pointerDown(like, { pointerType: "touch", isPrimary: true });
    expect(await screen.findByRole("menu")).toBeDefined();
    fireEvent.pointerUp(like, { pointerType: "touch", isPrimary: true });
    fireEvent.click(like);
    expect(like.getAttribute("aria-pressed")).toBe("false");
  });

  test("leaves a long press on the text to the selection", async () => {
    open();
    await opener();
    const down = { pointerType: "touch", isPrimary: true };
    fireEvent.pointerDown(screen.getByText("Words of aa"), down);
    fireEvent.pointerDown(screen.getByRole("button", { name: "Like" }), down);
    fireEvent.pointerMove(screen.getByRole("button", { name: "Like" }), { clientY: 40 });
    await act(() => new Promise((done) => setTimeout(done, 600)));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("is there in a closed thread and during a timeout, where likes are as well", async () => {
    world.threads = [
      thread("cable", { closed: { at: "2026-11-20T11:00:00Z", by: null, reason: "" } }),
    ];
    open();
    expect(await opener()).toBeDefined();
    expect(screen.getByRole("button", { name: "Like" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Reply to/ })).toBeNull();
  });

  test("is missing on a removed post", async () => {
    posts = [post("aa", { removed: "deleted", content: "", replyCount: 1 }), post("bb")];
    open();
    expect(await opener()).toBeDefined();
    expect(screen.getAllByRole("button", { name: /^React to/ })).toHaveLength(1);
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import {
  type CommunityFixture,
  communityFixture,
  refusalResponse,
  serveCommunity,
} from "../../../testing/community-server.ts";
import { adminOf, community, person, post, thread } from "../../../testing/factories.ts";
import { openPage, servePages, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { changeServed, serveAction, serveThreads } from "../../../testing/thread-server.ts";
import { toasts } from "../../../ui/toast-store.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const manager = { mayManage: true, mayModerate: true };
const trustee = { mayManage: false, mayModerate: true };
const path = "/api/communities/bridges/threads/cable";
const closed = { at: "2026-11-21T10:00:00Z", by: person("ada", "Ada Byron"), reason: "Settled." };

let world: CommunityFixture;

beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  world = communityFixture(me, community("bridges", { name: "Bridges", viewer: adminOf() }));
  world.threads = [
    thread("cable", { caption: "Cables", viewer: manager }),
    thread("deck", { caption: "Decks", viewer: manager, lastUpdated: "2026-11-19T10:00:00Z" }),
  ];
  serveCommunity(() => world);
  serveThreads(() => world, [post("a", { authorId: "nadia" }), post("b")]);
});

const open = (address = "/communities/bridges/threads/cable") =>
  openPage(address, ({ cache }) => communitiesRoutes(cache));

async function openMenu(page: ReturnType<typeof openPage>) {
  await page.member.click(await screen.findByRole("button", { name: "Thread menu" }));
  return screen.findByRole("menu");
}

async function choose(name: string, page = open()) {
  const menu = await openMenu(page);
  await page.member.click(await within(menu).findByRole("menuitem", { name }));
  return page.member;
}

const setThread = (changes: Parameters<typeof thread>[1]) => {
  world.threads = world.threads.map((one) => (one.id === "cable" ? { ...one, ...changes } : one));
};
const tell = (event: object) =>
  streams[0]?.tell(1, { communityId: "bridges", threadId: "cable", ...event });
const rows = () =>
  within(screen.getByRole("list", { name: "Threads" }))
    .getAllByRole("link")
    .map((row) => row.textContent ?? "");

describe("the thread menu", () => {
  const entries = async () => {
    const menu = await openMenu(open());
    const { mayModerate } = world.threads[0]?.viewer ?? trustee;
    if (mayModerate) await within(menu).findByRole("menuitem", { name: "Remove…" });
    return within(menu)
      .getAllByRole("menuitem")
      .map((item) => item.textContent);
  };

  test("offers admins everything", async () => {
    expect(await entries()).toEqual([
      "Copy link",
      "Jump to date…",
      "Members of Bridges",
      "Rename…",
      "Pin",
      "Arrange pinned threads…",
      "Move…",
      "Close…",
      "Remove…",
    ]);
  });

  test("offers trustees to close and remove", async () => {
    setThread({ viewer: trustee, closed });
    expect((await entries()).slice(3)).toEqual(["Reopen", "Remove…"]);
  });

  test("offers members neither", async () => {
    setThread({ viewer: { mayManage: false, mayModerate: false } });
    expect((await entries()).slice(3)).toEqual([]);
    expect(screen.getAllByRole("menuitemradio")).toHaveLength(3);
  });

  test("offers no notifications to staff who are not members", async () => {
    world.me = { ...me, isStaff: true };
    world.community = community("bridges", { viewer: { ...adminOf(), isMember: false } });
    await entries();
    expect(screen.queryByRole("menuitemradio")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Notifications:/ })).toBeNull();
  });
});

test("a thread is renamed, and a refusal keeps the typed caption", async () => {
  const sent = serveAction("patch", path, () => refusalResponse(403, "x", "Not you"));
  const member = await choose("Rename…");
  const field = await screen.findByRole("textbox", { name: "Caption" });
  expect(field).toHaveProperty("value", "Cables");
  await member.clear(field);
  await member.click(screen.getByRole("button", { name: "Rename" }));
  expect(await screen.findByText("Input is required")).toBeDefined();
  await member.type(field, "Ropes");
  await member.click(screen.getByRole("button", { name: "Rename" }));
  expect(await screen.findByText("Not you")).toBeDefined();
  expect(sent[0]?.body).toEqual({ caption: "Ropes" });
  serveAction("patch", path, () => changeServed(world, "cable", { caption: "Ropes" }));
  await member.click(screen.getByRole("button", { name: "Rename" }));
  expect(await screen.findByText("Thread renamed")).toBeDefined();
  expect(await screen.findByRole("link", { name: /Ropes/ })).toBeDefined();
  expect(screen.getByRole("heading", { name: "Ropes" })).toBeDefined();
});

describe("a closed thread", () => {
  test("is closed with a reason, and reopened below its posts", async () => {
    const sent = serveAction("put", `${path}/closure`, () =>
      changeServed(world, "cable", { closed: { ...closed, by: person("nadia", "Nadia Rahman") } }),
    );
    const member = await choose("Close…");
    await member.type(await screen.findByRole("textbox", { name: "Reason" }), "Settled.");
    await member.click(screen.getByRole("button", { name: "Close thread" }));
    expect(await screen.findByText("This thread is closed")).toBeDefined();
    expect(sent[0]?.body).toEqual({ reason: "Settled." });
    expect(await screen.findByText(/^Closed by you on 21 November 2026/)).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Write a post" })).toBeNull();
    expect(rows()[0]).toContain("Closed");

    serveAction("delete", `${path}/closure`, () => refusalResponse(409, "x", "Not now"));
    await member.click(screen.getByRole("button", { name: "Reopen" }));
    expect(await screen.findByText("Not now")).toBeDefined();
    expect(await screen.findByText("This thread is closed")).toBeDefined();
    serveAction("delete", `${path}/closure`, () => changeServed(world, "cable", { closed: null }));
    await member.click(screen.getByRole("button", { name: "Reopen" }));
    expect(await screen.findByText("Thread reopened")).toBeDefined();
    expect(screen.queryByText("This thread is closed")).toBeNull();
  });

  test("closes live, states who did it, and keeps the draft", async () => {
    setThread({ viewer: { mayManage: false, mayModerate: false } });
    const { member } = open();
    const box = await screen.findByRole("textbox", { name: "Write a post" });
    await member.type(box, "Half a thought");
    const change = { type: "thread.changed", caption: "Cables", pinnedPosition: null };
    await waitFor(() => expect(streams).toHaveLength(1));
    tell({ ...change, closed });
    const by = await screen.findByText(/^Closed by/);
    expect(by.textContent).toMatch(/Closed by Ada Byron on 21 November 2026/);
    expect(screen.getByText("Settled.")).toBeDefined();
    expect(screen.getByText("Your draft is kept until the thread is reopened.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Reply to/ })).toBeNull();
    await member.click(screen.getByRole("button", { name: "Actions for your post" }));
    expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeDefined();
    await member.keyboard("{Escape}");
    streams[0]?.tell(2, { ...change, closed: null, communityId: "bridges", threadId: "cable" });
    const again = await screen.findByRole("textbox", { name: "Write a post" });
    expect(again).toHaveProperty("value", "Half a thought");
  });
});

test("a post that is refused by a closed thread returns to the draft", async () => {
  const words = "This thread is closed";
  serveAction("post", `${path}/posts`, () => {
    setThread({ closed });
    return refusalResponse(409, "thread-closed", words);
  });
  const { member } = open();
  await member.type(await screen.findByRole("textbox", { name: "Write a post" }), "Too late");
  await member.click(screen.getByRole("button", { name: "Post" }));
  expect(await screen.findByText("Your draft is kept until the thread is reopened.")).toBeDefined();
  expect(screen.getAllByText(words).length).toBeGreaterThan(1);
});

test("a muted thread does not draw attention to its new posts", async () => {
  setThread({ subscription: "muted", unreadMessages: 3 });
  open("/communities/bridges");
  const row = await screen.findByRole("link", { name: /Cables/ });
  expect(row.textContent).toContain("3 new");
  expect(within(row).getByText("Cables").className).not.toContain("font-semibold");
});

describe("pinned threads", () => {
  const pins = "/api/communities/bridges/pinned-threads";
  const setPins = (body: unknown) => {
    const { threadIds } = z.object({ threadIds: z.array(z.string()) }).parse(body);
    world.threads = world.threads.map((one) => {
      const at = threadIds.indexOf(one.id);
      return { ...one, pinnedPosition: at === -1 ? null : at + 1 };
    });
    const items = threadIds.map((id) => world.threads.find((one) => one.id === id));
    return HttpResponse.json({ items });
  };

  test("one is added below those that are pinned, and unpinned", async () => {
    world.threads = [
      thread("deck", { caption: "Decks", pinnedPosition: 1 }),
      thread("cable", { caption: "Cables", viewer: manager }),
    ];
    const sent = serveAction("put", pins, setPins);
    const page = open();
    await choose("Pin", page);
    expect(await screen.findByText("Thread pinned")).toBeDefined();
    expect(sent[0]?.body).toEqual({ threadIds: ["deck", "cable"] });
    await waitFor(() => expect(rows()[1]).toContain("Pinned"));
    await choose("Unpin", page);
    expect(await screen.findByText("Thread unpinned")).toBeDefined();
    expect(sent[1]?.body).toEqual({ threadIds: ["deck"] });
  });

  test("a refusal is shown and undone", async () => {
    const words = "A community can have at most 5 pinned threads";
    serveAction("put", pins, () => refusalResponse(409, "too-many-pins", words));
    await choose("Pin");
    expect(await screen.findByText(words)).toBeDefined();
    expect(rows()[0]).not.toContain("Pinned");
  });

  test("are arranged with buttons and with the arrow keys", async () => {
    const captions = ["Decks", "Cables", "Piers"];
    world.threads = ["deck", "cable", "pier"].map((id, at) =>
      thread(id, { caption: captions[at] ?? "", viewer: manager, pinnedPosition: at + 1 }),
    );
    const sent = serveAction("put", pins, setPins);
    const member = await choose("Arrange pinned threads…");
    const list = await screen.findByRole("list", { name: "Pinned threads" });
    const save = screen.getByRole("button", { name: "Save" });
    expect(save).toHaveProperty("disabled", true);
    const up = within(list).getByRole("button", { name: "Move up: Piers" });
    await member.click(up);
    expect(document.activeElement).toBe(up);
    expect(screen.getByText("Position 2 of 3")).toBeDefined();
    await member.keyboard("{ArrowUp}");
    expect(screen.getByText("Position 1 of 3")).toBeDefined();
    await member.click(within(list).getByRole("button", { name: "Unpin: Decks" }));
    await member.click(save);
    expect(await screen.findByText("Pinned threads arranged")).toBeDefined();
    expect(sent[0]?.body).toEqual({ threadIds: ["pier", "cable"] });
    const names = () => rows().map((row) => /Decks|Cables|Piers/.exec(row)?.[0]);
    await waitFor(() => expect(names()).toEqual(["Piers", "Cables", "Decks"]));
  });
});

describe("following and muting", () => {
  const answer = (body: unknown) => HttpResponse.json(z.object({ level: z.string() }).parse(body));

  test("is chosen with the bell, shown at once and in the list", async () => {
    const sent = serveAction("put", `${path}/subscription`, answer);
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Notifications: normal" }));
    await member.click(await screen.findByRole("menuitemradio", { name: /^Follow/ }));
    expect(await screen.findByText("You follow this thread")).toBeDefined();
    expect(sent[0]?.body).toEqual({ level: "followed" });
    const bell = screen.getByRole("button", { name: "Notifications: you follow this thread" });
    expect(rows()[0]).toContain("Followed");
    await member.click(bell);
    await member.click(await screen.findByRole("menuitemradio", { name: /^Mute/ }));
    expect(await screen.findByText("Thread muted")).toBeDefined();
    expect(rows()[0]).toContain("Muted");
  });

  test("is undone when refused", async () => {
    serveAction("put", `${path}/subscription`, () => refusalResponse(429, "x", "Too fast"));
    const page = open();
    const menu = await openMenu(page);
    await page.member.click(within(menu).getByRole("menuitemradio", { name: /^Mute/ }));
    expect(await screen.findByText("Too fast")).toBeDefined();
    expect(screen.getByRole("button", { name: "Notifications: normal" })).toBeDefined();
  });
});

test("a date leads to the first post of that day", async () => {
  const sent = serveAction("get", `${path}/posts/at`, () =>
    HttpResponse.json({ postId: "b", created: "2026-11-20T10:00:00Z" }),
  );
  const page = open();
  const member = await choose("Jump to date…", page);
  await screen.findByRole("dialog", { name: "Jump to a date" });
  await member.click(screen.getByRole("button", { name: "Jump" }));
  expect(await screen.findByText("Input is required")).toBeDefined();
  await member.type(screen.getByLabelText("Date"), "2026-11-20");
  await member.click(screen.getByRole("button", { name: "Jump" }));
  await waitFor(() => expect(page.address()).toBe("/communities/bridges/threads/cable#post-b"));
  const time = new Date("2026-11-20T00:00").toISOString();
  expect(sent[0]?.path).toBe(`${path}/posts/at?time=${encodeURIComponent(time)}`);
});

test("posts from before the viewer joined are counted at the start", async () => {
  setThread({ hiddenPosts: 3 });
  open();
  const words = "3 earlier posts are hidden because they were written before you joined.";
  expect(await screen.findByText(words)).toBeDefined();
});

import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Community } from "../../../api/types.ts";
import {
  type CommunityFixture,
  communityFixture,
  refusalResponse,
  serveCommunity,
} from "../../../testing/community-server.ts";
import { adminOf, community, post, thread } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { serveAction, serveThreads } from "../../../testing/thread-server.ts";
import { toasts } from "../../../ui/toast-store.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const manager = { mayManage: true, mayModerate: true };
const path = "/api/communities/bridges/threads/cable";
const towers = (changes: Partial<Community> = {}) =>
  community("towers", { name: "Towers", viewer: adminOf(), ...changes });

let world: CommunityFixture;

beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  world = communityFixture(me, community("bridges", { name: "Bridges", viewer: adminOf() }));
  world.threads = [thread("cable", { caption: "Cables", viewer: manager })];
  serveCommunity(() => world);
  serveThreads(() => world, [post("a")]);
  server.use(
    http.get("/api/communities/towers", () => HttpResponse.json(towers())),
    http.get("/api/communities/:id/threads", ({ params }) =>
      HttpResponse.json({
        items: world.threads.filter(({ communityId }) => communityId === params["id"]),
        nextCursor: null,
      }),
    ),
  );
});

const open = (address = "/communities/bridges/threads/cable") =>
  openPage(address, ({ cache }) => communitiesRoutes(cache));
const moveServed = () => {
  world.threads = world.threads.map((one) => ({ ...one, communityId: "towers" }));
};

async function choose(name: string, page: ReturnType<typeof openPage>) {
  await page.member.click(await screen.findByRole("button", { name: "Thread menu" }));
  await page.member.click(await screen.findByRole("menuitem", { name }));
}

async function tell(event: object) {
  await screen.findByRole("feed", { name: "Posts" });
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.tell(1, { communityId: "bridges", threadId: "cable", ...event });
}

describe("a removed thread", () => {
  test("needs a reason, and leads back to the community", async () => {
    const sent = serveAction("post", `${path}/removal`, () => {
      world.threads = [];
      return HttpResponse.json({ id: "cable", communityId: "bridges", removed: true });
    });
    const page = open();
    await choose("Remove…", page);
    const dialog = await screen.findByRole("dialog", { name: "Remove this thread?" });
    await page.member.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await within(dialog).findByText("Input is required")).toBeDefined();
    await page.member.type(within(dialog).getByLabelText("Reason"), "Off topic");
    await page.member.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("This thread has been removed")).toBeDefined();
    expect(sent[0]?.body).toEqual({ reason: "Off topic" });
    await waitFor(() => expect(page.path()).toBe("/communities/bridges"));
    expect(await screen.findByText("No threads yet")).toBeDefined();
  });

  test("leads its readers back, live", async () => {
    const page = open();
    await screen.findByRole("feed", { name: "Posts" });
    world.threads = [];
    await tell({ type: "thread.removed" });
    expect(await screen.findByText("This thread has been removed")).toBeDefined();
    await waitFor(() => expect(page.path()).toBe("/communities/bridges"));
  });
});

describe("a moved thread", () => {
  test("goes to a community that the viewer administers, and is followed there", async () => {
    const other = community("squares", { name: "Squares" });
    server.use(
      http.get("/api/communities", () =>
        HttpResponse.json({ items: [world.community, towers(), other], nextCursor: null }),
      ),
    );
    const sent = serveAction("post", `${path}/move`, () => {
      moveServed();
      return HttpResponse.json(world.threads[0]);
    });
    const page = open();
    await choose("Move…", page);
    const dialog = await screen.findByRole("dialog", { name: "Move this thread?" });
    const radios = await within(dialog).findAllByRole("radio");
    expect(radios.map((radio) => radio.getAttribute("value"))).toEqual(["towers"]);
    await page.member.click(within(dialog).getByRole("button", { name: "Move" }));
    expect(await within(dialog).findByText("Input is required")).toBeDefined();
    await page.member.click(within(dialog).getByRole("radio", { name: "Towers" }));
    await page.member.click(within(dialog).getByRole("button", { name: "Move" }));
    await waitFor(() => expect(page.path()).toBe("/communities/towers/threads/cable"));
    expect(sent[0]?.body).toEqual({ communityId: "towers" });
    expect(await screen.findByText("This thread has been moved here")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "Cables" })).toBeDefined();
  });

  test("can be moved by staff to any community that they find", async () => {
    world.me = { ...me, isStaff: true };
    const item = { type: "community", id: "towers", name: "Towers", memberCount: 3 };
    const found = serveAction("get", "/api/search", () =>
      HttpResponse.json({ items: [{ ...item, isMember: false, excerpt: "" }] }),
    );
    const page = open();
    await choose("Move…", page);
    await page.member.type(await screen.findByLabelText("Find a community"), "tow");
    expect(await screen.findByRole("radio", { name: "Towers" })).toBeDefined();
    await waitFor(() => expect(found.at(-1)?.path).toBe("/api/search?q=tow&type=communities"));
  });

  test("is followed live", async () => {
    const page = open();
    await screen.findByRole("feed", { name: "Posts" });
    moveServed();
    await tell({ type: "thread.moved", toCommunityId: "towers" });
    await waitFor(() => expect(page.path()).toBe("/communities/towers/threads/cable"));
    expect(await screen.findByText("This thread has been moved here")).toBeDefined();
  });

  test("leads back where the viewer may not read it", async () => {
    const page = open();
    await screen.findByRole("feed", { name: "Posts" });
    world.threads = [];
    await tell({ type: "thread.moved", toCommunityId: "towers" });
    expect(
      await screen.findByText("This thread has been moved to another community"),
    ).toBeDefined();
    await waitFor(() => expect(page.path()).toBe("/communities/bridges"));
  });
});

describe("an old link", () => {
  test("leads to the thread and its post where they are now", async () => {
    moveServed();
    const page = open("/communities/bridges/threads/cable#post-a");
    await waitFor(() => expect(page.address()).toBe("/communities/towers/threads/cable#post-a"));
    expect(await screen.findByRole("heading", { name: "Cables" })).toBeDefined();
  });

  test("works if the old community is unknown to the viewer", async () => {
    moveServed();
    const page = open("/communities/gone/threads/cable");
    await waitFor(() => expect(page.path()).toBe("/communities/towers/threads/cable"));
  });

  test("shows the error if the thread is nowhere", async () => {
    world.threads = [];
    const page = open();
    expect(await screen.findByText("Thread not found")).toBeDefined();
    expect(page.path()).toBe("/communities/bridges/threads/cable");
  });

  test("shows other errors without a search", async () => {
    serveAction("get", path, () => refusalResponse(403, "x", "Not you"));
    open();
    expect(
      await screen.findByText("Unable to load posts. Please check your permissions."),
    ).toBeDefined();
  });
});

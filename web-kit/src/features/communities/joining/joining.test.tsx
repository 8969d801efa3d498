import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Community } from "../../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { community, pendingDeletion, joinRequest } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { pressTwice } from "../../../testing/press-twice.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const outside: Community["viewer"] = { ...community("x").viewer, isMember: false, joinedAt: null };
const asker: Community["viewer"] = { ...outside, canRequest: true };
const guarded = (changes: Partial<Community> = {}) =>
  community("bridges", {
    name: "Bridges",
    visibility: "affiliations",
    affiliations: [{ id: "ng", name: "Northgate" }],
    viewer: asker,
    ...changes,
  });

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(me, guarded());
  serveCommunity(() => world);
});

const open = (path: string) => openPage(path, ({ cache }) => communitiesRoutes(cache));

/** A server that accepts the request and lists it from then on. */
function takeRequest(told: unknown[] = []) {
  return async ({ request }: { request: Request }) => {
    told.push(await request.json());
    world.ownRequests = [joinRequest("asked")];
    world.community = guarded({ viewer: { ...outside, joinRequestId: "asked" } });
    return HttpResponse.json(joinRequest("asked"), { status: 201 });
  };
}

describe("a community that requires approval", () => {
  test("accepts a request with a message, which is then pending", async () => {
    const told: unknown[] = [];
    server.use(http.post("/api/communities/bridges/join-requests", takeRequest(told)));
    const { member } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "Request to Join" }));
    const form = await screen.findByRole("dialog", { name: "Request to Join" });
    await member.type(within(form).getByLabelText("Message"), "I build them");
    expect(within(form).getByText("12 / 5000")).toBeDefined();
    await member.click(within(form).getByRole("button", { name: /^Send request/ }));
    expect(await screen.findByText("Join request sent successfully")).toBeDefined();
    expect(await screen.findByText("Request Pending")).toBeDefined();
    expect(told).toEqual([{ message: "I build them" }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test.each([
    [409, "join-request-pending", "You already have a pending join request for this community"],
    [403, "community-not-open", "You cannot join this community"],
    [500, "internal", "Failed to send join request"],
  ])("shows why a request was refused: %i %s", async (status, code, words) => {
    server.use(
      http.post("/api/communities/bridges/join-requests", () =>
        refusalResponse(status, code, words),
      ),
    );
    const { member } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "Request to Join" }));
    const form = await screen.findByRole("dialog");
    await member.click(within(form).getByRole("button", { name: /^Send request/ }));
    expect(await within(form).findByText(words)).toBeDefined();
  });

  test("refuses an excessive message before sending", async () => {
    const { member } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "Request to Join" }));
    const form = await screen.findByRole("dialog");
    await member.click(within(form).getByLabelText("Message"));
    await member.paste("a".repeat(5001));
    await member.click(within(form).getByRole("button", { name: /^Send request/ }));
    const words = "Content exceeds maximum length of 5000 characters";
    expect(await within(form).findByText(words)).toBeDefined();
  });

  test("withdraws a request once despite repeated clicks", async () => {
    world.community = guarded({ viewer: { ...outside, joinRequestId: "asked" } });
    const told = vi.fn(() => {
      world.community = guarded();
      return new HttpResponse(null, { status: 204 });
    });
    server.use(http.delete("/api/me/join-requests/asked", told));
    open("/communities/bridges");
    await pressTwice(await screen.findByRole("button", { name: "Withdraw request" }));
    expect(await screen.findByRole("button", { name: "Request to Join" })).toBeDefined();
    expect(told).toHaveBeenCalledOnce();
  });

  test("is joined once despite repeated clicks if it is open", async () => {
    world.community = guarded({ visibility: "public", viewer: { ...outside, canJoin: true } });
    const told = vi.fn(() => {
      world.community = guarded({ visibility: "public", viewer: community("x").viewer });
      return HttpResponse.json(world.community);
    });
    server.use(http.post("/api/communities/bridges/join", told));
    open("/communities/bridges");
    await pressTwice(await screen.findByRole("button", { name: "Join" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Join" })).toBeNull());
    expect(told).toHaveBeenCalledOnce();
  });

  test("lets a request be withdrawn", async () => {
    world.community = guarded({ viewer: { ...outside, joinRequestId: "asked" } });
    server.use(
      http.delete("/api/me/join-requests/asked", () => {
        world.community = guarded();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "Withdraw request" }));
    expect(await screen.findByText("Join request withdrawn")).toBeDefined();
    expect(await screen.findByRole("button", { name: "Request to Join" })).toBeDefined();
  });

  test("reports a request that was answered elsewhere", async () => {
    world.community = guarded({ viewer: { ...outside, joinRequestId: "asked" } });
    server.use(
      http.delete("/api/me/join-requests/asked", () => {
        world.community = guarded();
        return refusalResponse(404, "join-request-not-found", "Join request not found");
      }),
    );
    const { member } = open("/communities/bridges");
    await member.click(await screen.findByRole("button", { name: "Withdraw request" }));
    expect(await screen.findByText("Join request not found")).toBeDefined();
    expect(await screen.findByRole("button", { name: "Request to Join" })).toBeDefined();
  });

  test("opens as soon as the request is approved", async () => {
    world.community = guarded({ viewer: { ...outside, joinRequestId: "asked" } });
    open("/communities/bridges");
    await screen.findByText("Request Pending");
    world.community = guarded({ viewer: community("x").viewer });
    const about = { communityId: "bridges", userId: "nadia" };
    streams[0]?.tell(1, { type: "membership.joined", ...about });
    streams[0]?.tell(2, { type: "join-request.handled", requestId: "asked", ...about });
    expect(await screen.findByRole("region", { name: "Threads" })).toBeDefined();
  });
});

describe("staff who are not members join through the menu", () => {
  const openMenu = async (changes: Partial<Community>) => {
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = guarded(changes);
    const opened = open("/communities/bridges");
    await opened.member.click(await screen.findByRole("button", { name: "Community menu" }));
    return opened;
  };
  const item = (name: string) => screen.findByRole("menuitem", { name });

  test("immediately if the community is open", async () => {
    server.use(
      http.post("/api/communities/bridges/join", () => {
        world.community = guarded({ viewer: community("x").viewer });
        return HttpResponse.json(world.community);
      }),
    );
    const { member } = await openMenu({ viewer: { ...outside, canJoin: true } });
    await member.click(await item("Join"));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await member.click(await screen.findByRole("button", { name: "Community menu" }));
    expect(await item("Leave community")).toBeDefined();
  });

  test("sends a join request that can be withdrawn", async () => {
    server.use(
      http.post("/api/communities/bridges/join-requests", takeRequest()),
      http.delete("/api/me/join-requests/asked", () => {
        world.community = guarded();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = await openMenu({});
    await member.click(await item("Request to Join"));
    const form = await screen.findByRole("dialog", { name: "Request to Join" });
    await member.click(within(form).getByRole("button", { name: /^Send request/ }));
    expect(await screen.findByText("Join request sent successfully")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await member.click(await screen.findByRole("button", { name: "Community menu" }));
    await member.click(await item("Withdraw request"));
    expect(await screen.findByText("Join request withdrawn")).toBeDefined();
  });

  test("not at all if they are not eligible", async () => {
    await openMenu({ viewer: outside });
    expect(await item("Copy link")).toBeDefined();
    expect(screen.queryByRole("menuitem", { name: /Join|request/ })).toBeNull();
  });
});

describe("a community that is closed to the viewer shows the reason", () => {
  const paused = "This community is currently paused and not accepting new members";
  const all = "This community requires you to have all of its affiliations to join";
  const one = "This community requires you to have at least one of its affiliations to join";
  test.each<[string, Partial<Community>]>([
    [paused, { status: "paused" }],
    [all, { requireAllAffiliations: true }],
    [one, {}],
    ["You cannot join this community", { visibility: "private" }],
    ["You cannot join this community", { deletionStatus: pendingDeletion("2099-01-01T00:00:00Z") }],
  ])("%s", async (words, changes) => {
    world.community = guarded({ viewer: outside, ...changes });
    open("/communities/bridges");
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Request to Join" })).toBeNull();
  });
});

describe("a private code", () => {
  const dialog = async () => {
    const opened = open("/communities");
    await opened.member.click(await screen.findByRole("button", { name: "Join with a code" }));
    return { ...opened, form: await screen.findByRole("dialog", { name: "Join with a code" }) };
  };
  const sendIn = (form: HTMLElement) => within(form).getByRole("button", { name: /^Send request/ });

  test("is sent in upper case, and the request is shown", async () => {
    const told: unknown[] = [];
    server.use(http.post("/api/communities/join-by-code", takeRequest(told)));
    const { member, form } = await dialog();
    await member.type(within(form).getByLabelText("Private code"), " ab12cd34 ");
    await member.click(sendIn(form));
    expect(await screen.findByText("Join request sent successfully")).toBeDefined();
    const waiting = await screen.findByRole("region", { name: "Your join requests" });
    expect(within(waiting).getByText("Request Pending")).toBeDefined();
    expect(told).toEqual([{ code: "AB12CD34" }]);
  });

  test("is required", async () => {
    const { member, form } = await dialog();
    await member.click(sendIn(form));
    expect(await within(form).findByText("Please enter a valid private code")).toBeDefined();
  });

  test.each([
    [404, "private-code-unknown", "Invalid private code - no matching community found"],
    [409, "community-already-member", "You are already a member of this community"],
    [403, "community-paused", "This community is currently paused and not accepting new members"],
    [
      403,
      "private-code-needs-affiliations",
      "You need the following affiliation(s) to join this community: Northgate, WISE",
    ],
    [500, "internal", "Failed to join with private code"],
  ])("is refused with the server's message: %i %s", async (status, code, words) => {
    server.use(
      http.post("/api/communities/join-by-code", () => refusalResponse(status, code, words)),
    );
    const { member, form } = await dialog();
    await member.type(within(form).getByLabelText("Private code"), "AB12CD34");
    await member.click(sendIn(form));
    expect(await within(form).findByText(words)).toBeDefined();
  });
});

describe("finding a community", () => {
  test("shows pending requests, which can be withdrawn", async () => {
    world.ownRequests = [joinRequest("asked")];
    server.use(
      http.delete("/api/me/join-requests/asked", () => {
        world.ownRequests = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/communities");
    const name = "Withdraw the request to join Bridges";
    await member.click(await screen.findByRole("button", { name }));
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Your join requests" })).toBeNull(),
    );
  });

  test("shows recently rejected requests with the reason, and offers a new one", async () => {
    const updatedAt = new Date().toISOString();
    const rejected = { status: "rejected", adminMessage: "Not yet", updatedAt } as const;
    world.discovered = [world.community];
    world.ownRequests = [
      joinRequest("turned", rejected),
      joinRequest("before", { ...rejected, adminMessage: "Never" }),
      joinRequest("long-ago", {
        ...rejected,
        communityId: "old",
        communityName: "Old",
        updatedAt: "2020-01-01T10:00:00Z",
      }),
    ];
    server.use(http.post("/api/communities/bridges/join-requests", takeRequest()));
    const { member } = open("/communities");
    const region = await screen.findByRole("region", { name: "Rejected join requests" });
    expect(within(region).getAllByRole("listitem")).toHaveLength(1);
    expect(within(region).getByText("Not yet")).toBeDefined();
    await member.click(
      within(region).getByRole("button", { name: "Request again to join Bridges" }),
    );
    const form = await screen.findByRole("dialog", { name: "Request to Join" });
    await member.click(within(form).getByRole("button", { name: /^Send request/ }));
    expect(await screen.findByText("Request Pending")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Not yet")).toBeNull());
  });

  test("offers no new request if the community is not listed", async () => {
    world.ownRequests = [
      joinRequest("turned", { status: "rejected", updatedAt: new Date().toISOString() }),
    ];
    open("/communities");
    expect(await screen.findByRole("region", { name: "Rejected join requests" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Request again/ })).toBeNull();
  });

  test("links to communities that accept requests", async () => {
    world.discovered = [world.community];
    const { member, path } = open("/communities");
    await member.click(await screen.findByRole("link", { name: "Request to Join Bridges" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges"));
  });

  test("shows listed communities that are closed, with the reason", async () => {
    const affiliations = [{ id: "ng", name: "Northgate" }];
    world.discovered = [
      community("all", { name: "Growers", viewer: { ...outside, canJoin: true } }),
      community("some", { name: "Cranes", affiliations, viewer: outside }),
    ];
    open("/communities");
    const listed = await screen.findByRole("region", { name: "Listed communities" });
    const words = "This community requires you to have at least one of its affiliations to join";
    const closed = within(listed).getByText(words).closest("li");
    expect(closed?.textContent).toContain("Cranes");
    const buttons = within(listed).getAllByRole("button");
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual(["Join Growers"]);
  });

  test("reports requests that failed to load", async () => {
    server.use(http.get("/api/me/join-requests", () => refusalResponse(500, "internal", "boom")));
    const { member } = open("/communities");
    const words = "Failed to load your join requests. Please try again.";
    expect(await screen.findByText(words)).toBeDefined();
    world.ownRequests = [joinRequest("asked")];
    serveCommunity(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Request Pending")).toBeDefined();
  });
});

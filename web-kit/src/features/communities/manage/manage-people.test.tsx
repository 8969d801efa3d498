import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { CommunityMember } from "../../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { adminOf, community, joinRequest, person, timeoutOf } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { pressTwice } from "../../../testing/press-twice.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const bridges = (viewer = adminOf()) => community("bridges", { name: "Bridges", viewer });
const trustee = { ...community("x").viewer, isTrustee: true, mayModerate: true };

function inPlace(userId: string, role: CommunityMember["role"], name: string): CommunityMember {
  const joinedAt = "2026-10-01T10:00:00Z";
  return { ...person(userId, name), role, isFounder: false, joinedAt };
}

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(me, bridges());
  world.members = [
    inPlace("nadia", "admin", "Nadia Rahman"),
    inPlace("kwame", "admin", "Kwame Boateng"),
    inPlace("ling", "member", "Ling Zhao"),
  ];
  serveCommunity(() => world);
});

const open = (tab = "") =>
  openPage(`/communities/bridges/manage${tab}`, ({ cache }) => communitiesRoutes(cache));
const tabs = async () => {
  const nav = await screen.findByRole("navigation", { name: "Sections of the admin area" });
  return within(nav)
    .getAllByRole("link")
    .map((link) => link.textContent);
};

describe("the admin area", () => {
  test("is linked from the community's menu for moderators", async () => {
    const { member, path } = openPage("/communities/bridges", ({ cache }) =>
      communitiesRoutes(cache),
    );
    await member.click(await screen.findByRole("button", { name: "Community menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Manage community" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/manage"));
    expect(await screen.findByRole("list", { name: "Members" })).toBeDefined();
  });

  test("shows admins all tabs", async () => {
    open();
    expect(await tabs()).toEqual([
      "Members",
      "Requests",
      "Private code",
      "Timeouts",
      "Reports",
      "Announcements",
      "Analytics",
      "Settings",
    ]);
  });

  test("shows a trustee members, requests, timeouts and reports", async () => {
    world.community = bridges(trustee);
    open();
    expect(await tabs()).toEqual(["Members", "Requests", "Timeouts", "Reports"]);
  });

  test("shows staff the deletion as well", async () => {
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = bridges({ ...community("x").viewer, isMember: false, mayModerate: true });
    open();
    const theirs = ["Members", "Requests", "Timeouts", "Reports", "Analytics", "Settings"];
    expect(await tabs()).toEqual(theirs);
  });

  test.each(["/code", "/announcements", "/settings"])("hides %s from a trustee", async (tab) => {
    world.community = bridges(trustee);
    open(tab);
    expect(await screen.findByText("Admin privileges required")).toBeDefined();
  });

  test("shows why its community failed to load, and retries", async () => {
    const words = "Failed to load community details";
    server.use(http.get("/api/communities/:id", () => refusalResponse(500, "internal", words)));
    const { member } = open();
    expect(await screen.findByText(words)).toBeDefined();
    serveCommunity(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("list", { name: "Members" })).toBeDefined();
  });

  test("is refused to a member", async () => {
    world.community = bridges(community("x").viewer);
    open();
    expect(await screen.findByText("Admin privileges required")).toBeDefined();
    expect(screen.queryByRole("navigation", { name: "Sections of the admin area" })).toBeNull();
  });

  test("leaving the community shows the join pane", async () => {
    open();
    await screen.findByRole("list", { name: "Members" });
    const viewer = { ...community("x").viewer, isMember: false, canJoin: true };
    world.community = bridges(viewer);
    const about = { communityId: "bridges", userId: "nadia" };
    streams[0]?.tell(1, { type: "membership.removed", ...about });
    expect(await screen.findByRole("button", { name: "Join" })).toBeDefined();
    expect(screen.queryByRole("list", { name: "Members" })).toBeNull();
  });
});

describe("members", () => {
  const choose = async (item: string) => {
    const opened = open();
    const menu = { name: "Actions for Ling Zhao" };
    await opened.member.click(await screen.findByRole("button", menu));
    await opened.member.click(await screen.findByRole("menuitem", { name: item }));
    return { ...opened, dialog: await screen.findByRole("dialog") };
  };

  test("offers an admin who is not the founder no actions on other admins", async () => {
    open();
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("button", { name: "Actions for Kwame Boateng" })).toBeNull();
    expect(screen.getAllByRole("button", { name: /^Actions for/ })).toHaveLength(2);
  });

  test("promotes a member to admin", async () => {
    server.use(
      http.post("/api/communities/bridges/members/ling/promote", () => {
        world.members = [inPlace("ling", "admin", "Ling Zhao")];
        return HttpResponse.json(world.members[0]);
      }),
    );
    const { member, dialog } = await choose("Make an admin");
    await member.click(within(dialog).getByRole("button", { name: "Make an admin" }));
    expect(await screen.findByText("Ling Zhao is now an admin")).toBeDefined();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Actions for Ling Zhao" })).toBeNull(),
    );
  });

  test.each([
    [403, "promotion-admin-only", "Only community admins can promote members"],
    [404, "community-member-not-found", "User is not a member of this community"],
    [409, "promotion-already-admin", "User is already a community admin"],
    [500, "internal", "Failed to promote user"],
  ])("shows the server's message if a promotion is refused: %i %s", async (status, code, words) => {
    server.use(
      http.post("/api/communities/bridges/members/ling/promote", () =>
        refusalResponse(status, code, words),
      ),
    );
    const { member, dialog } = await choose("Make an admin");
    await member.click(within(dialog).getByRole("button", { name: "Make an admin" }));
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  test("removes a member", async () => {
    server.use(
      http.delete("/api/communities/bridges/members/ling", () => {
        world.members = world.members.slice(0, 2);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, dialog } = await choose("Remove");
    await member.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Ling Zhao is no longer a member")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Ling Zhao")).toBeNull());
  });

  test("times a member out for a preset or until a time", async () => {
    const told: unknown[] = [];
    server.use(
      http.post("/api/communities/bridges/timeouts", async ({ request }) => {
        told.push(await request.json());
        return HttpResponse.json(timeoutOf("ling"), { status: 201 });
      }),
    );
    const { member, dialog } = await choose("Time out");
    await member.click(within(dialog).getByRole("radio", { name: "1 day" }));
    await member.type(within(dialog).getByLabelText("Reason"), "Heated");
    await member.click(within(dialog).getByRole("button", { name: "Time out" }));
    expect(await screen.findByText(/^Ling Zhao is timed out until 1 January 2099/)).toBeDefined();
    const until = { userId: "ling", preset: "1d", endDate: null, reason: "Heated" };
    expect(told).toEqual([until]);
  });

  test("requires a custom time in the future", async () => {
    const { member, dialog } = await choose("Time out");
    await member.click(within(dialog).getByRole("radio", { name: "Until a time of your choice" }));
    await member.click(within(dialog).getByRole("button", { name: "Time out" }));
    expect(await within(dialog).findByText("Choose how long the timeout lasts")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Ends"), "2020-01-01T10:00");
    await member.click(within(dialog).getByRole("button", { name: "Time out" }));
    expect(await within(dialog).findByText("A timeout must end in the future")).toBeDefined();
  });

  test("retries a failed list", async () => {
    server.use(
      http.get("/api/communities/:id/members", () =>
        refusalResponse(500, "internal", "Failed to load community details"),
      ),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load community details")).toBeDefined();
    serveCommunity(() => world);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Ling Zhao")).toBeDefined();
  });
});

test("loads what was missing when the network returns", async () => {
  server.use(http.get("/api/communities/:id/members", () => HttpResponse.error()));
  dispatchEvent(new Event("offline"));
  open();
  expect(await screen.findByText("Not loaded yet")).toBeDefined();
  serveCommunity(() => world);
  dispatchEvent(new Event("online"));
  expect(await screen.findByText("Ling Zhao")).toBeDefined();
});

describe("requests", () => {
  beforeEach(() => {
    world.requests = [joinRequest("ask", { message: "I build them" })];
  });

  test("are shown with their message and counted on the tab", async () => {
    open("/requests");
    expect(await screen.findByText("I build them")).toBeDefined();
    expect(await tabs()).toContain("Requests1 waiting");
  });

  test("are approved", async () => {
    server.use(
      http.post("/api/communities/bridges/join-requests/ask/approve", () => {
        world.requests = [];
        return HttpResponse.json(joinRequest("ask", { status: "approved" }));
      }),
    );
    const { member } = open("/requests");
    await member.click(await screen.findByRole("button", { name: "Approve Ling Zhao" }));
    expect(await screen.findByText("User has been added to the community")).toBeDefined();
    expect(await screen.findByText("No pending requests")).toBeDefined();
    expect(await tabs()).toContain("Requests");
  });

  test("are approved once despite repeated clicks", async () => {
    let requested = 0;
    server.use(
      http.post("/api/communities/bridges/join-requests/ask/approve", () => {
        requested += 1;
        world.requests = [];
        return HttpResponse.json(joinRequest("ask", { status: "approved" }));
      }),
    );
    open("/requests");
    await pressTwice(await screen.findByRole("button", { name: "Approve Ling Zhao" }));
    expect(await screen.findByText("No pending requests")).toBeDefined();
    expect(requested).toBe(1);
  });

  test("are rejected with a note", async () => {
    const told: unknown[] = [];
    server.use(
      http.post("/api/communities/bridges/join-requests/ask/reject", async ({ request }) => {
        told.push(await request.json());
        world.requests = [];
        return HttpResponse.json(joinRequest("ask", { status: "rejected" }));
      }),
    );
    const { member } = open("/requests");
    await member.click(await screen.findByRole("button", { name: "Reject Ling Zhao" }));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Note"), "Not yet");
    await member.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("Join request has been rejected")).toBeDefined();
    expect(await screen.findByText("No pending requests")).toBeDefined();
    expect(told).toEqual([{ adminMessage: "Not yet" }]);
  });

  test.each([
    [403, "join-request-admin-only", "Only community admins can handle join requests"],
    [
      409,
      "join-request-not-eligible",
      "User cannot join this community due to affiliation requirements",
    ],
    [409, "join-request-member", "User is already a member of this community"],
    [404, "join-request-not-found", "Join request not found"],
    [500, "internal", "Failed to process join request"],
  ])("show why one was not approved: %i %s", async (status, code, words) => {
    server.use(
      http.post("/api/communities/bridges/join-requests/ask/approve", () =>
        refusalResponse(status, code, words),
      ),
    );
    const { member } = open("/requests");
    await member.click(await screen.findByRole("button", { name: "Approve Ling Zhao" }));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("are shown to a trustee without actions", async () => {
    world.community = bridges(trustee);
    open("/requests");
    expect(await screen.findByText("I build them")).toBeDefined();
    const words = "Only community admins can handle join requests";
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  });

  test("are updated live", async () => {
    world.requests = [];
    open("/requests");
    await screen.findByText("No pending requests");
    const request = joinRequest("new", { message: "May I" });
    streams[0]?.tell(1, { type: "join-request.created", communityId: "bridges", request });
    expect(await screen.findByText("May I")).toBeDefined();
    streams[0]?.tell(2, {
      type: "join-request.handled",
      communityId: "bridges",
      requestId: "new",
      userId: "ling",
      status: "approved",
    });
    expect(await screen.findByText("No pending requests")).toBeDefined();
  });
});

describe("timeouts", () => {
  test("are lifted early", async () => {
    world.timeouts = [timeoutOf("ling", { person: person("ling", "Ling Zhao"), reason: "Heated" })];
    server.use(
      http.delete("/api/communities/bridges/timeouts/ling", () => {
        world.timeouts = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/timeouts");
    expect(await screen.findByText("Heated")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Lift the timeout of Ling Zhao" }));
    expect(await screen.findByText("Ling Zhao can write again")).toBeDefined();
    expect(await screen.findByText("No timeouts")).toBeDefined();
  });

  test("shows the viewer's own timeout without actions", async () => {
    world.community = bridges(trustee);
    world.timeouts = [
      timeoutOf("nadia", { person: person("nadia", "Nadia Rahman"), reason: "Heated" }),
      timeoutOf("ling", { person: person("ling", "Ling Zhao") }),
    ];
    open("/timeouts");
    expect(await screen.findByText("Heated")).toBeDefined();
    const list = within(screen.getByRole("list", { name: "Timeouts" }));
    const buttons = list.getAllByRole("button", { name: /timeout/ });
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Change the timeout of Ling Zhao",
      "Lift the timeout of Ling Zhao",
    ]);
  });

  test("are hidden from those who may not see them", async () => {
    const words = "Admin privileges required";
    server.use(
      http.get("/api/communities/:id/timeouts", () =>
        refusalResponse(403, "community-admin-only", words),
      ),
    );
    open("/timeouts");
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Community } from "../../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import {
  adminOf,
  announcement,
  community,
  pendingDeletion,
  NOT_PENDING,
} from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const bridges = (changes: Partial<Community> = {}) =>
  community("bridges", { name: "Bridges", viewer: adminOf(), ...changes });
const coded = { privateCode: "AB12CD34", privateCodeCreated: "2026-11-20T10:00:00Z" };

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(me, bridges());
  serveCommunity(() => world);
});

const open = (tab: string) =>
  openPage(`/communities/bridges/manage/${tab}`, ({ cache }) => communitiesRoutes(cache));
const press = async (name: string | RegExp) => screen.findByRole("button", { name });

describe("the private code", () => {
  const code = "/api/communities/bridges/private-code";
  const make = (privateCode: string, status: number) =>
    http.post(code, () => {
      world.code = { ...coded, privateCode };
      return HttpResponse.json(world.code, { status });
    });

  test("is created", async () => {
    server.use(make("AB12CD34", 201));
    const { member } = open("code");
    await member.click(await press("Create a code"));
    expect(await screen.findByText("Private code generated successfully")).toBeDefined();
    expect(await screen.findByText("AB12CD34")).toBeDefined();
  });

  test("is copied", async () => {
    world.code = coded;
    const { member } = open("code");
    await member.click(await press("Copy"));
    expect(await screen.findByText("Code copied to clipboard.")).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe("AB12CD34");
  });

  test("is refreshed after a confirmation", async () => {
    world.code = coded;
    server.use(make("ZZ99ZZ99", 200));
    const { member } = open("code");
    await member.click(await press("Refresh"));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Refresh" }));
    const words = "Private code refreshed successfully. The old code is no longer valid.";
    expect(await screen.findByText(words)).toBeDefined();
    expect(await screen.findByText("ZZ99ZZ99")).toBeDefined();
  });

  test("is removed", async () => {
    world.code = coded;
    server.use(
      http.delete(code, () => {
        world.code = { privateCode: null, privateCodeCreated: null };
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("code");
    await member.click(await press("Remove"));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Private code removed successfully")).toBeDefined();
    expect(await press("Create a code")).toBeDefined();
  });

  test.each([
    [403, "private-code-admin-only", "Only community admins can generate private codes"],
    [500, "internal", "Failed to generate private code"],
  ])("shows the server's message if it is not created: %i %s", async (status, slug, words) => {
    server.use(http.post(code, () => refusalResponse(status, slug, words)));
    const { member } = open("code");
    await member.click(await press("Create a code"));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test.each([
    ["Refresh", "Failed to refresh private code"],
    ["Remove", "Failed to remove private code"],
  ])("%s that failed shows the error in the dialog", async (name, words) => {
    world.code = coded;
    const failed = () => refusalResponse(500, "internal", words);
    server.use(http.post(code, failed), http.delete(code, failed));
    const { member } = open("code");
    await member.click(await press(name));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name }));
    expect(await within(dialog).findByText(words)).toBeDefined();
  });
});

describe("announcements", () => {
  const path = "/api/communities/bridges/announcements";
  const noDetails = { endsAt: null, location: null, link: null, capacity: null };
  const write = async () => {
    const opened = open("announcements");
    await opened.member.click(await press("New announcement"));
    return { ...opened, dialog: await screen.findByRole("dialog", { name: "New announcement" }) };
  };

  test("are created, with a start time as events", async () => {
    const told: unknown[] = [];
    server.use(
      http.post(path, async ({ request }) => {
        told.push(await request.json());
        world.announcements = [announcement("visit", { content: "Site visit" })];
        return HttpResponse.json(world.announcements[0], { status: 201 });
      }),
    );
    const { member, dialog } = await write();
    await member.type(within(dialog).getByLabelText("Announcement"), "Site visit");
    await member.type(within(dialog).getByLabelText("Starts"), "2099-01-01T10:00");
    await member.click(within(dialog).getByRole("button", { name: /^Announce/ }));
    expect(await screen.findByText("Announcement created successfully")).toBeDefined();
    expect(await screen.findByText("Site visit")).toBeDefined();
    const startsAt = new Date("2099-01-01T10:00").toISOString();
    expect(told).toEqual([{ content: "Site visit", startsAt, ...noDetails }]);
  });

  test("require a text, and events a future start", async () => {
    const { member, dialog } = await write();
    await member.type(within(dialog).getByLabelText("Starts"), "2020-01-01T10:00");
    await member.click(within(dialog).getByRole("button", { name: /^Announce/ }));
    expect(await within(dialog).findByText("Message cannot be empty")).toBeDefined();
    expect(within(dialog).getByText("An event must start in the future")).toBeDefined();
  });

  test("accept SQL characters but no scripts", async () => {
    const told: unknown[] = [];
    server.use(
      http.post(path, async ({ request }) => {
        told.push(await request.json());
        return HttpResponse.json(announcement("visit"), { status: 201 });
      }),
    );
    const { member, dialog } = await write();
    const field = within(dialog).getByLabelText("Announcement");
    const button = within(dialog).getByRole("button", { name: /^Announce/ });
    await member.type(field, "javascript:alert(1)");
    await member.click(button);
    const words = "Content contains potentially harmful code";
    expect(await within(dialog).findByText(words)).toBeDefined();
    await member.clear(field);
    await member.type(field, "Bread; butter");
    await member.click(button);
    expect(await screen.findByText("Announcement created successfully")).toBeDefined();
    expect(told).toEqual([{ content: "Bread; butter", startsAt: null, ...noDetails }]);
  });

  test.each([
    [403, "announcement-admin-only", "Only community admins can create announcements"],
    [500, "internal", "Failed to create announcement"],
  ])("show the server's message on refusal: %i %s", async (status, code, words) => {
    server.use(http.post(path, () => refusalResponse(status, code, words)));
    const { member, dialog } = await write();
    await member.type(within(dialog).getByLabelText("Announcement"), "Site visit");
    await member.click(within(dialog).getByRole("button", { name: /^Announce/ }));
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  const choose = async (item: string) => {
    world.announcements = [announcement("visit", { content: "Site visit" })];
    const opened = open("announcements");
    await opened.member.click(await press("Actions for “Site visit”"));
    await opened.member.click(await screen.findByRole("menuitem", { name: item }));
    return opened;
  };

  test("are pinned", async () => {
    server.use(
      http.put(`${path}/visit/pin`, () => {
        world.announcements = [announcement("visit", { content: "Site visit", isPinned: true })];
        return HttpResponse.json(world.announcements[0]);
      }),
    );
    await choose("Pin");
    expect(await screen.findByText("Announcement pinned")).toBeDefined();
    expect(await screen.findByText("Pinned")).toBeDefined();
  });

  test("are ended", async () => {
    server.use(
      http.post(`${path}/visit/end`, () => {
        world.announcements = [];
        return HttpResponse.json(announcement("visit", { isActive: false }));
      }),
    );
    await choose("End");
    expect(await screen.findByText("Announcement ended")).toBeDefined();
    expect(await screen.findByText("No announcements yet")).toBeDefined();
  });

  test("are deleted after a confirmation", async () => {
    server.use(
      http.delete(`${path}/visit`, () => {
        world.announcements = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = await choose("Delete");
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Announcement deleted")).toBeDefined();
    expect(await screen.findByText("No announcements yet")).toBeDefined();
  });
});

describe("settings", () => {
  test("are saved", async () => {
    const told: unknown[] = [];
    server.use(
      http.patch("/api/communities/bridges", async ({ request }) => {
        told.push(await request.json());
        world.community = bridges({ membersMayStartThreads: true });
        return HttpResponse.json(world.community);
      }),
    );
    const { member } = open("settings");
    const box = await screen.findByRole("checkbox", { name: "Members may start threads" });
    await member.click(box);
    await member.click(await press(/^Save/));
    expect(await screen.findByText("Settings saved")).toBeDefined();
    expect(told).toEqual([
      {
        name: "Bridges",
        description: "What it is for",
        membersMayStartThreads: true,
        historyFromJoin: true,
      },
    ]);
  });

  test("require a name, and show the server's error at its field", async () => {
    const words = "Title too long (max 200 characters)";
    const errors = [{ field: "name", code: "too-long", message: words }];
    server.use(
      http.patch("/api/communities/bridges", () =>
        HttpResponse.json({ status: 422, code: "content", detail: words, errors }, { status: 422 }),
      ),
    );
    const { member } = open("settings");
    const name = await screen.findByLabelText("Name");
    await member.clear(name);
    await member.click(await press(/^Save/));
    expect(await screen.findByText("Input is required")).toBeDefined();
    await member.type(name, "Tall bridges");
    await member.click(await press(/^Save/));
    expect(await screen.findByText(words)).toBeDefined();
  });

  const change = async (title: string) => {
    const opened = open("settings");
    await opened.member.click(await screen.findByRole("radio", { name: new RegExp(`^${title}`) }));
    await opened.member.click(await press("Change visibility"));
    const dialog = await screen.findByRole("dialog");
    await opened.member.click(within(dialog).getByRole("button", { name: "Change visibility" }));
    return dialog;
  };

  test("visibility is changed after showing its consequences", async () => {
    server.use(
      http.put("/api/communities/bridges/visibility", () => {
        world.community = bridges({ visibility: "private" });
        return HttpResponse.json(world.community);
      }),
    );
    await change("Private");
    const words = "Community visibility changed to private. All members have been notified.";
    expect(await screen.findByText(words)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const chosen = screen.getByRole("radio", { name: /^Private/ });
    expect(chosen).toHaveProperty("checked", true);
  });

  test("only a community with affiliations can be limited to their members", async () => {
    open("settings");
    const choice = async () => screen.findByRole("radio", { name: /^Affiliations/ });
    expect(await choice()).toHaveProperty("disabled", true);
    expect(screen.getByText("It has no affiliation whose members could find it.")).toBeDefined();
    world.community = bridges({ affiliations: [{ id: "ng", name: "Northgate" }] });
    streams[0]?.tell(1, { type: "community.updated", communityId: "bridges" });
    await waitFor(async () => expect(await choice()).toHaveProperty("disabled", false));
  });

  test.each([
    [403, "visibility-admin-only", "Only community admins can change visibility"],
    [409, "visibility-unchanged", "Community is already private"],
    [500, "internal", "Failed to change community visibility"],
  ])("visibility shows the server's message on refusal: %i %s", async (status, code, words) => {
    server.use(
      http.put("/api/communities/bridges/visibility", () => refusalResponse(status, code, words)),
    );
    const dialog = await change("Private");
    expect(await within(dialog).findByText(words)).toBeDefined();
  });
});

describe("deletion", () => {
  const path = "/api/communities/bridges/deletion";
  const ask = async () => {
    const opened = open("settings");
    await opened.member.click(await press("Delete community"));
    const dialog = await screen.findByRole("dialog", { name: "Delete Bridges?" });
    const confirm = within(dialog).getByRole("button", { name: /^Delete community/ });
    expect(confirm).toHaveProperty("disabled", true);
    await opened.member.type(within(dialog).getByLabelText("Type its name to confirm"), "Bridges");
    await opened.member.click(confirm);
    return { ...opened, dialog };
  };

  test("is requested with the name typed, and can be cancelled", async () => {
    server.use(
      http.post(path, () => {
        world.community = bridges({ deletionStatus: pendingDeletion("2099-01-01T00:00:00Z") });
        const { deletionStatus } = world.community;
        return HttpResponse.json({ communityId: "bridges", deleted: false, deletionStatus });
      }),
      http.delete(path, () => {
        world.community = bridges();
        return HttpResponse.json({
          communityId: "bridges",
          deleted: false,
          deletionStatus: NOT_PENDING,
        });
      }),
    );
    const { member } = await ask();
    const words = "Community scheduled for deletion in 7 days. All members have been notified.";
    expect(await screen.findByText(words)).toBeDefined();
    expect(await screen.findByText(/^Scheduled for deletion on 1 January 2099/)).toBeDefined();
    await member.click(await press("Cancel deletion"));
    expect(await screen.findByText("Community deletion cancelled")).toBeDefined();
    expect(await press("Delete community")).toBeDefined();
  });

  test.each<[string, Partial<Community["viewer"]>, boolean]>([
    [
      "You are its only member, so it will be deleted immediately and permanently.",
      adminOf(),
      false,
    ],
    [
      "It will be deleted permanently in 7 days, unless an admin cancels the deletion.",
      adminOf({ isMember: false, isAdmin: false }),
      true,
    ],
  ])("states when a community with one member is deleted: %s", async (words, viewer, isStaff) => {
    world.me = buildMember({ id: "nadia", isStaff });
    world.community = bridges({ memberCount: 1, viewer: adminOf(viewer) });
    const { member } = open("settings");
    await member.click(await press("Delete community"));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("requested by an admin is confirmed once by staff", async () => {
    const waiting = { ...pendingDeletion("2099-01-01T00:00:00Z"), requestedBy: "kwame" };
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = bridges({ deletionStatus: waiting, viewer: adminOf({ isAdmin: false }) });
    server.use(
      http.post(path, () => {
        const deletionStatus = { ...waiting, approvedBy: "nadia" };
        world.community = bridges({ deletionStatus, viewer: adminOf({ isAdmin: false }) });
        return HttpResponse.json({ communityId: "bridges", deleted: false, deletionStatus });
      }),
    );
    const { member } = open("settings");
    await member.click(await press("Confirm deletion"));
    expect(await screen.findByText("Community deletion confirmed")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Confirm/ })).toBeNull());
  });

  test("is not confirmed by an admin", async () => {
    world.community = bridges({ deletionStatus: pendingDeletion("2099-01-01T00:00:00Z") });
    open("settings");
    expect(await press("Cancel deletion")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Confirm deletion" })).toBeNull();
  });

  test("is immediate without other members", async () => {
    server.use(
      http.post(path, () =>
        HttpResponse.json({ communityId: "bridges", deleted: true, deletionStatus: NOT_PENDING }),
      ),
    );
    const { path: place } = await ask();
    expect(await screen.findByText("Community deleted successfully")).toBeDefined();
    await waitFor(() => expect(place()).toBe("/communities"));
  });

  test.each([
    [403, "deletion-admin-only", "Only community administrators can delete the community"],
    [500, "internal", "Failed to initiate community deletion"],
  ])("shows the server's message on refusal: %i %s", async (status, code, words) => {
    server.use(http.post(path, () => refusalResponse(status, code, words)));
    const { dialog } = await ask();
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  test.each([
    [403, "deletion-cancel-admin-only", "Only community administrators can cancel deletion"],
    [409, "deletion-not-pending", "No deletion request is pending"],
    [500, "internal", "Failed to cancel community deletion"],
  ])("shows the server's message if not cancelled: %i %s", async (status, code, words) => {
    world.community = bridges({ deletionStatus: pendingDeletion("2099-01-01T00:00:00Z") });
    server.use(http.delete(path, () => refusalResponse(status, code, words)));
    const { member } = open("settings");
    await member.click(await press("Cancel deletion"));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

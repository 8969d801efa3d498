import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import type { CommunityMember } from "@guildhall/web-kit/api/types.ts";
import { refusalResponse, reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { NOT_PENDING, person } from "@guildhall/web-kit/testing/factories.ts";
import { mockLayout } from "@guildhall/web-kit/testing/layout.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffRoutes } from "./routes.tsx";

servePages();

const bridges: StaffCommunity = {
  id: "0192f0c0aa7e7cc0b0d0000000000005",
  name: "Bridges",
  groupType: "community",
  visibility: "private",
  status: "active",
  pauseInfo: null,
  deletionStatus: NOT_PENDING,
  isDefaultCommunity: false,
  memberCount: 12,
  created: "2026-01-01T00:00:00Z",
  lastUpdated: "2026-11-20T10:00:00Z",
};
const me = buildMember({ isStaff: true });
const joinedAt = "2026-02-01T00:00:00Z";

type Wish = Pick<StaffCommunity, "isDefaultCommunity">;

let cached: StaffCommunity;
let members: CommunityMember[];
let requested: { path: string; body: unknown }[];

const base = `/api/staff/communities/${bridges.id}`;
const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

beforeEach(() => {
  mockLayout();
  [cached, requested] = [bridges, []];
  members = [
    { ...person("ada", "Ada Holm"), role: "admin", isFounder: false, joinedAt },
    { ...person("bob", "Bob Hale"), role: "member", isFounder: false, joinedAt },
    { ...person(me.id, "Sam Reed"), role: "member", isFounder: false, joinedAt },
  ];
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/staff/overview", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/communities/:id/history", () => page([])),
    http.get("/api/staff/communities", ({ request }) =>
      page(new URL(request.url).searchParams.get("q") === bridges.id ? [cached] : []),
    ),
    http.get(`/api/communities/${bridges.id}/members`, () => page(members)),
    http.put<never, Wish>(`${base}/default`, async ({ request }) => {
      const body = await request.json();
      requested.push({ path: "default", body });
      cached = { ...cached, ...body };
      return HttpResponse.json({ communityId: bridges.id, ...body });
    }),
  );
});

const open = (id = bridges.id) =>
  openPage(`/staff/communities/${id}`, ({ cache }) => staffRoutes(cache));

/** Answers a role change, after which the member has that role. */
const makes = (action: string, role: CommunityMember["role"]) =>
  http.post(`${base}/members/:userId/${action}`, async ({ request, params }) => {
    requested.push({ path: `${String(params.userId)}/${action}`, body: await request.json() });
    members = members.map((one) => (one.userId === params.userId ? { ...one, role } : one));
    return HttpResponse.json(members.find(({ userId }) => userId === params.userId));
  });

describe("the staff page of a community", () => {
  const openMenu = async (member: ReturnType<typeof open>["member"], name: string) =>
    member.click(await screen.findByRole("button", { name: `Role of ${name}` }));

  test("grants and revokes roles with a reason", async () => {
    server.use(makes("grant-trustee", "trustee"), makes("revoke-trustee", "member"));
    const { member } = open();
    const act = async (label: string, reason: string) => {
      await openMenu(member, "Bob Hale");
      await member.click(await screen.findByRole("menuitem", { name: label }));
      const dialog = await screen.findByRole("dialog", { name: `${label}: Bob Hale` });
      await member.click(within(dialog).getByRole("button", { name: label }));
      expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
      await member.type(within(dialog).getByLabelText("Reason"), reason);
      await member.click(within(dialog).getByRole("button", { name: label }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await act("Make a trustee", "Keeps order well");
    expect(await screen.findByText("Made a trustee")).toBeDefined();
    expect(await screen.findByText("Trustee")).toBeDefined();
    await act("Remove as trustee", "Asked to");
    expect(await screen.findByText("No longer a trustee")).toBeDefined();
    expect(requested).toEqual([
      { path: "bob/grant-trustee", body: { reason: "Keeps order well" } },
      { path: "bob/revoke-trustee", body: { reason: "Asked to" } },
    ]);
  });

  test("makes a member the founder, whose role has no such item", async () => {
    server.use(
      http.post(`${base}/members/:userId/make-founder`, async ({ request, params }) => {
        requested.push({
          path: `${String(params.userId)}/make-founder`,
          body: await request.json(),
        });
        members = members.map((one) =>
          one.userId === params.userId ? { ...one, role: "admin", isFounder: true } : one,
        );
        return HttpResponse.json(members.find(({ isFounder }) => isFounder));
      }),
    );
    const { member } = open();
    await openMenu(member, "Bob Hale");
    await member.click(await screen.findByRole("menuitem", { name: "Make the founder" }));
    const dialog = await screen.findByRole("dialog", { name: "Make the founder: Bob Hale" });
    await member.type(within(dialog).getByLabelText("Reason"), "Asked for");
    await member.click(within(dialog).getByRole("button", { name: "Make the founder" }));
    expect(await screen.findByText("Made the founder")).toBeDefined();
    expect(await screen.findByText("Founder")).toBeDefined();
    expect(requested).toEqual([{ path: "bob/make-founder", body: { reason: "Asked for" } }]);
    await openMenu(member, "Bob Hale");
    expect(await screen.findByRole("menuitem", { name: "Remove as admin" })).toBeDefined();
    expect(screen.queryByRole("menuitem", { name: "Make the founder" })).toBeNull();
  });

  test("refuses to revoke the last admin", async () => {
    const detail = "This is the last admin of the community. Grant another member first.";
    const lastAdmin = () => refusalResponse(409, "office-last-admin", detail);
    server.use(http.post(`${base}/members/ada/revoke-admin`, lastAdmin));
    const { member } = open();
    await openMenu(member, "Ada Holm");
    await member.click(await screen.findByRole("menuitem", { name: "Remove as admin" }));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Reason"), "Quarrels");
    await member.click(within(dialog).getByRole("button", { name: "Remove as admin" }));
    expect(await within(dialog).findByText(detail)).toBeDefined();
  });

  test("asks for step-up authentication before granting a role", async () => {
    const words = "Please confirm your password to continue.";
    const stale = () => refusalResponse(403, "proof-required", words);
    server.use(http.post(`${base}/members/bob/grant-admin`, stale));
    const { member } = open();
    await openMenu(member, "Bob Hale");
    await member.click(await screen.findByRole("menuitem", { name: "Make an admin" }));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Reason"), "Founded it");
    await member.click(within(dialog).getByRole("button", { name: "Make an admin" }));
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("offers no menu for the viewer's own role", async () => {
    open();
    await screen.findByText("Sam Reed");
    expect(screen.queryByRole("button", { name: "Role of Sam Reed" })).toBeNull();
  });

  test("makes it a default community and reverts it", async () => {
    const { member } = open();
    const turn = async (label: string) => {
      await member.click(await screen.findByRole("button", { name: label }));
      const dialog = await screen.findByRole("dialog");
      await member.click(within(dialog).getByRole("button", { name: label }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await turn("Make a default");
    expect(await screen.findByText("Made a default community")).toBeDefined();
    expect(await screen.findByText("Default")).toBeDefined();
    await turn("No longer a default");
    expect(await screen.findByText("No longer a default community")).toBeDefined();
    expect(requested.map(({ body }) => body)).toEqual([
      { isDefaultCommunity: true },
      { isDefaultCommunity: false },
    ]);
  });

  test("shows a failed change of the default", async () => {
    const failed = () => refusalResponse(500, "internal", "Failed to change default community");
    server.use(http.put(`${base}/default`, failed));
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Make a default" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Make a default" }));
    expect(await within(dialog).findByText("Failed to change default community")).toBeDefined();
  });

  test("reports an unknown community", async () => {
    open("0192f0c0aa7e7cc0b0d0000000000099");
    expect(await screen.findByText("Community not found")).toBeDefined();
  });
});

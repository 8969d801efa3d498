import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { NOT_PENDING } from "@guildhall/web-kit/testing/factories.ts";
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
const resting: StaffCommunity = {
  ...bridges,
  status: "paused",
  pauseInfo: { pausedUntil: null, pausedReason: "Quarrels" },
};

let cached: StaffCommunity;
let requested: { path: string; body: unknown }[];

const sets = (action: string, after: StaffCommunity) =>
  http.post(`/api/staff/communities/:id/${action}`, async ({ request }) => {
    requested.push({ path: new URL(request.url).pathname, body: await request.json() });
    cached = after;
    return HttpResponse.json(cached);
  });

beforeEach(() => {
  [cached, requested] = [bridges, []];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/communities", ({ request }) => {
      const q = new URL(request.url).searchParams.get("q") ?? "";
      const items = cached.name.toLowerCase().startsWith(q) ? [cached] : [];
      return HttpResponse.json({ items, nextCursor: null });
    }),
    sets("pause", resting),
    sets("unpause", bridges),
  );
});

const open = (path: string) => openPage(path, ({ cache }) => staffRoutes(cache));

describe("the staff list of communities", () => {
  test("shows all and searches while typing", async () => {
    const { member } = open("/staff/communities");
    const row = await screen.findByRole("row", { name: /Bridges/ });
    expect(row.textContent).toContain("Community · Private · 12 members");
    expect(within(row).getByText("Active")).toBeDefined();
    await member.type(screen.getByRole("searchbox", { name: "Find a community" }), "oak");
    expect(await screen.findByText("No communities found")).toBeDefined();
  });

  test("pauses and resumes communities with a reason", async () => {
    const { member } = open("/staff/communities");
    const act = async (label: string, reason: string) => {
      await member.click(await screen.findByRole("button", { name: `${label}: Bridges` }));
      const dialog = await screen.findByRole("dialog");
      await member.click(within(dialog).getByRole("button", { name: label }));
      expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
      await member.type(within(dialog).getByLabelText("Reason"), reason);
      await member.click(within(dialog).getByRole("button", { name: label }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await act("Pause", "Quarrels");
    expect(await screen.findByText("Community paused")).toBeDefined();
    const row = await screen.findByRole("row", { name: /Bridges/ });
    expect(within(row).getByText("Paused")).toBeDefined();
    expect(within(row).getByText("Quarrels")).toBeDefined();
    await act("Lift the pause", "They made up");
    expect(await screen.findByText("Pause lifted")).toBeDefined();
    const path = `/api/staff/communities/${bridges.id}`;
    expect(requested).toEqual([
      { path: `${path}/pause`, body: { pausedUntil: null, reason: "Quarrels" } },
      { path: `${path}/unpause`, body: { reason: "They made up" } },
    ]);
  });

  test("can be reloaded after a failure", async () => {
    const detail = "Failed to load community details";
    const body = { status: 500, code: "internal", detail, title: "internal", type: "about:blank" };
    server.use(http.get("/api/staff/communities", () => HttpResponse.json(body, { status: 500 })));
    open("/staff/communities");
    expect(await screen.findByText(detail)).toBeDefined();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeDefined();
  });
});

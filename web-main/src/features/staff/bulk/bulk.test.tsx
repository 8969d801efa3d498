import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview, buildStaffUser } from "../../../testing/staff.ts";
import { staffRoutes } from "../routes.tsx";
import { outcomeSummary } from "./bulk-action.ts";
import { runBulk } from "./queries.ts";
import { useSelection } from "./use-selection.ts";

servePages();

const bob = buildStaffUser();
const ida = buildStaffUser({ id: "ida", firstName: "Ida", lastName: "Holm", email: "ida@x.test" });

let requested: { path: string; body: unknown }[];

const done = (id: string) => ({ id, ok: true, status: 200, code: null, detail: null });
const refused = (id: string, detail: string) => ({ id, ok: false, status: 403, code: "x", detail });

const answer = (list: string, outcomes: unknown[]) =>
  http.post(`/api/staff/${list}/bulk`, async ({ request }) => {
    requested.push({ path: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json({ outcomes });
  });

beforeEach(() => {
  requested = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(buildStaffOverview())),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/users", () => HttpResponse.json({ items: [bob, ida], nextCursor: null })),
  );
});

const open = (path: string) => openPage(path, ({ cache }) => staffRoutes(cache));
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

describe("several users", () => {
  test("are selected, and each has an outcome", async () => {
    server.use(
      answer("users", [done(bob.id), refused(ida.id, "Only administrators act on staff.")]),
    );
    const { member } = open("/staff/users?q=o");
    await member.click(await box("Select Bob Hale"));
    expect((await box("Select all on this page")).indeterminate).toBe(true);
    await member.click(await box("Select all on this page"));
    expect((await box("Select Ida Holm")).checked).toBe(true);
    const bar = screen.getByRole("group", { name: "Actions on the selected rows" });
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain("2 selected");
    await member.click(within(bar).getByRole("button", { name: "Suspend" }));
    const dialog = await screen.findByRole("dialog", { name: "Suspend 2 accounts" });
    expect(within(dialog).getByRole("list", { name: "Selected" }).textContent).toBe(
      "Bob HaleIda Holm",
    );
    await member.click(within(dialog).getByRole("button", { name: "Suspend" }));
    expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Reason"), "Sold forged papers");
    await member.click(within(dialog).getByRole("button", { name: "Suspend" }));
    const outcomes = await screen.findByRole("list", { name: "Outcomes" });
    expect(
      within(outcomes)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["Bob HaleDone", "Ida HolmOnly administrators act on staff."]);
    expect(screen.getByText("1 done, 1 failed.")).toBeDefined();
    expect(requested).toEqual([
      {
        path: "/api/staff/users/bulk",
        body: { ids: [bob.id, ida.id], action: "suspend", reason: "Sold forged papers" },
      },
    ]);
    await member.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() =>
      expect(screen.queryByRole("group", { name: "Actions on the selected rows" })).toBeNull(),
    );
  });

  test("stay selected if the request fails", async () => {
    server.use(
      http.post("/api/staff/users/bulk", () =>
        HttpResponse.json({ status: 500, code: "x", detail: "No answer" }, { status: 500 }),
      ),
    );
    const { member } = open("/staff/users?q=o");
    await member.click(await box("Select Bob Hale"));
    await member.click(screen.getByRole("button", { name: "Sign out everywhere" }));
    const dialog = await screen.findByRole("dialog", { name: "Sign 1 account out everywhere" });
    await member.type(within(dialog).getByLabelText("Reason"), "A lost list");
    await member.click(within(dialog).getByRole("button", { name: "Sign out everywhere" }));
    expect(await within(dialog).findByText("No answer")).toBeDefined();
    await member.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect((await box("Select Bob Hale")).checked).toBe(true);
  });

  test("cannot be selected without the permission to moderate", async () => {
    server.use(
      http.get("/api/me", () =>
        HttpResponse.json(
          buildMember({ isStaff: true, staffPermissions: ["staffPortal", "accounts"] }),
        ),
      ),
    );
    open("/staff/users?q=o");
    expect(await screen.findByRole("link", { name: "Bob Hale" })).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

test("only active invite codes can be selected and deactivated", async () => {
  const code = {
    id: "c1",
    code: "WELCOME1",
    isActive: true,
    maxUses: 5,
    usageCount: 2,
    expiresAt: null,
    lastUsedAt: null,
    autoInviteToAffiliation: null,
    atPortals: false,
    createdBy: null,
    createdAt: "2026-11-01T10:00:00Z",
  };
  server.use(
    http.get("/api/staff/invite-codes", () =>
      HttpResponse.json({
        items: [code, { ...code, id: "c2", code: "SPENT001", isActive: false }],
        nextCursor: null,
      }),
    ),
    answer("invite-codes", [done("c1")]),
  );
  const { member } = open("/staff/invite-codes");
  expect(await screen.findByText("SPENT001")).toBeDefined();
  expect(screen.queryByRole("checkbox", { name: "Select SPENT001" })).toBeNull();
  await member.click(await box("Select all on this page"));
  const bar = screen.getByRole("group", { name: "Actions on the selected rows" });
  await member.click(within(bar).getByRole("button", { name: "Deactivate" }));
  const dialog = await screen.findByRole("dialog", { name: "Deactivate 1 invite code" });
  await member.type(within(dialog).getByLabelText("Reason"), "Published by mistake");
  await member.click(within(dialog).getByRole("button", { name: "Deactivate" }));
  expect(await screen.findByText("All 1 done.")).toBeDefined();
  expect(requested[0]?.body).toEqual({
    ids: ["c1"],
    action: "deactivate",
    reason: "Published by mistake",
  });
});

describe("a selection", () => {
  test("drops rows that leave the list", () => {
    const { result, rerender } = renderHook(({ ids }) => useSelection(ids), {
      initialProps: { ids: ["a", "b", "c"] },
    });
    act(() => result.current.toggleAll());
    expect(result.current.chosen).toEqual(["a", "b", "c"]);
    rerender({ ids: ["b"] });
    expect(result.current.chosen).toEqual(["b"]);
    expect(result.current.isAll).toBe(true);
    act(() => result.current.toggleAll());
    expect(result.current.chosen).toEqual([]);
  });

  test("of more than 100 rows takes several requests", async () => {
    server.use(answer("users", [done("a")]));
    const ids = Array.from({ length: 101 }, (_, place) => String(place));
    expect(await runBulk("users", "lift", ids, "")).toHaveLength(2);
    expect(requested).toHaveLength(2);
  });
});

test("the summary counts the outcomes", () => {
  expect(outcomeSummary([done("a"), done("b")])).toBe("All 2 done.");
  expect(outcomeSummary([refused("a", "No")])).toBe("None of 1 done.");
});

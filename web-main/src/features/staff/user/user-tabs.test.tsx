import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffNote, StaffSession } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { loadPage } from "@guildhall/web-kit/shell/load-page.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview, buildStaffUser } from "../../../testing/staff.ts";
import { staffRoutes } from "../routes.tsx";
import { groupActions } from "./action-texts.ts";

vi.mock("@guildhall/web-kit/shell/load-page.ts", () => ({ loadPage: vi.fn() }));

servePages();

const SESSION: StaffSession = {
  id: "s1",
  kind: "portal",
  host: "ashcombe.guildhall.example",
  browser: "Firefox on Linux",
  network: "192.0.2.0/24",
  createdAt: "2026-11-20T10:00:00Z",
  lastSeenAt: "2026-11-29T10:00:00Z",
  expiresAt: "2026-12-20T10:00:00Z",
};

const NOTE: StaffNote = {
  id: "n1",
  text: "Asked twice for a refund.",
  authorId: "a1",
  authorName: "Owen Pritchard",
  isOwn: true,
  createdAt: "2026-11-20T10:00:00Z",
};

let user: StaffUser;
let requested: { method: string; path: string; body: unknown }[];

async function record(request: Request): Promise<void> {
  const { pathname } = new URL(request.url);
  const text = await request.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  requested.push({ method: request.method, path: pathname, body });
}

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

beforeEach(() => {
  user = buildStaffUser();
  requested = [];
  vi.mocked(loadPage).mockClear();
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(buildStaffOverview())),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/users/:id", () => HttpResponse.json(user)),
  );
});

const open = (tab: string) =>
  openPage(`/staff/users/${user.id}${tab}`, ({ cache }) => staffRoutes(cache));

describe("the data of an account", () => {
  test.each([
    [null, /^Sent$/],
    ["bounced", /^Not sent: an email bounced/],
    ["complained", /^Not sent: marked as spam/],
  ] as const)("says whether notifications are emailed: %s", async (reason, text) => {
    const since = "2026-11-20T10:00:00Z";
    user = buildStaffUser({ emailStatus: reason === null ? null : { reason, since } });
    open("");
    const label = await screen.findByText("Notification emails");
    expect(label.nextElementSibling?.textContent).toMatch(text);
  });
});

describe("the actions", () => {
  test("are grouped, with the dangerous ones last", async () => {
    open("");
    const section = await screen.findByRole("region", { name: "Actions" });
    const groups = within(section).getAllByRole("group");
    expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual([
      "Access",
      "Security",
      "Tier",
      "Staff role",
      "Dangerous",
    ]);
    expect(
      within(groups.at(-1) ?? section)
        .getAllByRole("button")
        .map((button) => button.textContent),
    ).toEqual(["Suspend", "Ban"]);
  });

  test("omit groups that the server does not allow", () => {
    const [first] = user.actions;
    expect(groupActions(first === undefined ? [] : [first]).map(({ group }) => group)).toEqual([
      "access",
    ]);
  });

  test("say so if the role allows none", async () => {
    user = buildStaffUser({ isStaff: true, staffRole: "administrator", actions: [] });
    open("");
    expect(
      await screen.findByText("Your staff role allows no actions on this account."),
    ).toBeDefined();
  });

  test("view as member asks for a reason and loads the site again", async () => {
    server.use(
      http.post("/api/staff/users/:id/view-as", async ({ request }) => {
        await record(request);
        return HttpResponse.json({
          staffId: "a",
          userId: user.id,
          endsAt: "2026-11-30T10:15:00Z",
        });
      }),
    );
    const { member } = open("");
    await member.click(await screen.findByRole("button", { name: "View as member" }));
    const dialog = await screen.findByRole("dialog", {
      name: "View Guildhall as Bob Hale (@bobhale)",
    });
    await member.click(within(dialog).getByRole("button", { name: "View as member" }));
    expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Reason"), "Ticket 4F2A91");
    await member.click(within(dialog).getByRole("button", { name: "View as member" }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith("/"));
    expect(requested[0]?.body).toEqual({ reason: "Ticket 4F2A91" });
  });
});

describe("the sessions", () => {
  test("are listed, and one is ended with a reason", async () => {
    let sessions = [SESSION];
    server.use(
      http.get("/api/staff/users/:id/sessions", () => page(sessions)),
      http.delete("/api/staff/users/:id/sessions/:session", async ({ request }) => {
        await record(request);
        sessions = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/sessions");
    await member.click(
      await screen.findByRole("button", {
        name: "End the session in Firefox on Linux on ashcombe.guildhall.example",
      }),
    );
    const dialog = await screen.findByRole("dialog", {
      name: "End a session of Bob Hale (@bobhale)",
    });
    await member.type(within(dialog).getByLabelText("Reason"), "A lost phone");
    await member.click(within(dialog).getByRole("button", { name: "End session" }));
    expect(await screen.findByText("No sessions")).toBeDefined();
    expect(requested).toEqual([
      {
        method: "DELETE",
        path: `/api/staff/users/${user.id}/sessions/s1`,
        body: { reason: "A lost phone" },
      },
    ]);
  });

  test("the viewer's own cannot be ended here", async () => {
    user = buildStaffUser({ id: buildMember().id });
    server.use(http.get("/api/staff/users/:id/sessions", () => page([SESSION])));
    open("/sessions");
    expect(await screen.findByText("Firefox on Linux")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^End/ })).toBeNull();
  });

  test("a failed list can be retried", async () => {
    server.use(
      http.get("/api/staff/users/:id/sessions", () =>
        HttpResponse.json({ status: 500, code: "x", detail: "No answer" }, { status: 500 }),
      ),
    );
    open("/sessions");
    expect(await screen.findByText("No answer")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeDefined();
  });
});

test("the content is listed by kind, with links", async () => {
  server.use(
    http.get("/api/staff/users/:id/content", ({ request }) =>
      page(
        new URL(request.url).searchParams.get("kind") === "threads"
          ? [
              {
                kind: "threads",
                id: "t1",
                title: "Which gauge?",
                excerpt: "Standard or broad",
                communityId: "c1",
                communityName: "Rail",
                path: "/communities/c1/threads/t1",
                createdAt: "2026-11-20T10:00:00Z",
              },
            ]
          : [],
      ),
    ),
  );
  const { member } = open("/content");
  expect(await screen.findByText("No posts")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Threads" }));
  const link = await screen.findByRole("link", { name: "Which gauge?" });
  expect(link.getAttribute("href")).toBe("/communities/c1/threads/t1");
});

test("the tickets of the person open in the support desk", async () => {
  let query = "";
  server.use(
    http.get("/api/staff/support/tickets", ({ request }) => {
      query = new URL(request.url).searchParams.get("userId") ?? "";
      return page([
        {
          id: "t1",
          listId: "4F2A91",
          title: "Cannot sign in",
          status: "in_progress",
          assignedToName: null,
          createdAt: "2026-11-20T10:00:00Z",
        },
      ]);
    }),
  );
  open("/tickets");
  const link = await screen.findByRole("link", { name: "Cannot sign in" });
  expect(link.getAttribute("href")).toBe("/live-support/tickets/t1");
  expect(screen.getByText("In progress")).toBeDefined();
  expect(query).toBe(user.id);
});

describe("the notes", () => {
  test("are added, and the viewer's own are deleted after a confirmation", async () => {
    let notes: StaffNote[] = [];
    server.use(
      http.get("/api/staff/users/:id/notes", () => page(notes)),
      http.post("/api/staff/users/:id/notes", async ({ request }) => {
        await record(request);
        notes = [NOTE];
        return HttpResponse.json(NOTE, { status: 201 });
      }),
      http.delete("/api/staff/users/:id/notes/n1", async ({ request }) => {
        await record(request);
        notes = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/notes");
    expect(await screen.findByText("No notes yet.")).toBeDefined();
    await member.type(screen.getByLabelText("New note"), NOTE.text);
    await member.click(screen.getByRole("button", { name: "Add note" }));
    const list = await screen.findByRole("list", { name: "Notes" });
    expect(within(list).getByText(NOTE.text)).toBeDefined();
    expect(requested[0]?.body).toEqual({ text: NOTE.text });
    await member.click(within(list).getByRole("button", { name: "Delete note" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Delete the note about Bob Hale (@bobhale)",
    });
    await member.click(within(dialog).getByRole("button", { name: "Delete note" }));
    expect(await screen.findByText("No notes yet.")).toBeDefined();
  });

  test("of others cannot be deleted", async () => {
    server.use(
      http.get("/api/staff/users/:id/notes", () =>
        page([{ ...NOTE, isOwn: false, authorName: null }]),
      ),
    );
    open("/notes");
    expect(await screen.findByText(/Former member/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Delete note" })).toBeNull();
  });
});

test("a tab that the role does not include redirects to the overview", async () => {
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(
        buildMember({ isStaff: true, staffPermissions: ["staffPortal", "accounts", "support"] }),
      ),
    ),
  );
  const { path } = open("/content");
  expect(await screen.findByText("User ID")).toBeDefined();
  expect(path()).toBe(`/staff/users/${user.id}`);
  const tabs = screen.getByRole("navigation", { name: "Sections of this account" });
  expect(
    within(tabs)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Overview", "Sessions", "Tickets", "Notes", "History"]);
});

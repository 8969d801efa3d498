import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { codeState } from "@guildhall/web-kit/api/code-state.ts";
import type {
  AuditEntry,
  InviteCode,
  SetupChecklist,
  WaitlistEntry,
} from "@guildhall/web-kit/api/staff-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview, buildStaffUser } from "../../testing/staff.ts";
import { changedValues } from "./audit/audit-table.tsx";
import { staffRoutes } from "./routes.tsx";
import { isSectionPath, staffGroups } from "./sections.ts";

servePages();

const overview = buildStaffOverview();

const setUp: SetupChecklist = {
  complete: true,
  steps: [],
  unpublishedDocuments: [],
  shippedDocuments: [],
  staffWithoutSecondFactor: 0,
  testEmail: null,
};

const user = buildStaffUser();

const entry: WaitlistEntry = {
  id: "0192f0c0aa7e7cc0b0d0000000000003",
  entryId: "anna_example_org",
  email: "anna@example.org",
  fullName: "Anna Berg",
  howDidYouHear: "Other: a podcast",
  verifiedCircles: ["alumni"],
  organizations: "Ashcombe College",
  verificationMethods: [],
  whatInterested: null,
  helpCreate: null,
  location: null,
  onboardingConversation: null,
  status: "pending",
  userAgent: null,
  submissionCount: 1,
  submittedAt: "2026-11-20T10:00:00Z",
  decidedAt: null,
  decidedBy: null,
  decisionReason: null,
  inviteCodeId: null,
};

const code: InviteCode = {
  id: "0192f0c0aa7e7cc0b0d0000000000004",
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

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const refused = (status: number, name: string, detail: string) =>
  HttpResponse.json({ status, code: name, detail, title: name, type: "about:blank" }, { status });

let requested: { path: string; body: unknown }[] = [];

const takes = (method: "post" | "put", path: string, answer: object, status = 200) =>
  http[method](path, async ({ request }) => {
    requested.push({ path: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json({ ...answer }, { status });
  });

beforeEach(() => {
  requested = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(overview)),
    http.get("/api/staff/setup", () => HttpResponse.json(setUp)),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/users", ({ request }) =>
      page(new URL(request.url).searchParams.get("q") === "bob" ? [user] : []),
    ),
    http.get("/api/staff/users/:id", () => HttpResponse.json(user)),
    http.get("/api/staff/audit", () => page([])),
    http.get("/api/staff/waitlist", () => page([entry])),
    http.get("/api/staff/invite-codes", () => page([code])),
    http.get("/api/affiliations", () => page([])),
  );
});

const open = (path: string) =>
  openPage(path, ({ cache }) => [{ path: "/", element: <p>Home</p> }, ...staffRoutes(cache)]);

describe("the frame", () => {
  test("shows the figures, and pending counts next to the sections", async () => {
    open("/staff");
    expect(await screen.findByText("1,204")).toBeDefined();
    const nav = screen.getAllByRole("navigation", { name: "Staff sections" })[0];
    expect(nav && within(nav).getByRole("link", { name: /Waitlist.*34/ })).toBeDefined();
  });

  test("redirects members who are not staff", async () => {
    server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
    const { path } = open("/staff/users");
    expect(await screen.findByText("Home")).toBeDefined();
    expect(path()).toBe("/");
  });

  test("a failed section can be retried", async () => {
    server.use(
      http.get("/api/staff/waitlist", () => refused(503, "storage-away", "Away for a moment")),
    );
    const { member } = open("/staff/waitlist");
    expect(await screen.findByText("Away for a moment")).toBeDefined();
    server.use(http.get("/api/staff/waitlist", () => page([entry])));
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Anna Berg")).toBeDefined();
  });
});

describe("users", () => {
  test("are found while typing", async () => {
    const { member } = open("/staff/users");
    await member.type(await screen.findByRole("searchbox", { name: "Find a user" }), "bob");
    expect(await screen.findByRole("link", { name: "Bob Hale" })).toBeDefined();
  });

  test("can only be banned with a reason", async () => {
    server.use(takes("post", "/api/staff/users/:id/ban", { ...user, status: "banned" }));
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: "Ban" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Ban" }));
    expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Reason"), "Sold forged papers");
    await member.click(within(dialog).getByRole("button", { name: "Ban" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(requested[0]?.body).toEqual({ reason: "Sold forged papers" });
    expect(await screen.findByText("Account banned")).toBeDefined();
  });

  test.each([
    ["Ban", "Ban"],
    ["Suspend", "Suspend"],
    ["Pause", "Pause"],
    ["Change tier", "Change the tier of"],
    ["Sign out everywhere", "Sign"],
    ["Give a staff role", "Give"],
    ["View as member", "View Guildhall as"],
    ["Mark unverified", "Mark"],
    ["Reset legal acknowledgements", "Reset the legal acknowledgements of"],
  ])("are named in the dialog of %s", async (action, words) => {
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: action }));
    const dialog = await screen.findByRole("dialog");
    const title = within(dialog).getByRole("heading").textContent ?? "";
    expect(title.startsWith(`${words} Bob Hale (`)).toBe(true);
  });

  test("must choose a new password, once, with a reason", async () => {
    let now = user;
    server.use(
      http.get("/api/staff/users/:id", () => HttpResponse.json(now)),
      http.post("/api/staff/users/:id/require-reset", async ({ request }) => {
        requested.push({ path: new URL(request.url).pathname, body: await request.json() });
        const actions = user.actions.filter(({ action }) => action !== "require-reset");
        now = { ...user, passwordResetRequired: true, sessions: 0, actions };
        return HttpResponse.json(now);
      }),
    );
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: "Require a new password" }));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Reason"), "Seen in a list of stolen ones");
    await member.click(within(dialog).getByRole("button", { name: "Require a new password" }));
    expect(await screen.findByText("A new one is required")).toBeDefined();
    expect(requested[0]?.body).toEqual({ reason: "Seen in a list of stolen ones" });
    expect(screen.queryByRole("button", { name: "Require a new password" })).toBeNull();
  });

  test("are required to have a second factor, and released", async () => {
    let now = user;
    const sets = (action: string, secondFactorRequired: boolean) =>
      http.post(`/api/staff/users/:id/${action}`, async ({ request }) => {
        requested.push({ path: new URL(request.url).pathname, body: await request.json() });
        const actions = user.actions.map((one) =>
          secondFactorRequired && one.action === "require-mfa"
            ? { ...one, action: "waive-mfa" as const }
            : one,
        );
        now = { ...user, secondFactorRequired, actions };
        return HttpResponse.json(now);
      });
    server.use(
      http.get("/api/staff/users/:id", () => HttpResponse.json(now)),
      sets("require-mfa", true),
      sets("waive-mfa", false),
    );
    const { member } = open(`/staff/users/${user.id}`);
    const act = async (label: string, reason: string) => {
      await member.click(await screen.findByRole("button", { name: label }));
      const dialog = await screen.findByRole("dialog");
      await member.type(within(dialog).getByLabelText("Reason"), reason);
      await member.click(within(dialog).getByRole("button", { name: label }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    expect(await screen.findByText("None")).toBeDefined();
    await act("Require a second factor", "Holds the keys");
    expect(await screen.findByText("None, required")).toBeDefined();
    await act("No longer require a second factor", "Holds them no more");
    expect(await screen.findByText("None")).toBeDefined();
    expect(requested.map(({ body }) => body)).toEqual([
      { reason: "Holds the keys" },
      { reason: "Holds them no more" },
    ]);
  });

  test("a refusal shows the server's message", async () => {
    server.use(
      http.post("/api/staff/users/:id/sign-out", () =>
        refused(403, "staff-oneself", "You cannot do this to your own account."),
      ),
    );
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Sign out everywhere" }));
    expect(await screen.findByText("You cannot do this to your own account.")).toBeDefined();
  });

  test("are given a staff role with a reason", async () => {
    server.use(
      takes("put", "/api/staff/users/:id/role", { ...user, isStaff: true, staffRole: "support" }),
    );
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: "Give a staff role" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Give Bob Hale (@bobhale) a staff role",
    });
    await member.click(within(dialog).getByRole("radio", { name: /Support/ }));
    await member.click(within(dialog).getByRole("button", { name: "Give role" }));
    expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Reason"), "Joins the desk");
    await member.click(within(dialog).getByRole("button", { name: "Give role" }));
    expect(await screen.findByText("Staff role changed")).toBeDefined();
    expect(requested).toEqual([
      {
        path: `/api/staff/users/${user.id}/role`,
        body: { role: "support", reason: "Joins the desk" },
      },
    ]);
  });

  test.each([
    ["staff-last-administrator", 409, "The last administrator cannot be removed."],
    ["staff-grant-by-staff", 403, "Only staff members can grant staff status"],
  ])("shows the refusal %s of a role change", async (problem, status, words) => {
    server.use(
      http.put("/api/staff/users/:id/role", () => refused(status, problem, words)),
      http.get("/api/staff/users/:id", () =>
        HttpResponse.json({ ...user, isStaff: true, staffRole: "administrator" }),
      ),
    );
    const { member } = open(`/staff/users/${user.id}`);
    await member.click(await screen.findByRole("button", { name: "Change staff role" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("radio", { name: /Administrator \(now\)/ })).toBeDefined();
    await member.type(within(dialog).getByLabelText("Reason"), "A friend");
    await member.click(within(dialog).getByRole("button", { name: "Change role" }));
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  test("the viewer's own account has no actions", async () => {
    const me = buildMember({ isStaff: true });
    server.use(http.get("/api/staff/users/:id", () => HttpResponse.json({ ...user, id: me.id })));
    open(`/staff/users/${me.id}`);
    expect(await screen.findByText(/This is your own account/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Ban" })).toBeNull();
  });
});

test("invites a waitlist entry", async () => {
  server.use(takes("post", "/api/staff/waitlist/:id/invite", { ...entry, status: "invited" }));
  const { member } = open("/staff/waitlist");
  await member.click(await screen.findByRole("button", { name: "Anna Berg" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Other: a podcast")).toBeDefined();
  await member.click(within(dialog).getByRole("button", { name: "Send invitation" }));
  expect(await screen.findByText("Invitation sent to anna@example.org")).toBeDefined();
  expect(requested[0]?.path).toBe(`/api/staff/waitlist/${entry.id}/invite`);
});

test("the entry that the address names is loaded and has the focus", async () => {
  const older = { ...entry, id: "older", fullName: "Ida Holm" };
  server.use(
    http.get("/api/staff/waitlist", ({ request }) => {
      const isFirst = new URL(request.url).searchParams.get("cursor") === null;
      return HttpResponse.json(
        isFirst ? { items: [entry], nextCursor: "2" } : { items: [older], nextCursor: null },
      );
    }),
  );
  open("/staff/waitlist?entry=older");
  const row = await screen.findByRole("row", { name: /Ida Holm/ });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test("creates a code, and shows an error at its field", async () => {
  const { member } = open("/staff/invite-codes");
  await member.click(await screen.findByRole("button", { name: "New code" }));
  const words = "This invite code already exists.";
  server.use(
    http.post("/api/staff/invite-codes", () =>
      HttpResponse.json(
        {
          status: 409,
          code: "x",
          detail: words,
          errors: [{ field: "code", code: "x", message: words }],
        },
        { status: 409 },
      ),
    ),
  );
  const dialog = await screen.findByRole("dialog");
  await member.type(within(dialog).getByLabelText("Code"), "welcome1");
  await member.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await within(dialog).findByText(words)).toBeDefined();
  server.use(takes("post", "/api/staff/invite-codes", { ...code, code: "WELCOME2" }, 201));
  await member.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await screen.findByText("Invite code WELCOME2 created")).toBeDefined();
});

test("a code may be valid on portals only if it invites to no affiliation", async () => {
  const { member } = open("/staff/invite-codes");
  await member.click(await screen.findByRole("button", { name: "New code" }));
  const dialog = await screen.findByRole("dialog");
  const consent = () => within(dialog).getByRole("checkbox", { name: /Also valid on portals/ });
  await member.click(consent());
  const made = { ...code, code: "ANYDOOR1", atPortals: true };
  server.use(takes("post", "/api/staff/invite-codes", made, 201));
  await member.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await screen.findByText("Invite code ANYDOOR1 created")).toBeDefined();
  expect(requested.at(-1)?.body).toMatchObject({ atPortals: true, autoInviteToAffiliation: null });
});

describe("the editor", () => {
  const document = {
    id: "terms-of-service",
    key: "terms-of-service",
    title: "Terms of Service",
    content: "Be kind.",
    html: "<p>Be kind.</p>",
    lastUpdated: "2026-09-01T00:00:00Z",
    version: 3,
    effectiveDate: null,
    addition: null,
  };

  beforeEach(() => {
    server.use(
      http.get("/api/legal/:key", () => HttpResponse.json(document)),
      http.post("/api/staff/legal/preview", () =>
        HttpResponse.json({ html: "<p>As the server draws it</p>", effectiveDate: null }),
      ),
    );
  });

  test("shows the server's rendering, and the changes before publication", async () => {
    server.use(takes("put", "/api/legal/:key", { ...document, version: 4, content: "Be kinder." }));
    const { member } = open("/staff/legal/terms-of-service");
    expect(await screen.findByText("As the server draws it")).toBeDefined();
    const box = screen.getByLabelText("Text, in markdown");
    await member.clear(box);
    await member.type(box, "Be kinder.");
    await member.click(screen.getByRole("button", { name: "Publish version 4" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Be kind.")).toBeDefined();
    await member.click(within(dialog).getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Version 4 published")).toBeDefined();
    expect(requested.at(-1)?.body).toMatchObject({ baseVersion: 3, effectiveDate: null });
  });

  test("marks a placeholder in the list and the editor until it is published", async () => {
    const shipped = { ...document, version: 1, isPlaceholder: true };
    server.use(
      http.get("/api/legal/:key", () => HttpResponse.json(shipped)),
      takes("put", "/api/legal/:key", { ...document, version: 2 }),
    );
    const { member } = open("/staff/legal");
    expect(await screen.findAllByText("Placeholder")).toHaveLength(3);
    await member.click(screen.getByRole("link", { name: /^Terms of Service/ }));
    expect(await screen.findByText(/only staff see it/)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Publish version 2" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Version 2 published")).toBeDefined();
    expect(screen.queryByText(/only staff see it/)).toBeNull();
  });

  test("shows another user's version next to the draft, adopted on request", async () => {
    const words =
      "Someone else has published version 4 in the meantime. Compare before you publish.";
    const { member } = open("/staff/legal/terms-of-service");
    await screen.findByText("As the server draws it");
    server.use(
      http.put("/api/legal/:key", () => refused(409, "document-changed", words)),
      http.get("/api/legal/:key", () =>
        HttpResponse.json({ ...document, version: 4, content: "Theirs." }),
      ),
    );
    await member.click(screen.getByRole("button", { name: "Publish version 4" }));
    const dialog = await screen.findByRole("dialog");
    await member.click(within(dialog).getByRole("button", { name: "Publish" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText("Theirs.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Continue from version 4" }));
    expect(await screen.findByRole("button", { name: "Publish version 5" })).toBeDefined();
  });
});

test("a code shows why it cannot be used", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  expect(codeState(code, now).label).toBe("Active");
  expect(codeState({ ...code, isActive: false }, now).label).toBe("Deactivated");
  expect(codeState({ ...code, expiresAt: "2026-11-20T00:00:00Z" }, now).label).toBe("Expired");
  expect(codeState({ ...code, usageCount: 5 }, now).label).toBe("Used up");
});

test("the audit log shows only differences", () => {
  const before: AuditEntry["before"] = { status: null, isStaff: false };
  const changes = changedValues(before, { status: "banned", isStaff: false });
  expect(changes).toEqual(["status: – → banned"]);
});

test("every staff page marks its section in the navigation", () => {
  const paths = staffRoutes(new QueryClient())[0]?.children?.map(({ path }) => path ?? "") ?? [];
  const sections = staffGroups.flatMap((group) => group.sections);
  const support = ["/live-support", "/live-support/tickets/t1", "/live-support/chats/c1"];
  for (const path of [...paths.map((part) => `/staff/${part}`), ...support, "/support-team"]) {
    const marked = sections.filter((section) => isSectionPath(section, path));
    expect(marked, path).toHaveLength(1);
  }
});

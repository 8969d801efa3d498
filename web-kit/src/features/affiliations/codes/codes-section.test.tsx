import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { InviteCode } from "../../../api/staff-types.ts";
import type { Affiliation } from "../../../api/types.ts";
import { openPage, server, servePages } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { CodesSection } from "./codes-section.tsx";

servePages();

const affiliation: Affiliation = {
  id: "0192f0c0aa7e7cc0b0d0000000000021",
  name: "Rowan Street Growers",
  shortName: "RSG",
  ownShortName: null,
  description: "Beds and tools in common.",
  tagline: null,
  logo: null,
  website: null,
  urlPath: null,
  memberCount: 12,
  isPrivate: false,
  isPaused: false,
  verified: true,
  createdAt: "2026-01-01T10:00:00Z",
  subdomainConfig: null,
  banner: null,
  communities: [],
  viewer: {
    isMember: true,
    isAdmin: true,
    isCreator: true,
    isPublic: true,
    requestPending: false,
    mayApply: false,
    runsPortal: false,
    role: "admin",
    permissions: [],
    handoverOffered: false,
  },
};

const code: InviteCode = {
  id: "0192f0c0aa7e7cc0b0d0000000000022",
  code: "SPADE-2026",
  isActive: true,
  maxUses: 5,
  usageCount: 2,
  expiresAt: null,
  lastUsedAt: "2026-11-20T10:00:00Z",
  autoInviteToAffiliation: null,
  atPortals: false,
  createdBy: null,
  createdAt: "2026-11-01T10:00:00Z",
};

const CODES = `/api/affiliations/${affiliation.id}/invite-codes`;
const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

let codes: InviteCode[] = [];
let sent: unknown[] = [];

beforeEach(() => {
  codes = [code];
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get(CODES, () => page(codes)),
  );
});

const open = () =>
  openPage("/", () => [{ index: true, element: <CodesSection affiliation={affiliation} /> }]);

test("shows the creator each code with its usage and users", async () => {
  const use = {
    id: "one",
    userId: "two",
    userEmail: "nora@example.org",
    displayName: "Nora Lindqvist",
    usedAt: "2026-11-20T10:00:00Z",
  };
  server.use(http.get(`${CODES}/${code.id}/usage`, () => page([use])));
  const { member } = open();
  const section = within(await screen.findByRole("region", { name: "Invite codes" }));
  expect(await section.findByText("SPADE-2026")).toBeDefined();
  expect(section.getByText("Active")).toBeDefined();
  const used = section.getByRole("button", { name: /Who used SPADE-2026$/ });
  expect(used.textContent).toBe("Used 2 of 5");
  await member.click(used);
  expect(
    await within(await screen.findByRole("dialog")).findByText("Nora Lindqvist"),
  ).toBeDefined();
});

test("creates a code, and shows an error at its field", async () => {
  let answer = () =>
    HttpResponse.json(
      {
        status: 409,
        code: "invite-code-taken",
        detail: "This invite code already exists.",
        errors: [{ field: "code", code: "taken", message: "This invite code already exists." }],
      },
      { status: 409 },
    );
  server.use(
    http.post(CODES, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "New code" }));
  const dialog = within(await screen.findByRole("dialog"));
  await member.type(dialog.getByLabelText("Code"), "trowel-26");
  await member.type(dialog.getByLabelText("Maximum uses"), "3");
  await member.click(dialog.getByRole("button", { name: "Create" }));
  expect(await dialog.findByText("This invite code already exists.")).toBeDefined();

  const made = { ...code, id: "three", code: "TROWEL-26", maxUses: 3, usageCount: 0 };
  answer = () => {
    codes = [made, code];
    return HttpResponse.json(made, { status: 201 });
  };
  await member.click(dialog.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("Invite code TROWEL-26 created")).toBeDefined();
  expect(await screen.findByRole("button", { name: /Who used TROWEL-26$/ })).toBeDefined();
  expect(sent[1]).toEqual({
    code: "trowel-26",
    maxUses: 3,
    expiresAt: null,
    customMessage: null,
  });
});

test("deactivates a code permanently", async () => {
  server.use(
    http.post(`${CODES}/${code.id}/deactivate`, () => {
      codes = [{ ...code, isActive: false }];
      return HttpResponse.json(codes[0] ?? null);
    }),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Deactivate SPADE-2026" }));
  expect(await screen.findByText("Deactivated")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Deactivate SPADE-2026" })).toBeNull();
});

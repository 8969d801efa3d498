import { http, HttpResponse } from "msw";
import type {
  AffiliationAdmins,
  AffiliationOverview,
  AffiliationRole,
  StaffAffiliation,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  PERMISSIONS,
  roleHolder,
  singlePage,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";

/** The state of the mock server for one affiliation; tests change it as a server would. */
export interface AdminFixture {
  affiliation: Affiliation;
  overview: AffiliationOverview;
  admins: AffiliationAdmins;
}

/** Serves the admin area of Oak House to a viewer with this role. */
export function serveAdminArea(role: AffiliationRole, isStaff = false): AdminFixture {
  const me = buildMember({ isStaff });
  const fixture: AdminFixture = {
    affiliation: affiliation(roleHolder(role)),
    overview: {
      id: "oak",
      name: "Oak House",
      role,
      permissions: PERMISSIONS[role],
      memberCount: 1204,
      newMembers: 12,
      pendingRequests: 2,
      openInvitations: 3,
      portal: null,
      handover: null,
      items: [],
    },
    admins: {
      owner: person("olga", "Olga Frey"),
      items: [
        {
          person: person("olga", "Olga Frey"),
          role: "owner",
          since: "2026-01-01T00:00:00Z",
          isMember: true,
        },
        {
          person: person("rae", "Rae Stone"),
          role: "reviewer",
          since: "2026-03-01T00:00:00Z",
          isMember: true,
        },
      ],
      handover: null,
    },
  };
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id", () => HttpResponse.json(fixture.affiliation)),
    http.get("/api/affiliations/oak/overview", () => HttpResponse.json(fixture.overview)),
    http.get("/api/affiliations/oak/admins", () => HttpResponse.json(fixture.admins)),
    http.get("/api/affiliations/oak/members", () =>
      HttpResponse.json(
        singlePage([{ ...person("ling", "Ling Zhao"), email: "ling@oak.example" }]),
      ),
    ),
    http.get("/api/affiliations/oak/requests", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/oak/invitations", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/oak/invite-codes", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/oak/joining", () =>
      HttpResponse.json({ autoApproveDomains: [], adminsMayInvite: false }),
    ),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([]))),
  );
  return fixture;
}

/** An affiliation as staff see it. */
export function staffAffiliation(changes: Partial<StaffAffiliation> = {}): StaffAffiliation {
  return {
    id: "oak",
    name: "Oak House",
    shortName: "OH",
    ownShortName: null,
    urlPath: "oak-house",
    logo: null,
    memberCount: 1204,
    state: "listed",
    isVerified: false,
    isPrivate: false,
    isPaused: false,
    portal: null,
    createdAt: "2026-01-01T00:00:00Z",
    description: "For those who like old trees.",
    tagline: null,
    website: null,
    pauseReason: null,
    pausedAt: null,
    mergedInto: null,
    creator: person("olga", "Olga Frey"),
    originalRequester: null,
    admins: [],
    handover: null,
    pendingRequests: 2,
    updatedAt: "2026-11-01T00:00:00Z",
    ...changes,
  };
}

import { http, HttpResponse } from "msw";
import type {
  Announcement,
  Community,
  CommunityMember,
  JoinRequest,
  Me,
  MemberTimeout,
  PrivateCode,
  Report,
  Thread,
} from "../api/types.ts";
import { server } from "./open-page.tsx";

/** The state of the mock server for one community; tests change it as a server would. */
export interface CommunityFixture {
  me: Me;
  community: Community;
  discovered: Community[];
  threads: Thread[];
  members: CommunityMember[];
  requests: JoinRequest[];
  ownRequests: JoinRequest[];
  timeouts: MemberTimeout[];
  announcements: Announcement[];
  reports: Report[];
  code: PrivateCode;
}

export function communityFixture(me: Me, community: Community): CommunityFixture {
  return {
    me,
    community,
    discovered: [],
    threads: [],
    members: [],
    requests: [],
    ownRequests: [],
    timeouts: [],
    announcements: [],
    reports: [],
    code: { privateCode: null, privateCodeCreated: null },
  };
}

const mine = ({ community }: CommunityFixture) => (community.viewer.isMember ? [community] : []);
const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

/** A page of a report queue, as the server returns it. */
export function reportsAt(all: readonly Report[], status: string | null) {
  const items = all.filter((report) => report.status === status);
  const openCount = all.filter((report) => report.status === "open").length;
  return { items, nextCursor: null, openCount };
}

export function refusalResponse(status: number, code: string, detail: string) {
  return HttpResponse.json({ status, code, detail, title: code, type: "about:blank" }, { status });
}

/** Answers the requests of a community's screens; tests answer the actions. */
export function serveCommunity(world: () => CommunityFixture): void {
  const list = (pick: (cached: CommunityFixture) => unknown[]) => () => page(pick(world()));
  server.use(
    http.get("/api/me", () => HttpResponse.json(world().me)),
    http.get("/api/me/join-requests", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return page(world().ownRequests.filter((own) => status === null || own.status === status));
    }),
    http.get("/api/communities", ({ request }) => {
      const scope = new URL(request.url).searchParams.get("scope");
      return page(scope === "mine" ? mine(world()) : world().discovered);
    }),
    http.get("/api/communities/:id", ({ params }) =>
      params.id === world().community.id
        ? HttpResponse.json(world().community)
        : refusalResponse(404, "community-not-found", "Community not found"),
    ),
    http.get(
      "/api/communities/:id/threads",
      list((cached) => cached.threads),
    ),
    http.get(
      "/api/communities/:id/members",
      list((cached) => cached.members),
    ),
    http.get(
      "/api/communities/:id/join-requests",
      list((cached) => cached.requests),
    ),
    http.get(
      "/api/communities/:id/timeouts",
      list((cached) => cached.timeouts),
    ),
    http.get(
      "/api/communities/:id/announcements",
      list((cached) => cached.announcements),
    ),
    http.get("/api/communities/:id/reports", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return HttpResponse.json(reportsAt(world().reports, status));
    }),
    http.get("/api/communities/:id/private-code", () => HttpResponse.json(world().code)),
    http.post("/api/communities/:id/read", () =>
      HttpResponse.json({ communityId: "bridges", lastReadTimestamp: "2026-11-20T11:00:00Z" }),
    ),
  );
}

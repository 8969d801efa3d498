import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import type { SearchFilter, SearchItem } from "../api/search-types.ts";
import type { Community, DirectoryEntry } from "../api/types.ts";
import { siteRoutes } from "../routes/site-routes.tsx";
import { nothingShared, person } from "./factories.ts";
import { openPage, server } from "./open-page.tsx";
import { buildMember } from "./people.ts";

/** The state of the mock server for the search. */
export interface SearchFixture {
  items: SearchItem[];
  filters: SearchFilter[];
  /** The requested searches, as kind and text. */
  requested: string[];
  communities: Community[];
  people: DirectoryEntry[];
}

export function searchFixture(): SearchFixture {
  return { items: [], filters: [], requested: [], communities: [], people: [] };
}

/** A person in the directory. */
export function directoryEntry(userId: string, name: string, handle: string | null = null) {
  const entry: DirectoryEntry = {
    ...person(userId, name),
    handle,
    jobTitle: null,
    location: null,
    followersCount: 0,
    joinedDate: "2026-01-01T00:00:00Z",
    isFollowing: false,
    isSelf: false,
    shared: nothingShared,
  };
  return entry;
}

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });

/** Answers the requests of the search, its suggestions and the screen behind it. */
export function serveSearch(world: () => SearchFixture): void {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => page([])),
    http.get("/api/me/recent-searches", () => page([])),
    http.post("/api/me/recent-searches", () => page([])),
    http.get("/api/introductions", () => page([])),
    http.get("/api/conversations", () => page([])),
    http.get("/api/conversations/:id", () => new HttpResponse(null, { status: 404 })),
    http.get("/api/communities", () => page(world().communities)),
    http.get("/api/directory", ({ request }) => {
      const q = new URL(request.url).searchParams.get("q")?.toLowerCase() ?? "";
      return page(
        world().people.filter(({ displayName }) => displayName.toLowerCase().includes(q)),
      );
    }),
    http.get("/api/search", ({ request }) => {
      const { searchParams } = new URL(request.url);
      world().requested.push(`${searchParams.get("type")}:${searchParams.get("q")}`);
      const { items, filters } = world();
      return HttpResponse.json({ items, filters });
    }),
  );
}

/** Opens the search above a screen. */
export async function openSearchAt(path: string) {
  const opened = openPage(path, (app) =>
    siteRoutes(app, {
      open: [],
      member: ["start", "communities/*", "articles/:id", "messages/*", "profile/:id"].map(
        (each) => ({
          path: each,
          element: <h1>A screen</h1>,
        }),
      ),
    }),
  );
  await screen.findByRole("heading", { name: "A screen" });
  const open = async () => {
    await opened.member.keyboard("{Control>}k{/Control}");
    return screen.findByRole<HTMLInputElement>("combobox", { name: "Search" });
  };
  return { ...opened, open };
}

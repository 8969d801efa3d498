import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { SearchItem } from "../../api/search-types.ts";
import type { Me, Person } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import { community, nothingShared, person } from "../../testing/factories.ts";
import { conversation } from "../../testing/messages-server.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { conversationsQuery } from "../messages/queries.ts";
import { deleteRecentPlaces, recentPlaces, recordPlace } from "../../recovery/recent-places.ts";

servePages();

let me: Me;
let items: SearchItem[];
let saved: unknown[];
/** The searches that were kept as recent. */
let kept: unknown[];

beforeEach(() => {
  me = buildMember();
  items = [];
  saved = [];
  kept = [];
  localStorage.clear();
  const none = () => HttpResponse.json({ items: [], nextCursor: null });
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.patch("/api/me", async ({ request }) => {
      const change: unknown = await request.json();
      saved.push(change);
      return HttpResponse.json({ ...me, ...Object(change) });
    }),
    http.get("/api/transfer/targets", () =>
      HttpResponse.json({
        items: [{ subdomain: "oak", brandName: "Oak House", affiliationId: "oak" }],
      }),
    ),
    http.get("/api/me/recent-searches", none),
    http.post("/api/me/recent-searches", async ({ request }) => {
      kept.push(await request.json());
      return none();
    }),
    http.get("/api/search", () => HttpResponse.json({ items, filters: [] })),
  );
});

async function openPalette(portal = false) {
  const opened = openPage(
    "/start",
    (app) =>
      siteRoutes(app, {
        open: [],
        member: [
          { path: "start", element: <h1>Start</h1> },
          { path: "communities/:id", element: <h1>A community</h1> },
        ],
      }),
    portal ? { mode: "whitelabel", portal: buildPortal } : {},
  );
  await screen.findByRole("heading", { name: "Start" });
  await opened.member.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" });
  return { ...opened, field };
}

const group = (name: string) => screen.findByRole("group", { name });
const optionsOf = async (name: string) =>
  within(await group(name))
    .getAllByRole("option")
    .map((option) => option.textContent);

const bridges = { kind: "community", path: "/communities/bridges", label: "Bridges" } as const;
const ling = { kind: "person", path: "/profile/ling", label: "Ling Zhao" } as const;

describe("before typing", () => {
  test("offers recent places, people and actions", async () => {
    recordPlace(me.id, { ...ling, about: "Northgate" });
    recordPlace(me.id, { ...bridges, about: null });
    const { member, path } = await openPalette();
    expect(await optionsOf("Recent")).toEqual(["Bridges"]);
    expect(await optionsOf("People")).toEqual(["Ling ZhaoNorthgate"]);
    await screen.findByRole("option", { name: "Open Oak House Portal" });
    expect(await optionsOf("Do")).toEqual([
      "New community",
      "Write an Insight",
      "New message",
      "Dark theme",
      "System theme",
      "Open Oak House Portal",
      "Switch language to Deutsch",
      "Keyboard shortcuts",
      "Log Out",
    ]);
    await member.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/communities/bridges"));
    expect(kept).toEqual([]);
  });

  test("people of loaded conversations follow the visited ones, each once", async () => {
    recordPlace(me.id, { ...ling, about: "Northgate" });
    const { app, member } = await openPalette();
    await member.keyboard("{Escape}");
    const withPerson = (other: Person) =>
      conversation(other.userId, { participants: [other, person(me.id, "Nadia Rahman")] });
    const people = [person("ling", "Ling Zhao"), person("omar", "Omar Haddad")];
    app.cache.setQueryData(conversationsQuery("inbox").queryKey, {
      pages: [{ items: people.map(withPerson), nextCursor: null }],
      pageParams: [null],
    });
    await member.keyboard("{Control>}k{/Control}");
    expect(await optionsOf("People")).toEqual(["Ling ZhaoNorthgate", "Omar HaddadNorthgate"]);
  });

  test("a view as a member offers nothing that writes", async () => {
    me = buildMember({
      viewedAs: { staffId: "owen", userId: "nadia", endsAt: "2099-01-01T00:00:00Z" },
    });
    recordPlace(me.id, { ...bridges, about: null });
    await openPalette();
    const offered = await optionsOf("Do");
    expect(offered).not.toContain("New community");
    expect(offered).not.toContain("New message");
    expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
  });

  test("a portal offers the way back, and no other portals", async () => {
    me = buildMember({ portalMembership });
    await openPalette(true);
    const offered = await optionsOf("Do");
    expect(offered).toContain("Back to main");
    expect(offered.join()).not.toContain("Oak House Portal");
  });
});

describe("while typing", () => {
  test("actions match by the beginnings of their words, in any order", async () => {
    const { member, field } = await openPalette();
    await member.type(field, "the dar");
    expect(await optionsOf("Do")).toEqual(["Dark theme"]);
    await member.keyboard("{Enter}");
    await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
    await waitFor(() => expect(saved).toEqual([{ theme: "dark" }]));
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(kept).toEqual([]);
  });

  test("settings pages are found by their names", async () => {
    const { member, field } = await openPalette();
    await member.type(field, "settings priv");
    expect(await optionsOf("Do")).toEqual(["Settings: Privacy"]);
  });

  test("recent places match without accents, and are not listed twice", async () => {
    recordPlace(me.id, { ...bridges, label: "Élan", about: null });
    items = [
      { type: "community", ...communityItem("bridges", "Élan") },
      { type: "community", ...communityItem("deck", "Elan on deck") },
      { type: "person", id: "ling", person: person("ling", "Elan Zhao"), shared: nothingShared },
    ];
    const { member, field } = await openPalette();
    await member.type(field, "elan");
    expect(await optionsOf("Recent")).toEqual(["Élan"]);
    await screen.findByRole("group", { name: "Communities" });
    expect(within(await group("Communities")).getAllByRole("option")).toHaveLength(1);
    expect(field.getAttribute("aria-activedescendant")).toContain("recent-/communities/bridges");
  });

  test("opens the list of shortcuts and the dialog for a new community", async () => {
    server.use(
      http.get("/api/communities", () => HttpResponse.json({ items: [], nextCursor: null })),
    );
    const { member, field } = await openPalette();
    await member.type(field, "keyb{Enter}");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await member.keyboard("{Control>}k{/Control}");
    await member.type(await screen.findByRole("combobox"), "new com{Enter}");
    expect(await screen.findByRole("dialog", { name: "New community" })).toBeDefined();
  });
});

describe("recent places", () => {
  test("are recorded once their screen has loaded them, and dropped when they are gone", async () => {
    let isGone = false;
    server.use(
      http.get("/api/communities/bridges", () =>
        isGone
          ? HttpResponse.json({ code: "community-not-found", detail: "Gone" }, { status: 404 })
          : HttpResponse.json(community("bridges")),
      ),
      http.get("/api/communities", () => HttpResponse.json({ items: [], nextCursor: null })),
      http.get("/api/communities/bridges/:list", () =>
        HttpResponse.json({ items: [], nextCursor: null }),
      ),
      http.post("/api/communities/bridges/read", () => HttpResponse.json({})),
    );
    const { communitiesRoutes } = await import("../communities/routes.tsx");
    const open = () =>
      openPage("/communities/bridges", (app) =>
        siteRoutes(app, { open: [], member: communitiesRoutes(app.cache) }),
      );
    open();
    await waitFor(() =>
      expect(recentPlaces(me.id).map(({ path, label }) => [path, label])).toEqual([
        ["/communities/bridges", "Community bridges"],
      ]),
    );
    isGone = true;
    open();
    await waitFor(() => expect(recentPlaces(me.id)).toEqual([]));
  });

  test("are kept by account, in order, up to a number", () => {
    for (let at = 0; at < 25; at += 1) {
      recordPlace("a", { ...bridges, path: `/communities/${String(at)}`, about: null });
    }
    recordPlace("a", { ...bridges, path: "/communities/20", about: null });
    expect(recentPlaces("a")).toHaveLength(20);
    expect(
      recentPlaces("a")
        .slice(0, 2)
        .map(({ path }) => path),
    ).toEqual(["/communities/20", "/communities/24"]);
    expect(recentPlaces("b")).toEqual([]);
    deleteRecentPlaces("a");
    expect(recentPlaces("a")).toEqual([]);
  });

  test("damaged storage is ignored", () => {
    localStorage.setItem("gh-recent/a", '[{"kind":"x"},{"path":"//evil.example"},7]');
    expect(recentPlaces("a")).toEqual([]);
    localStorage.setItem("gh-recent/a", "{");
    expect(recentPlaces("a")).toEqual([]);
  });
});

function communityItem(id: string, name: string) {
  return {
    id,
    name,
    excerpt: "",
    memberCount: 2,
    isMember: true,
    titleMatches: [],
    matches: [],
  };
}

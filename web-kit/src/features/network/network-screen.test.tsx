import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import type { DirectoryEntry, RecentSearch } from "../../api/types.ts";
import { nothingShared, person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { parseFilter, toSearchParams } from "./filter.ts";
import { networkRoutes } from "./routes.tsx";
import { sharedLabel } from "./shared-label.ts";

servePages();

function entry(userId: string, name: string): DirectoryEntry {
  return {
    ...person(userId, name),
    jobTitle: "Engineer",
    location: "Leeds",
    followersCount: 1,
    joinedDate: "2026-01-01T00:00:00Z",
    isFollowing: false,
    isSelf: false,
    shared: nothingShared,
  };
}

const requested: string[] = [];
let people: DirectoryEntry[];
let recent: RecentSearch[];

const looked = (query: string): RecentSearch => ({
  id: query.replace(" ", "-"),
  query,
  searchedAt: "2026-01-01T00:00:00Z",
});

beforeEach(() => {
  requested.length = 0;
  people = [entry("kwame", "Kwame Boateng"), { ...entry("nadia", "Nadia Rahman"), isSelf: true }];
  recent = [];
  const answer = () => HttpResponse.json({ items: recent, nextCursor: null });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/me/recent-searches", answer),
    http.post<never, { query: string }>("/api/me/recent-searches", async ({ request }) => {
      const { query } = await request.json();
      recent = [looked(query), ...recent.filter((one) => one.query !== query)];
      return answer();
    }),
    http.delete("/api/me/recent-searches/:id", ({ params }) => {
      recent = recent.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("/api/me/recent-searches", () => {
      recent = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("/api/directory", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      requested.push(search);
      if (searchParams.get("q") === "nobody") {
        return HttpResponse.json({ items: [], nextCursor: null });
      }
      const more = searchParams.get("cursor") === "next";
      return HttpResponse.json({
        items: more ? [entry("ling", "Ling Zhao")] : people,
        nextCursor: more ? null : "next",
      });
    }),
  );
});

test("lists members and loads more near the end", async () => {
  openPage("/network", networkRoutes);
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
  expect(screen.getByText("You")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Follow Nadia Rahman" })).toBeNull();
  const ling = await screen.findByRole("link", { name: "Ling Zhao" });
  expect(ling.closest("li")?.getAttribute("aria-setsize")).toBe(String(people.length + 1));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("search and filters narrow the list and can be cleared", async () => {
  const { member } = openPage("/network", networkRoutes);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  await member.type(words, "nobody");
  expect(await screen.findByRole("heading", { name: "Nobody found" })).toBeDefined();
  expect(document.activeElement).toBe(words);
  await member.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
  expect(words).toHaveProperty("value", "");
  await member.selectOptions(screen.getByRole("combobox", { name: "Industry" }), "engineer");
  await member.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "followersDesc");
  await waitFor(() => expect(requested.at(-1)).toContain("industry=engineer&sort=followersDesc"));
});

test("stores a search on Enter or when a result is opened", async () => {
  const { member, path } = openPage("/network", () => [
    ...networkRoutes(),
    { path: "/profile/:id", element: <h1>Profile</h1> },
  ]);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  await member.type(words, "weav");
  await waitFor(() => expect(requested.at(-1)).toContain("q=weav"));
  expect(recent).toEqual([]);
  await member.type(words, "er{Enter}");
  await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["weaver"]));
  await member.clear(words);
  await member.type(words, "kwame");
  await waitFor(() => expect(requested.at(-1)).toContain("q=kwame"));
  await member.click(await screen.findByRole("link", { name: "Kwame Boateng" }));
  await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["kwame", "weaver"]));
  expect(path()).toBe("/profile/kwame");
});

test("offers recent searches in the empty field, selectable by keyboard", async () => {
  recent = [looked("weaver"), looked("stone mason")];
  const { member } = openPage("/network", networkRoutes);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  expect(screen.queryByRole("region", { name: "Recent searches" })).toBeNull();
  await member.click(words);
  await screen.findByRole("region", { name: "Recent searches" });
  await member.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("stone mason");
  await member.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Recent searches" })).toBeNull();
  expect(document.activeElement).toBe(words);
  await member.keyboard("{ArrowDown}");
  await screen.findByRole("region", { name: "Recent searches" });
  await member.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(words).toHaveProperty("value", "stone mason");
  expect(document.activeElement).toBe(words);
  await waitFor(() => expect(requested.at(-1)).toContain("q=stone+mason"));
  await waitFor(() => expect(recent[0]?.query).toBe("stone mason"));
  expect(screen.queryByRole("region", { name: "Recent searches" })).toBeNull();
});

test("removes recent searches one by one, or all", async () => {
  recent = [looked("weaver"), looked("mason"), looked("carver")];
  const { member } = openPage("/network", networkRoutes);
  await member.click(await screen.findByRole("searchbox", { name: "Search" }));
  const offered = await screen.findByRole("region", { name: "Recent searches" });
  await member.click(
    within(offered).getByRole("button", { name: "Remove mason from recent searches" }),
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "mason" })).toBeNull());
  await member.keyboard("{ArrowDown}{Delete}");
  await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["carver"]));
  await member.click(await screen.findByRole("button", { name: "Clear recent searches" }));
  await waitFor(() => expect(recent).toEqual([]));
  expect(screen.queryByRole("region", { name: "Recent searches" })).toBeNull();
});

test("a double click removes a recent search once", async () => {
  recent = [looked("mason"), looked("carver")];
  let removals = 0;
  server.use(
    http.delete("/api/me/recent-searches/:id", () => {
      removals += 1;
      recent = recent.slice(1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { member } = openPage("/network", networkRoutes);
  await member.click(await screen.findByRole("searchbox", { name: "Search" }));
  await pressTwice(await screen.findByRole("button", { name: /^Remove mason/ }));
  await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["carver"]));
  await screen.findByRole("button", { name: "carver" });
  expect(removals).toBe(1);
});

test("a recent search that could not be removed reappears with a message", async () => {
  recent = [looked("mason")];
  server.use(
    http.delete("/api/me/recent-searches/:id", () => new HttpResponse(null, { status: 500 })),
  );
  const { member } = openPage("/network", networkRoutes);
  await member.click(await screen.findByRole("searchbox", { name: "Search" }));
  await member.click(await screen.findByRole("button", { name: /^Remove mason/ }));
  expect(await screen.findByText("Failed to remove the search")).toBeDefined();
  expect(await screen.findByRole("button", { name: "mason" })).toBeDefined();
});

test("a search removed while it is being stored stays removed", async () => {
  recent = [looked("mason"), looked("carver")];
  let release = () => {};
  const cached = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post("/api/me/recent-searches", async () => {
      await cached;
      recent = [looked("mason"), looked("carver")];
      return HttpResponse.json({ items: recent, nextCursor: null });
    }),
  );
  const { member } = openPage("/network", networkRoutes);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  await member.click(words);
  await member.click(await screen.findByRole("button", { name: "mason" }));
  await member.clear(words);
  await member.click(
    await screen.findByRole("button", { name: "Remove mason from recent searches" }),
  );
  release();
  await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["carver"]));
  expect(screen.queryByRole("button", { name: "mason" })).toBeNull();
});

test("a stored search survives an older response", async () => {
  const before = { items: [looked("carver")], nextCursor: null };
  const { promise: stored, resolve: keep } = Promise.withResolvers<undefined>();
  const { promise: read, resolve: answer } = Promise.withResolvers<undefined>();
  server.use(
    http.get("/api/me/recent-searches", async () => {
      await read;
      return HttpResponse.json(before);
    }),
    http.post("/api/me/recent-searches", async () => {
      await stored;
      return HttpResponse.json({ items: [looked("mason"), ...before.items], nextCursor: null });
    }),
  );
  const { member, app } = openPage("/network", networkRoutes);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  await member.type(words, "mason{Enter}");
  await member.clear(words);
  keep(undefined);
  expect(await screen.findByRole("button", { name: "mason" })).toBeDefined();
  answer(undefined);
  await waitFor(() => expect(app.cache.isFetching({ queryKey: keys.recentSearches })).toBe(0));
  expect(screen.getByRole("button", { name: "mason" })).toBeDefined();
});

test("a failure to store a search is silent", async () => {
  server.use(
    http.post("/api/me/recent-searches", () =>
      HttpResponse.json({ detail: "no" }, { status: 500 }),
    ),
  );
  const { member } = openPage("/network", networkRoutes);
  await member.type(await screen.findByRole("searchbox", { name: "Search" }), "kwame{Enter}");
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
  expect(screen.queryByText("no")).toBeNull();
});

test("reports an empty network", async () => {
  people = [];
  server.use(http.get("/api/directory", () => HttpResponse.json({ items: [], nextCursor: null })));
  openPage("/network", networkRoutes);
  expect(await screen.findByRole("heading", { name: "No members yet" })).toBeDefined();
});

test("retries a list that failed to load", async () => {
  server.use(
    http.get("/api/directory", () => HttpResponse.json({ detail: "no" }, { status: 500 }), {
      once: true,
    }),
  );
  const { member } = openPage("/network", networkRoutes);
  expect(await screen.findByText("Failed to load members. Please try again.")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
});

test("follows a member from the list and reports a refusal", async () => {
  server.use(
    http.put("/api/users/kwame/follow", () =>
      HttpResponse.json({ code: "rate-limited", detail: "Rate limit exceeded." }, { status: 429 }),
    ),
  );
  const { member } = openPage("/network", networkRoutes);
  await member.click(await screen.findByRole("button", { name: "Follow Kwame Boateng" }));
  expect(await screen.findByText("Rate limit exceeded.")).toBeDefined();
});

test("shows what is in common with a member", async () => {
  people = [
    { ...entry("kwame", "Kwame Boateng"), shared: { affiliations: 2, communities: 3 } },
    { ...entry("mateo", "Mateo Álvarez"), shared: { affiliations: 0, communities: 1 } },
    { ...entry("priya", "Priya Raghunathan"), shared: { affiliations: 0, communities: 0 } },
    {
      ...entry("nadia", "Nadia Rahman"),
      shared: { affiliations: 4, communities: 4 },
      isSelf: true,
    },
  ];
  openPage("/network", networkRoutes);
  expect(await screen.findByText("2 affiliations, 3 communities in common")).toBeDefined();
  expect(screen.getByText("1 community in common")).toBeDefined();
  expect(screen.getAllByText(/in common/)).toHaveLength(2);
  expect(sharedLabel({ affiliations: 1, communities: 0 })).toBe("1 affiliation in common");
});

test("a phone has one search field, and the filters in a sheet", async () => {
  Object.defineProperty(window, "matchMedia", {
    value: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
    configurable: true,
    writable: true,
  });
  const { member, address } = openPage("/network", networkRoutes);
  expect(await screen.findByRole("searchbox", { name: "Search" })).toBeDefined();
  expect(screen.queryByRole("combobox")).toBeNull();
  const button = screen.getByRole("button", { name: "Filters" });
  await member.click(button);
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  await member.selectOptions(sheet.getByRole("combobox", { name: "Industry" }), "engineer");
  await member.selectOptions(sheet.getByRole("combobox", { name: "Sort by" }), "recent");
  await waitFor(() => expect(requested.at(-1)).toContain("industry=engineer&sort=recent"));
  await member.click(sheet.getByRole("button", { name: "Show members" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Filters 2/ }));
  await member.click(screen.getByRole("button", { name: /^Filters 2/ }));
  await member.click(await screen.findByRole("button", { name: "Reset filters" }));
  await waitFor(() => expect(address()).toBe("/network"));
});

test("keeps only non-default filters in the address", () => {
  const usual = parseFilter(new URLSearchParams());
  expect(toSearchParams(usual).toString()).toBe("");
  const filter = { ...usual, q: "ada", sort: "recent" as const, includePrivate: true };
  expect(parseFilter(toSearchParams(filter))).toEqual(filter);
  expect(parseFilter(new URLSearchParams("sort=nonsense")).sort).toBe("nameAsc");
});

test("a double click on Follow follows once", async () => {
  let follows = 0;
  server.use(
    http.put("/api/users/kwame/follow", async () => {
      follows += 1;
      people = people.map((one) => (one.userId === "kwame" ? { ...one, isFollowing: true } : one));
      await delay(20);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  openPage("/network", networkRoutes);
  const follow = await screen.findByRole("button", { name: "Follow Kwame Boateng" });
  // Two clicks without a render between them.
  act(() => {
    follow.click();
    follow.click();
  });
  await screen.findByRole("button", { name: "Following Kwame Boateng" });
  expect(follows).toBe(1);
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchItem } from "../../api/search-types.ts";
import type { RecentSearch } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { nothingShared, person } from "../../testing/factories.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";

servePages();

const kwame: SearchItem = {
  type: "person",
  id: "kwame",
  person: person("kwame"),
  shared: nothingShared,
};
const team: SearchItem = {
  type: "community",
  id: "team",
  name: "Merrow Bridge Team",
  excerpt: "For those on the deck",
  memberCount: 14,
  isMember: true,
  titleMatches: [[0, 6]],
  matches: [],
};
const said: SearchItem = {
  type: "post",
  id: "p1",
  communityId: "bridges",
  communityName: "Bridges",
  threadId: "cable",
  threadCaption: "Cable replacement",
  author: person("ling", "Ling Zhao"),
  excerpt: "At Merrow <b>nobody</b> argued",
  matches: [[3, 9]],
  created: "2026-11-20T10:00:00Z",
};
const insight: SearchItem = {
  type: "article",
  id: "a1",
  communityId: "bridges",
  communityName: "Bridges",
  title: "A tag at Merrow",
  author: person("nadia", "Nadia Rahman"),
  excerpt: "What it saved us",
  titleMatches: [[9, 15]],
  matches: [],
  created: "2026-11-20T10:00:00Z",
};

let requested: string[];
let recent: RecentSearch[];
let items: SearchItem[];

const looked = (query: string): RecentSearch => ({
  id: query,
  query,
  searchedAt: "2026-11-20T10:00:00Z",
});

beforeEach(() => {
  requested = [];
  recent = [];
  items = [kwame, team, said, insight];
  const stored = () => HttpResponse.json({ items: recent, nextCursor: null });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/me/recent-searches", stored),
    http.post<never, { query: string }>("/api/me/recent-searches", async ({ request }) => {
      recent = [looked((await request.json()).query), ...recent];
      return stored();
    }),
    http.delete("/api/me/recent-searches/:id", ({ params }) => {
      recent = recent.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("/api/search", ({ request }) => {
      const { searchParams } = new URL(request.url);
      requested.push(`${searchParams.get("type")}:${searchParams.get("q")}`);
      return HttpResponse.json({ items, filters: [] });
    }),
  );
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:id", element: <h1>A community</h1> },
      { path: "communities/:id/threads/:threadId", element: <h1>A thread</h1> },
      { path: "articles/:id", element: <h1>An article</h1> },
      { path: "messages/:id", element: <h1>A conversation</h1> },
    ],
  });

async function openSearch() {
  const opened = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  await opened.member.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" });
  return { ...opened, field };
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent);
const chosen = () => screen.getByRole("option", { selected: true });

describe("finding", () => {
  test("searches after a pause in typing and groups results by kind", async () => {
    const { member, field } = await openSearch();
    expect(document.activeElement).toBe(field);
    await member.type(field, "merrow");
    // On a slow machine, partial input may be searched as well.
    await waitFor(() => expect(requested.at(-1)).toBe("all:merrow"));
    expect(requested.length).toBeLessThan("merrow".length);
    const list = await screen.findByRole("listbox", { name: "Results" });
    expect(within(list).getAllByRole("group")).toHaveLength(4);
    for (const title of ["People", "Communities", "Threads and Insights", "Message"]) {
      expect(within(list).getByRole("group", { name: title })).toBeDefined();
    }
    expect(options()).toHaveLength(5);
    expect(screen.getByText("5 results")).toBeDefined();
    expect(field.getAttribute("aria-controls")).toBe(list.id);
  });

  test("highlights the matches and escapes markup in texts", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "merrow");
    await screen.findByRole("listbox");
    const marks = [...document.querySelectorAll("mark")].map((mark) => mark.textContent);
    expect(marks).toEqual(["Merrow", "Merrow", "Merrow"]);
    // The marks do not split the words of a name.
    expect(screen.getByRole("option", { name: /^Merrow Bridge Team/ })).toBeDefined();
    expect(screen.getByText(/<b>nobody<\/b> argued/)).toBeDefined();
  });

  test("can be limited to one kind", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "home");
    expect(await screen.findByRole("group", { name: "Go to" })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Posts" }));
    await waitFor(() => expect(requested.at(-1)).toBe("posts:home"));
    expect(screen.getByRole("button", { name: "Posts", pressed: true })).toBeDefined();
    expect(screen.queryByRole("group", { name: "Go to" })).toBeNull();
  });

  test("a new search cancels the previous one", async () => {
    const givenUp: string[] = [];
    server.use(
      http.get("/api/search", async ({ request }) => {
        const q = new URL(request.url).searchParams.get("q") ?? "";
        if (q !== "mer") return HttpResponse.json({ items: [team], filters: [] });
        await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
        givenUp.push(q);
        return HttpResponse.json({ items: [kwame], filters: [] });
      }),
    );
    const { member, field } = await openSearch();
    await member.type(field, "mer{Enter}");
    await member.type(field, "row{Enter}");
    expect(await screen.findByRole("option", { name: /Merrow Bridge Team/ })).toBeDefined();
    await waitFor(() => expect(givenUp).toEqual(["mer"]));
    expect(screen.queryByRole("option", { name: /Kwame/ })).toBeNull();
  });

  test("finds pages of the app as well", async () => {
    items = [];
    const { member, field, path } = await openSearch();
    await member.type(field, "netw");
    expect(await screen.findByRole("option", { name: "Network" })).toBeDefined();
    expect(path()).toBe("/communities");
  });
});

describe("messages", () => {
  const contact = (answer: object) =>
    server.use(http.get("/api/users/kwame/contact", () => HttpResponse.json(answer)));

  test("opens the conversation with a found person", async () => {
    contact({ mode: "open", conversationId: "c1", reason: null });
    const { member, field, path } = await openSearch();
    await member.type(field, "kwame");
    await member.click(await screen.findByRole("option", { name: /^Message Kwame Boateng/ }));
    await waitFor(() => expect(path()).toBe("/messages/c1"));
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  test("explains a refusal after the keyboard chose it", async () => {
    contact({ mode: "refused", reason: "Kwame accepts no messages.", conversationId: null });
    const { member, field, path } = await openSearch();
    await member.type(field, "kwame");
    await screen.findByRole("listbox");
    await member.keyboard("{ArrowUp}{Enter}");
    expect(await screen.findByText("Kwame accepts no messages.")).toBeDefined();
    expect(path()).toBe("/communities");
  });

  test("does not offer the viewer as recipient", async () => {
    const viewer = buildMember();
    items = [
      {
        type: "person",
        id: viewer.id,
        person: person(viewer.id, "Nadia Rahman"),
        shared: nothingShared,
      },
    ];
    const { member, field } = await openSearch();
    await member.type(field, "nadia");
    await screen.findByRole("listbox");
    expect(screen.queryByRole("option", { name: /^Message/ })).toBeNull();
  });
});

describe("the keyboard", () => {
  test("arrow keys wrap around, and Enter opens a result", async () => {
    const { member, field, path } = await openSearch();
    await member.type(field, "merrow");
    await screen.findByRole("listbox");
    expect(chosen().textContent).toContain("Kwame Boateng");
    expect(field.getAttribute("aria-activedescendant")).toBe(chosen().id);
    await member.keyboard("{ArrowUp}");
    expect(chosen().textContent).toContain("Message Kwame Boateng");
    await member.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(chosen().textContent).toContain("Cable replacement");
    expect(document.activeElement).toBe(field);
    await member.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/communities/bridges/threads/cable"));
    expect(screen.queryByRole("dialog", { name: "Search" })).toBeNull();
    await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["merrow"]));
  });

  test("Esc restores the focus", async () => {
    const { member } = openPage("/communities", routes);
    const button = await screen.findAllByRole("button", { name: "Search" });
    act(() => button[0]?.focus());
    await member.keyboard("{Enter}");
    await screen.findByRole("combobox");
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button[0]));
  });

  test("opens a result in a new tab and keeps the search open", async () => {
    const elsewhere = vi.spyOn(window, "open").mockReturnValue(null);
    const { member, field, path } = await openSearch();
    await member.type(field, "merrow");
    await screen.findByRole("listbox");
    await member.keyboard("{Meta>}{Enter}{/Meta}");
    expect(elsewhere).toHaveBeenCalledWith("/profile/kwame", "_blank", "noopener");
    expect(path()).toBe("/communities");
    expect(screen.getByRole("combobox")).toBeDefined();
    elsewhere.mockRestore();
  });

  test("Enter before the response opens no outdated result", async () => {
    const { member, field, path } = await openSearch();
    await member.type(field, "merrow{Enter}");
    expect(path()).toBe("/communities");
    expect(await screen.findByRole("listbox")).toBeDefined();
    // On a slow machine, partial input may be searched as well.
    expect(requested.at(-1)).toBe("all:merrow");
  });
});

describe("recent searches", () => {
  test("are offered in the empty field and reached with the arrow keys", async () => {
    recent = [looked("mason"), looked("carver")];
    const { member, field } = await openSearch();
    const region = await screen.findByRole("region", { name: "Recent searches" });
    await member.keyboard("{ArrowUp}{ArrowDown}{Enter}");
    await waitFor(() => expect(requested).toEqual(["all:carver"]));
    expect(field).toHaveProperty("value", "carver");
    expect(document.activeElement).toBe(field);
    expect(region.isConnected).toBe(false);
  });

  test("are removed one by one, or all", async () => {
    recent = [looked("mason"), looked("carver")];
    const { member } = await openSearch();
    await member.click(
      await screen.findByRole("button", { name: "Remove mason from recent searches" }),
    );
    await waitFor(() => expect(recent.map(({ query }) => query)).toEqual(["carver"]));
    expect(screen.getByRole("button", { name: "Clear recent searches" })).toBeDefined();
  });
});

describe("failures", () => {
  test("reports no results", async () => {
    items = [];
    const { member, field } = await openSearch();
    await member.type(field, "xylo");
    expect(await screen.findByRole("heading", { name: "Nothing found for “xylo”" })).toBeDefined();
    expect(screen.getByText("0 results")).toBeDefined();
    expect(field.getAttribute("aria-expanded")).toBe("false");
    await member.click(screen.getByRole("button", { name: "Clear" }));
    expect(field).toHaveProperty("value", "");
    expect(document.activeElement).toBe(field);
  });

  test("a refused search can be retried", async () => {
    server.use(
      http.get(
        "/api/search",
        () => HttpResponse.json({ code: "rate-limited", detail: "Too fast." }, { status: 429 }),
        { once: true },
      ),
    );
    const { member, field } = await openSearch();
    await member.type(field, "merrow");
    expect(await screen.findByText("Too fast.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("option", { name: /^Kwame Boateng/ })).toBeDefined();
  });

  test("reports a missing network", async () => {
    server.use(http.get("/api/search", () => HttpResponse.error()));
    const { member, field } = await openSearch();
    await member.type(field, "merrow");
    await screen.findByText("Network error. Please check your connection and try again.");
    act(() => void dispatchEvent(new Event("offline")));
    expect(await screen.findByText("This loads when the connection is back.")).toBeDefined();
    server.use(http.get("/api/search", () => HttpResponse.json({ items: [kwame], filters: [] })));
    act(() => void dispatchEvent(new Event("online")));
    expect(await screen.findByRole("option", { name: /^Kwame Boateng/ })).toBeDefined();
  });
});

test("non-members of a portal cannot search", async () => {
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(buildMember({ portalMembership: { affiliationId: "a", isMember: false } })),
    ),
    http.get("/api/affiliations/:id", () => HttpResponse.json({}, { status: 404 })),
  );
  const portal = {
    tenantId: "t",
    subdomain: "ashcombe",
    affiliationId: "a",
    brandName: "Ashcombe",
    affiliationName: "Ashcombe",
  };
  openPage("/communities", routes, { mode: "whitelabel", portal });
  await screen.findByRole("heading", { name: "Ashcombe" });
  expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
});

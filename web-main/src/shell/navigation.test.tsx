import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { siteRoutes } from "@guildhall/web-kit/routes/site-routes.tsx";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { directoryRoute } from "../features/affiliations/main-routes.tsx";
import type { App } from "@guildhall/web-kit/shell/app.ts";

servePages();

const screenAt = (path: string) => ({ path, element: <h1>{path}</h1> });

/** A site with all features of the navigation. */
const whole = (app: App) =>
  siteRoutes(app, {
    open: [screenAt("affiliations")],
    member: [
      "communities",
      "network",
      "messages",
      "staff",
      "profile",
      "activity",
      "support",
      "settings",
    ].map(screenAt),
  });

/** A site with communities only. */
const small = (app: App) => siteRoutes(app, { open: [], member: [screenAt("communities")] });

function serve(me: Me, waiting: Record<string, number> = { communities: 0 }) {
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/me/badges", () => HttpResponse.json(waiting)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

const [bar, tabs] = [0, 1];
async function navOf(which: number): Promise<HTMLElement> {
  const navs = await screen.findAllByRole("navigation", { name: "Main" });
  const nav = navs[which];
  if (nav === undefined) throw new Error("no such bar");
  return nav;
}

async function entriesOf(which: number): Promise<string[]> {
  return within(await navOf(which))
    .getAllByRole("link")
    .map((link) => link.textContent);
}

describe("on desktop", () => {
  test("has every entry in order, with the staff area for staff", async () => {
    serve(buildMember({ isStaff: true }));
    openPage("/communities", whole);
    expect(await entriesOf(bar)).toEqual([
      "Home",
      "About",
      "My Communities",
      "Affiliations",
      "Network",
      "Messages",
      "Staff",
    ]);
  });

  test("shows badges up to 99+, except on the open section", async () => {
    serve(buildMember(), { communities: 7, messages: 123 });
    openPage("/communities", whole);
    const waiting = within(await navOf(bar)).findByText("99+");
    expect((await waiting).closest("a")?.textContent).toBe("Messages99+ unread");
    expect(await entriesOf(bar)).toContain("My Communities");
    expect(await entriesOf(bar)).not.toContain("Staff");
  });

  test("omits entries without a screen", async () => {
    serve(buildMember({ isStaff: true }));
    const { member } = openPage("/communities", small);
    const shown = await entriesOf(bar);
    expect(shown).toEqual(expect.arrayContaining(["About", "My Communities"]));
    expect(shown).not.toContain("Staff");
    await member.click(screen.getByRole("button", { name: "Account menu" }));
    const menu = await screen.findByRole("menu");
    expect(within(menu).getByRole("menuitem", { name: "Support" })).toBeTruthy();
    expect(within(menu).getByRole("menuitem", { name: "Log Out" })).toBeTruthy();
  });

  test("the account menu shows a badge and restores the focus", async () => {
    serve(buildMember(), { communities: 0, activity: 16, support: 1 });
    const { member } = openPage("/communities", whole);
    const button = await screen.findByRole("button", { name: "Account menu, 9+ waiting" });
    act(() => button.focus());
    await member.keyboard("{Enter}");
    const menu = await screen.findByRole("menu");
    expect(
      within(menu)
        .getAllByRole("menuitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Profile",
      "Activity16 waiting",
      "Support1 waiting",
      "Settings",
      "Keyboard shortcuts",
      "Log Out",
    ]);
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  test("the account menu works with the keyboard only", async () => {
    serve(buildMember());
    const { member, path } = openPage("/communities", whole);
    const button = await screen.findByRole("button", { name: "Account menu" });
    act(() => button.focus());
    await member.keyboard("{Enter}");
    const entry = await screen.findByRole("menuitem", { name: "Activity" });
    await member.keyboard("{ArrowDown}");
    await waitFor(() => expect(document.activeElement).toBe(entry));
    await member.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/activity"));
  });
});

describe("the keyboard shortcuts", () => {
  const list = () => screen.findByRole("dialog", { name: "Keyboard shortcuts" });

  test("open with a question mark and close with Escape", async () => {
    serve(buildMember());
    const { member } = openPage("/communities", whole);
    const link = await screen.findByRole("link", { name: "About" });
    act(() => link.focus());
    await member.keyboard("?");
    const row = within(await list())
      .getByText("Search")
      .closest("div");
    expect(row?.textContent).toBe("SearchCtrl K");
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(link);
  });

  test("open from the account menu", async () => {
    serve(buildMember());
    const { member } = openPage("/communities", whole);
    await member.click(await screen.findByRole("button", { name: "Account menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Keyboard shortcuts" }));
    expect(await list()).toBeTruthy();
  });

  test("are only in the account menu when single-key shortcuts are off", async () => {
    serve(buildMember({ singleKeyShortcuts: false }));
    const { member } = openPage("/communities", whole);
    const link = await screen.findByRole("link", { name: "About" });
    act(() => link.focus());
    await member.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    await member.click(screen.getByRole("button", { name: "Account menu" }));
    const entry = await screen.findByRole("menuitem", { name: "Keyboard shortcuts" });
    expect(entry.textContent).not.toContain("?");
    await member.click(entry);
    expect(within(await list()).queryByText("Show this list")).toBeNull();
  });

  test("do not open while typing or in a dialog", async () => {
    serve(buildMember());
    const { member } = openPage("/communities", (app) =>
      siteRoutes(app, {
        open: [],
        member: [{ path: "communities", element: <input aria-label="Words" /> }],
      }),
    );
    await member.type(await screen.findByRole("textbox", { name: "Words" }), "Why?");
    await member.click(screen.getByRole("button", { name: "Account menu" }));
    await screen.findByRole("menu");
    await member.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("on a phone", () => {
  test("has four entries and More", async () => {
    serve(buildMember());
    openPage("/communities", whole);
    expect(await entriesOf(tabs)).toEqual(["Home", "Communities", "Messages", "Network"]);
    expect(screen.getByRole("button", { name: "More" })).toBeTruthy();
  });

  test("shows everything else and the member under More", async () => {
    serve(buildMember({ isStaff: true }), { communities: 0, activity: 4 });
    const { member, path } = openPage("/communities", whole);
    await member.click(await screen.findByRole("button", { name: "More" }));
    const more = await screen.findByRole("dialog", { name: "More" });
    const words = within(more)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(words).toEqual([
      "Activity4 waiting",
      "About",
      "Affiliations",
      "Staff Dashboard",
      "Profile",
      "Support",
      "Settings",
      "Log Out",
    ]);
    expect(within(more).getByText("@nadiarahman")).toBeTruthy();
    await member.click(within(more).getByRole("link", { name: "Staff Dashboard" }));
    await waitFor(() => expect(path()).toBe("/staff"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    ["their names", { displayName: "Nadia Rahman" }, "NR"],
    ["their address", { displayName: "", email: "nadia@ashcombe.example" }, "NA"],
    ["nobody", { displayName: "", email: "" }, "U"],
  ])("shows the initials of %s if there is no picture", async (_, changes, letters) => {
    serve(buildMember({ ...changes, handle: null }));
    const { member } = openPage("/communities", whole);
    await member.click(await screen.findByRole("button", { name: "More" }));
    const more = await screen.findByRole("dialog", { name: "More" });
    expect(within(more).getByText(letters)).toBeTruthy();
  });
});

describe("on a portal", () => {
  const portal = {
    tenantId: "t",
    subdomain: "oak",
    affiliationId: "a",
    brandName: "Oak House",
    affiliationName: "Oak House",
  };
  let requested = 0;
  beforeEach(() => {
    requested = 0;
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("badges are requested for members only (%s)", async (isMember, times) => {
    serve(buildMember({ portalMembership: { affiliationId: "a", isMember } }));
    server.use(
      http.get("/api/affiliations/:id", () => new HttpResponse(null, { status: 404 })),
      http.get("/api/me/badges", () => {
        requested += 1;
        return HttpResponse.json({ communities: 0 });
      }),
    );
    openPage("/communities", small, { mode: "whitelabel", portal });
    await screen.findAllByRole("navigation", { name: "Main" });
    await waitFor(() => expect(requested).toBe(times));
  });

  test("badges disappear after leaving", async () => {
    const here = (isMember: boolean) =>
      buildMember({ portalMembership: { affiliationId: "a", isMember } });
    serve(here(true), { communities: 7 });
    server.use(http.get("/api/affiliations/:id", () => new HttpResponse(null, { status: 404 })));
    const { app } = openPage("/network", whole, { mode: "whitelabel", portal });
    const communities = within(await navOf(tabs));
    expect(await communities.findByText("7")).toBeTruthy();
    serve(here(false));
    await act(() => app.cache.invalidateQueries({ queryKey: keys.me }));
    await waitFor(() => expect(communities.queryByText("7")).toBeNull());
  });
});

test("goes offline with a message and keeps the displayed data", async () => {
  serve(buildMember());
  openPage("/communities", small);
  await screen.findByRole("heading", { name: "communities" });
  act(() => void dispatchEvent(new Event("offline")));
  expect(await screen.findByText("You are offline.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "communities" })).toBeTruthy();
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(screen.queryByText("You are offline.")).toBeNull());
});

test("a public page uses the member's theme, not the device's stored one", async () => {
  serve(buildMember({ theme: "dark" }));
  openPage("/affiliations", whole);
  await navOf(bar);
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe("dark"));
});

test("content missing while offline is announced and loaded when online", async () => {
  serve(buildMember());
  let away = true;
  server.use(
    http.get("/api/affiliations", () =>
      away ? HttpResponse.error() : HttpResponse.json({ items: [], nextCursor: null }),
    ),
    http.get("/api/affiliation-counts", () => HttpResponse.json({ all: 0, mine: 0 })),
  );
  openPage("/affiliations", () => [directoryRoute()]);
  act(() => void dispatchEvent(new Event("offline")));
  expect(await screen.findByText("This loads when the connection is back.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("status", { name: "Loading..." })).toBeNull());
  away = false;
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(screen.queryByText(/when the connection is back/)).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

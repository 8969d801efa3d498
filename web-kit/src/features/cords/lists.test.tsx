import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { buildCordRow } from "../../testing/cords.ts";
import { person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { wholeText } from "../../testing/whole-text.ts";
import type { CordRow } from "./contract.ts";
import { OwnCords } from "./own-cords.tsx";
import { StrongestCords } from "./strongest-cords.tsx";
import { VouchList } from "./vouch-list.tsx";

servePages();

const row = (n: number) => buildCordRow(`p${n}`, `Person ${n}`, 90.8 - n);

let rows: CordRow[];
let requested: string[];
let enabled: boolean;

beforeEach(() => {
  rows = Array.from({ length: 30 }, (_, n) => row(n));
  requested = [];
  enabled = true;
  server.use(
    http.get("/api/me/cord-settings", () => HttpResponse.json({ enabled, showsVouches: true })),
    http.get("/api/me/cords", ({ request }) => {
      const { searchParams } = new URL(request.url);
      requested.push(searchParams.toString());
      const from = Number(searchParams.get("cursor") ?? 0);
      const to = from + Number(searchParams.get("limit"));
      const nextCursor = to < rows.length ? String(to) : null;
      return HttpResponse.json({ items: rows.slice(from, to), nextCursor });
    }),
  );
});

describe("the own cords", () => {
  const open = () => openPage("/", () => [{ path: "/", element: <OwnCords /> }]);
  const list = () => screen.findByRole("list", { name: "Your cords" });

  test("are listed 25 at a time, strongest first", async () => {
    const { member } = open();
    expect(within(await list()).getAllByRole("listitem")).toHaveLength(25);
    await member.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Person 29")).toBeDefined();
    expect(requested).toEqual(["limit=25", "cursor=25&limit=25"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("show the strength rounded down and whether they are active", async () => {
    rows = [buildCordRow("a", "Ling Zhao", 20), buildCordRow("b", "Mateo Silva", 19.9)];
    open();
    const [active, other] = within(await list()).getAllByRole("listitem");
    expect(active?.textContent).toContain("Ling Zhao20Active");
    expect(other?.textContent).toContain("Mateo Silva19");
    expect(other?.textContent).not.toContain("Active");
    expect(screen.getByRole("img", { name: "Cord strength 19 of 100" })).toBeDefined();
  });

  test("explain how they start while there are none", async () => {
    rows = [];
    open();
    expect(await screen.findByRole("heading", { name: "No cords yet" })).toBeDefined();
  });

  test("lead to the settings if they are turned off", async () => {
    rows = [];
    enabled = false;
    open();
    expect(await screen.findByRole("heading", { name: "Cords are turned off" })).toBeDefined();
    const link = screen.getByRole("link", { name: "Open settings" });
    expect(link.getAttribute("href")).toBe("/settings/messages");
  });

  test("allow retrying if they fail to load", async () => {
    server.use(
      http.get("/api/me/cords", () => HttpResponse.json({}, { status: 500 }), { once: true }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load your cords. Please try again.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await list()).toBeDefined();
  });
});

test("the side card shows the five strongest cords, for the viewer only", async () => {
  openPage("/", () => [{ path: "/", element: <StrongestCords /> }]);
  expect(await screen.findByText("Only you see this")).toBeDefined();
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "P0Person 090",
    "P1Person 189",
    "P2Person 288",
    "P3Person 387",
    "P4Person 486",
  ]);
});

describe("vouches", () => {
  const kwame = { userId: "kwame", firstName: "Kwame" };
  const serve = (items: unknown[]) =>
    server.use(
      http.get("/api/users/kwame/vouches", () => HttpResponse.json({ items, nextCursor: null })),
    );
  const open = (self: boolean) =>
    openPage("/", () => [{ path: "/", element: <VouchList person={kwame} self={self} /> }]);

  test("list the members who vouch, with the date", async () => {
    serve([{ ...person("ling", "Ling Zhao"), at: "2026-11-03T10:00:00Z" }]);
    open(false);
    const list = within(await screen.findByRole("list", { name: "Vouches" }));
    expect(list.getByRole("link", { name: "Ling Zhao" }).getAttribute("href")).toBe(
      "/profile/ling",
    );
    expect(list.getByText("Vouches since 3 November 2026")).toBeDefined();
  });

  test("say that none are shown", async () => {
    serve([]);
    open(false);
    expect(await screen.findByText(wholeText("Kwame shows no vouches."))).toBeDefined();
  });

  test("lead to the settings on the own profile", async () => {
    serve([]);
    open(true);
    expect(await screen.findByRole("link", { name: "settings" })).toBeDefined();
  });
});

import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildEdge } from "../../../testing/tenants.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import type { Edge } from "../types.ts";
import { edgeBadge, lagLabel } from "./labels.ts";

servePages();

const well = buildEdge();
const troubled = buildEdge({
  id: "edge-2",
  name: "edge-fra-2",
  version: 810,
  lagMs: 4200,
  refused: [{ host: "members.htwu.example", cause: "its key does not fit its certificate" }],
  tableRefused: "the table removes 30 of 40 hosts without confirmation",
});

const ordersLeft = [
  { issuer: "Let's Encrypt", now: 0, nextAt: "2026-11-24T09:14:02Z" },
  { issuer: "ZeroSSL", now: 12, nextAt: null },
];

beforeEach(() => {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/edges", () =>
      HttpResponse.json({ version: 812, items: [well, troubled], ordersLeft }),
    ),
  );
});

const open = () => openPage("/staff/edges", (app) => staffRoutes(app.cache));
const page = async () => screen.findByRole("region", { name: "Edges" });

describe("the edges", () => {
  test("show the served routes, the last report and rejected entries", async () => {
    open();
    const table = await within(await page()).findByRole("table", { name: "Edges" });
    const row = (name: string) => within(table).getByText(name).closest("tr")?.textContent;
    expect(row("edge-fra-1")).toMatch(/812Current.*31 March.*Current/);
    expect(row("edge-fra-2")).toMatch(/8104 s behind.*Update rejected/);
    expect(screen.getByText(/the table removes 30 of 40 hosts/)).toBeTruthy();
    const refused = screen.getByRole("region", { name: "Rejected hosts" });
    expect(refused.textContent).toContain("members.htwu.example");
    expect(refused.textContent).toContain("its key does not fit its certificate");
    expect(within(await page()).getByText("2 edges, latest routes 812")).toBeTruthy();
  });

  test("are listed with the orders that each authority allows", async () => {
    open();
    const line = await within(await page()).findByText(/^Certificates:/);
    expect(line.textContent).toMatch(
      /Let's Encrypt takes no order now, the next 24 Nov \d\d:\d\d:02; ZeroSSL takes 12 orders now/,
    );
  });

  test("are below the portals in the menu", async () => {
    open();
    const nav = await screen.findByRole("navigation", { name: "Staff sections" });
    const current = within(nav).getAllByRole("link", { current: "page" });
    expect(current.map((link) => link.textContent)).toEqual(["Portals"]);
  });

  test("receive a confirmed removal after an explanation", async () => {
    let requested = 0;
    server.use(
      http.post("/api/control/edges/confirm-loss", () => {
        requested += 1;
        return HttpResponse.json({ until: "2026-11-22T09:24:02Z" });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Allow removing many hosts" }));
    const dialog = await screen.findByRole("dialog", { name: "Allow removing many hosts" });
    expect(dialog.textContent).toContain("more than 20 % of hosts");
    expect(requested).toBe(0);
    await member.click(within(dialog).getByRole("button", { name: "Allow removal" }));
    expect(await screen.findByText(/Edge servers may remove hosts until/)).toBeTruthy();
    expect(requested).toBe(1);
  });

  test("lists missing edges until they are dismissed", async () => {
    const lost = buildEdge({ id: "edge-3", name: "edge-fra-3", lostSince: "2026-11-22T08:00:00Z" });
    const gone: string[] = [];
    server.use(
      http.get("/api/control/edges", () =>
        HttpResponse.json({
          version: 812,
          items: gone.length === 0 ? [well, lost] : [well],
          ordersLeft: [],
        }),
      ),
      http.post("/api/control/edges/:id/dismiss", ({ params }) => {
        gone.push(String(params["id"]));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    expect(await within(await page()).findByText("1 edge, 1 lost, latest routes 812")).toBeTruthy();
    expect(screen.getByText("edge-fra-3").closest("tr")?.textContent).toContain("Lost");
    await member.click(screen.getByRole("button", { name: "Dismiss edge-fra-3" }));
    expect(await within(await page()).findByText("1 edge, latest routes 812")).toBeTruthy();
    expect(gone).toEqual(["edge-3"]);
  });

  test("shows edges that never reported as missing", async () => {
    server.use(
      http.get("/api/control/edges", () =>
        HttpResponse.json({ version: 812, items: [], ordersLeft: [] }),
      ),
    );
    open();
    expect(
      await screen.findByRole("heading", { name: "No edge servers are reporting" }),
    ).toBeTruthy();
  });

  test("can be reloaded after a failure", async () => {
    let requested = 0;
    server.use(
      http.get("/api/control/edges", () => {
        requested += 1;
        if (requested > 1)
          return HttpResponse.json({ version: 812, items: [well], ordersLeft: [] });
        const detail = "The database does not answer.";
        return HttpResponse.json({ status: 503, code: "unavailable", detail }, { status: 503 });
      }),
    );
    const { member } = open();
    expect(await screen.findByText("The database does not answer.")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("edge-fra-1")).toBeTruthy();
  });
});

test("the badge shows the most severe state", () => {
  const badge = (changes: Partial<Edge>) => edgeBadge(buildEdge(changes)).label;
  expect(badge({})).toBe("Current");
  expect(badge({ lagMs: 800 })).toBe("800 ms behind");
  expect(badge({ lagMs: 800, degraded: true })).toBe("Stored routes");
  expect(badge({ refused: troubled.refused })).toBe("1 host refused");
  expect(badge({ degraded: true, lostSince: "2026-11-22T08:00:00Z" })).toBe("Lost");
  expect(lagLabel(180_000)).toBe("3 min behind");
});

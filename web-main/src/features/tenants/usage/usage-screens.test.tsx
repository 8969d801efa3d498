import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusalResponse, reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildTenant } from "../../../testing/tenants.ts";
import { buildUsageReport } from "../../../testing/usage.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import { serveAdminArea } from "../../../testing/affiliation-admin.ts";
import { manageRoutes } from "../../affiliations/main-routes.tsx";
import type { UsageReport } from "./types.ts";

servePages();

const network = "/api/staff/analytics";
const htwu = buildTenant();
const portal = `/api/affiliations/${htwu.affiliationId}/analytics`;
let requested: string[];
let downloads: { name: string; file: Blob }[];

/** Answers with these figures for the requested portal and range. */
const serve = (path: string, changes: Partial<UsageReport> = {}) =>
  server.use(
    http.get(path, ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested.push(`${query.get("weeks")} ${query.get("affiliationId") ?? ""}`.trim());
      const affiliationId = path === network ? query.get("affiliationId") : htwu.affiliationId;
      const weeks = Number(query.get("weeks"));
      return HttpResponse.json(buildUsageReport({ affiliationId, weeks, ...changes }));
    }),
  );

beforeEach(() => {
  requested = [];
  downloads = [];
  const made: Blob[] = [];
  URL.createObjectURL = vi.fn((file: Blob) => {
    made.push(file);
    return "blob:report";
  });
  URL.revokeObjectURL = vi.fn();
  HTMLAnchorElement.prototype.click = function keep() {
    const file = made.at(-1);
    if (file !== undefined) downloads.push({ name: this.download, file });
  };
  const earlier = buildTenant({ id: "t0", brandName: "Dockers", state: "archived" });
  const drafted = buildTenant({
    id: "t2",
    affiliationId: "a2",
    brandName: "Sylheti",
    state: "draft",
  });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/control/tenants", () =>
      HttpResponse.json({ items: [earlier, htwu, drafted], nextCursor: null }),
    ),
  );
});

const openStaff = (search = "") =>
  openPage(`/staff/analytics${search}`, ({ cache }) => staffRoutes(cache));
const area = (name: string) => screen.findByRole("region", { name });
const labelOf = (label: string) => screen.findByText(label, { selector: "dt" });
const figure = async (label: string) =>
  (await labelOf(label)).parentElement?.querySelector("dd")?.textContent;

describe("staff", () => {
  test("see figures with the previous range, if there is one", async () => {
    serve(network);
    openStaff();
    expect(await figure("Active members")).toBe("1,104+38% against the 12 weeks before");
    expect(await figure("New members")).toBe("12");
    expect(await figure("Posts and replies")).toBe("480−4% against the 12 weeks before");
    expect(
      screen.getByRole("img", { name: "From 980 to 1,104 active members a week" }),
    ).toBeDefined();
    expect(screen.getByText(/^Counted until/).textContent).toContain("26 November 2026");
  });

  test("read activity labels, and every chart as a table", async () => {
    serve(network);
    const { member } = openStaff();
    const actions = within(await area("Activity by type")).getAllByRole("listitem");
    expect(actions.map((row) => row.textContent)).toEqual([
      "Viewed a thread4,120",
      "Signed in1,880",
      "Joined a community6",
    ]);
    const weeks = await area("Active members by week");
    await member.click(within(weeks).getByText("Show as a table"));
    const first = within(weeks).getByRole("rowheader", { name: "26 October to 1 November" });
    expect(first.parentElement?.textContent).toBe("26 October to 1 November980790120");
    const byType = await area("Activity by type");
    await member.click(within(byType).getByText("Show as a table"));
    const signedIn = within(byType).getByRole("rowheader", { name: "Signed in" });
    expect(signedIn.parentElement?.textContent).toBe("Signed in1,880");
    const hours = await area("Sign-ins by hour");
    expect(within(hours).getByRole("img").getAttribute("aria-label")).toBe(
      "Most sign-ins on Tuesday at 20:00: 14",
    );
    expect(within(hours).getByText("Local time (Europe/London), sign-ins per hour")).toBeDefined();
    await member.click(within(hours).getByText("Show as a table"));
    const evening = within(hours).getByRole("rowheader", { name: "20:00" });
    expect(evening.parentElement?.textContent).toBe("20:0001400000");
  });

  test("read out weeks with the arrow keys", async () => {
    serve(network);
    openStaff();
    const week = await screen.findByRole("slider", { name: "Week" });
    const said = () => week.getAttribute("aria-valuetext");
    act(() => week.focus());
    expect(said()).toBe("16 to 22 November, so far: 1,104 active, a year earlier 830");
    fireEvent.keyDown(week, { key: "ArrowLeft" });
    expect(said()).toBe("9 to 15 November: 1,070 active, a year earlier 810");
    expect(within(week).getByText("1,070").parentElement?.textContent).toContain("was 810");
    fireEvent.keyDown(week, { key: "Home" });
    fireEvent.keyDown(week, { key: "ArrowLeft" });
    expect(said()).toMatch(/^26 October to 1 November/);
    fireEvent.keyDown(week, { key: "Escape" });
    expect(within(week).queryByText("980")).toBeNull();
  });

  test("read out the week under the pointer", async () => {
    serve(network);
    openStaff();
    const week = await screen.findByRole("slider", { name: "Week" });
    const place = DOMRect.fromRect({ x: 100, width: 300, height: 200 });
    week.getBoundingClientRect = () => place;
    fireEvent.pointerMove(week, { clientX: 190, pointerType: "mouse" });
    expect(within(week).getByText("1,032")).toBeDefined();
    fireEvent.pointerLeave(week, { pointerType: "mouse" });
    expect(within(week).queryByText("1,032")).toBeNull();
  });

  test("see no line of the year before without data", async () => {
    serve(network, {
      byWeek: buildUsageReport().byWeek.map((week) => ({ ...week, activeYearBefore: 0 })),
    });
    openStaff();
    const week = await screen.findByRole("slider", { name: "Week" });
    expect(week.getAttribute("aria-valuetext")).toBe("16 to 22 November, so far: 1,104 active");
    expect(screen.queryByText("A year earlier")).toBeNull();
  });

  test("filter by portal and range, and export", async () => {
    serve(network);
    const { member } = openStaff();
    await labelOf("Active members");
    await member.click(screen.getByRole("button", { name: "Portal: All portals" }));
    const offered = await screen.findAllByRole("menuitemradio");
    expect(offered.map((item) => item.textContent)).toEqual(["All portals", "HTWU"]);
    await member.click(screen.getByRole("menuitemradio", { name: "HTWU" }));
    expect(await screen.findByRole("button", { name: "Portal: HTWU" })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "12 months" }));
    await waitFor(() =>
      expect(requested).toEqual(["12", `12 ${htwu.affiliationId}`, `52 ${htwu.affiliationId}`]),
    );
    await screen.findByText("Number in 12 months");
    await member.click(screen.getByRole("button", { name: "Export" }));
    expect(downloads.map(({ name }) => name)).toEqual(["analytics-htwu-52-weeks.csv"]);
    expect(await downloads[0]?.file.text()).toContain('"Summary","Active members","1104","800"');
  });

  test("download a chart as a picture, and print the report", async () => {
    serve(network);
    vi.stubGlobal("print", vi.fn());
    HTMLImageElement.prototype.decode = () => Promise.resolve();
    const drawImage = vi.fn<(image: HTMLImageElement) => void>();
    HTMLCanvasElement.prototype.getContext = vi.fn().mockReturnValue({ drawImage });
    HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["png"], { type: "image/png" }));
    const { member } = openStaff();
    await member.click(
      await screen.findByRole("button", { name: "Download PNG of “Active members by week”" }),
    );
    await waitFor(() =>
      expect(downloads.map(({ name }) => name)).toEqual(["active-members-by-week.png"]),
    );
    const [image] = drawImage.mock.calls[0] ?? [];
    expect(decodeURIComponent(image?.src ?? "")).toContain(">Active at least once that week<");
    await member.click(screen.getByRole("button", { name: "Print" }));
    expect(window.print).toHaveBeenCalledOnce();
  });

  test("learn that the browser cannot draw a picture", async () => {
    serve(network);
    HTMLCanvasElement.prototype.getContext = vi.fn().mockReturnValue(null);
    const { member } = openStaff();
    await member.click(
      await screen.findByRole("button", { name: "Download PNG of “Sign-ins by hour”" }),
    );
    expect(await screen.findByText("The browser could not draw the picture.")).toBeDefined();
    expect(downloads).toEqual([]);
  });

  test("return to the selection in the address", async () => {
    serve(network);
    openStaff(`?affiliation=${htwu.affiliationId}&weeks=4`);
    expect(await screen.findByRole("button", { name: "Portal: HTWU" })).toBeDefined();
    expect(requested).toEqual([`4 ${htwu.affiliationId}`]);
  });

  test("choose a portal once the portals are loaded", async () => {
    serve(network);
    server.use(
      http.get("/api/control/tenants", () => new HttpResponse(null, { status: 500 }), {
        once: true,
      }),
    );
    const { member } = openStaff();
    await member.click(await screen.findByRole("button", { name: "Portal: All portals" }));
    await member.click(await screen.findByRole("menuitem", { name: "Load the portals again" }));
    expect(await screen.findByRole("menuitemradio", { name: "HTWU" })).toBeDefined();
  });

  test("see that nothing has been counted, and cannot export", async () => {
    serve(network, { countedUntil: null });
    openStaff();
    expect(await screen.findByText("Nothing has been counted yet")).toBeDefined();
    expect(screen.getByRole("button", { name: "Export" }).hasAttribute("disabled")).toBe(true);
  });

  test("see ranges without activity", async () => {
    serve(network, { actions: [], signInsByHour: [] });
    openStaff();
    expect(await screen.findByText("No activity in this period.")).toBeDefined();
    expect(screen.getByText("No sign-ins in this period.")).toBeDefined();
  });

  test("can retry after a failure", async () => {
    server.use(
      http.get(network, () => refusalResponse(500, "internal", "Failed to get analytics")),
    );
    const { member } = openStaff();
    expect(await screen.findByText("Failed to get analytics")).toBeDefined();
    serve(network);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await labelOf("Active members")).toBeDefined();
  });
});

describe("an affiliation's manager", () => {
  const openOwn = () =>
    openPage("/affiliation/htwu/portal/analytics", ({ cache }) => manageRoutes(cache));

  beforeEach(() => {
    const fixture = serveAdminArea("admin");
    fixture.affiliation.id = htwu.affiliationId;
    const overview = {
      ...fixture.overview,
      portal: { tenantId: "t", state: "active", subdomain: "htwu", brandName: "HTWU" },
    };
    server.use(http.get("/api/affiliations/:id/overview", () => HttpResponse.json(overview)));
  });

  test("sees the own portal's figures for the chosen range", async () => {
    serve(portal);
    const { member } = openOwn();
    expect(await screen.findByText("Number in 12 weeks")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "4 weeks" }));
    expect(await screen.findByText("Number in 4 weeks")).toBeDefined();
    expect(requested).toEqual(["12", "4"]);
    expect(screen.queryByRole("button", { name: /^Portal:/ })).toBeNull();
  });

  test("sees the server's message after losing access", async () => {
    const words = "Only affiliation admins can do this";
    server.use(http.get(portal, () => refusalResponse(403, "affiliation-admin-only", words)));
    openOwn();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });
});

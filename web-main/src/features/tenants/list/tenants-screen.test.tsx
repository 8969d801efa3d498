import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildTenant } from "../../../testing/tenants.ts";
import { csvOf } from "../../../ui/csv.ts";
import { toasts } from "@guildhall/web-kit/ui/toast-store.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import { tenantRows } from "./export.ts";

servePages();

const htwu = buildTenant();
const sylheti = buildTenant({
  id: "0192f0c0aa7e7cc0b0d0000000000011",
  brandName: "Sylheti Circle",
  subdomain: "sylheti",
  state: "draft",
  addresses: [
    { host: "sylheti.guildhall.example", kind: "platform", isPrimary: true, state: "active" },
    { host: "circle.sylheti.example", kind: "own", isPrimary: false, state: "verifying" },
  ],
  certificate: { state: "waiting", words: "CNAME not found yet", goodUntil: null, nextAt: null },
});
const htwusDoor = {
  subdomain: "htwu",
  brandName: "HTWU",
  affiliationId: htwu.affiliationId,
  affiliationName: htwu.affiliationName,
  url: htwu.origin,
  looks: { initial: "H", markUrl: null, headings: "plain", css: ":root{--brand:#f5b800;}" },
};
const affiliation = {
  id: htwu.affiliationId,
  name: "Rowan Street Growers",
  urlPath: "rowan-street",
};

let requested: URLSearchParams[];
let sent: unknown[];

beforeEach(() => {
  requested = [];
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/control/tenants/overview", () =>
      HttpResponse.json({
        counts: { all: 2, active: 1, draft: 1, suspended: 0, archived: 0 },
        attention: [
          {
            tenantId: htwu.id,
            brandName: "HTWU",
            kind: "failed",
            title: "HTWU: certificate cannot be issued",
            detail: "CAA record refuses our issuer",
          },
        ],
      }),
    ),
    http.get("/api/control/tenants", ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested.push(query);
      const items = [htwu, sylheti].filter(
        ({ state }) => !query.has("state") || state === query.get("state"),
      );
      return HttpResponse.json({ items, nextCursor: null });
    }),
    http.get("/api/affiliations", () =>
      HttpResponse.json({ items: [affiliation], nextCursor: null }),
    ),
  );
});

const open = () => openPage("/staff/tenants", (app) => staffRoutes(app.cache));

describe("the list of portals", () => {
  test("shows addresses, certificates and portals that need attention", async () => {
    open();
    const row = (await screen.findByRole("link", { name: "Sylheti Circle" })).closest("tr");
    expect(row?.textContent).toContain("Waiting for DNS");
    expect(row?.textContent).toContain("CNAME not found yet");
    expect(row?.textContent).toContain("Setting up");
    expect(await screen.findByText("HTWU: certificate cannot be issued")).toBeTruthy();
    const page = screen.getByRole("region", { name: "Portals" });
    expect(within(page).getByText("2 branded portals")).toBeTruthy();
  });

  test("filters by state in the address", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: /^Setting up/ }));
    await screen.findByRole("link", { name: "Sylheti Circle" });
    await expect.poll(() => screen.queryByRole("link", { name: "HTWU" })).toBeNull();
    expect(requested.at(-1)?.get("state")).toBe("draft");
  });

  test("filters by attention and address kind in the address", async () => {
    const { member } = open();
    await screen.findByRole("link", { name: "HTWU" });
    await member.click(screen.getByRole("button", { name: "Filter" }));
    await member.click(await screen.findByRole("menuitemradio", { name: "Waiting for DNS" }));
    await expect.poll(() => requested.at(-1)?.get("needs")).toBe("dns");
    await member.click(await screen.findByRole("button", { name: "Filter: Waiting for DNS" }));
    await member.click(await screen.findByRole("menuitemradio", { name: "Custom domain" }));
    await expect.poll(() => requested.at(-1)?.toString()).toContain("at=own");
    expect(requested.at(-1)?.get("needs")).toBe("dns");
    const both = await screen.findByRole("button", {
      name: "Filter: Waiting for DNS, Custom domain",
    });
    await member.click(both);
    await member.click(await screen.findByRole("menuitem", { name: "Clear the filter" }));
    await expect.poll(() => requested.at(-1)?.has("needs")).toBe(false);
  });

  test("applies the address's filter and reports no matches", async () => {
    server.use(
      http.get("/api/control/tenants", ({ request }) => {
        requested.push(new URL(request.url).searchParams);
        return HttpResponse.json({ items: [], nextCursor: null });
      }),
    );
    openPage("/staff/tenants?needs=approval&at=own&sort=newest", (app) => staffRoutes(app.cache));
    expect(await screen.findByText("No portals found")).toBeTruthy();
    const [first] = requested;
    expect([first?.get("needs"), first?.get("at"), first?.get("sort")]).toEqual([
      "approval",
      "own",
      "newest",
    ]);
    expect(screen.getByRole("button", { name: "Export" })).toHaveProperty("disabled", true);
  });

  test("searches after a pause in typing", async () => {
    const { member } = open();
    await screen.findByRole("link", { name: "HTWU" });
    await member.type(screen.getByRole("searchbox"), "htwu.example");
    await expect.poll(() => requested.at(-1)?.get("q")).toBe("htwu.example");
  });
});

describe("a portal in the list", () => {
  const openMenu = async () => {
    const opened = open();
    await opened.member.click(await screen.findByRole("button", { name: "More about HTWU" }));
    return opened;
  };

  test("opens its front door for staff who are not members", async () => {
    await openMenu();
    const entry = await screen.findByRole("menuitem", { name: "Open HTWU Portal" });
    expect(entry.getAttribute("href")).toBe(htwu.origin);
  });

  test("transfers its members with their session", async () => {
    const begun: unknown[] = [];
    server.use(
      http.get("/api/transfer/targets", () => HttpResponse.json({ items: [htwusDoor] })),
      http.post("/api/transfer", async ({ request }) => {
        begun.push(await request.json());
        return HttpResponse.json({ detail: "Not now" }, { status: 429 });
      }),
    );
    const { member } = await openMenu();
    const entry = await screen.findByRole("menuitem", { name: "Open HTWU Portal" });
    await expect.poll(() => entry.isConnected && entry.hasAttribute("href")).toBe(false);
    await member.click(screen.getByRole("menuitem", { name: "Open HTWU Portal" }));
    await expect.poll(() => begun).toEqual([{ subdomain: "htwu", redirectPath: "/" }]);
  });
});

describe("an export", () => {
  /** Three portals on three pages. */
  const pages = [htwu, sylheti, buildTenant({ id: "third", brandName: "WISE" })];
  let files: Blob[];

  beforeEach(() => {
    files = [];
    const createObjectURL = (file: Blob) => {
      files.push(file);
      return "blob:portals";
    };
    Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  });
  afterEach(() => vi.restoreAllMocks());

  const servePaged = () =>
    server.use(
      http.get("/api/control/tenants", ({ request }) => {
        const query = new URL(request.url).searchParams;
        requested.push(query);
        const at = Number(query.get("cursor") ?? 0);
        const nextCursor = at + 1 < pages.length ? String(at + 1) : null;
        return HttpResponse.json({ items: [pages[at]], nextCursor });
      }),
    );

  test("contains every matching portal, loaded or not", async () => {
    servePaged();
    const { member } = openPage("/staff/tenants?q=house&needs=dns", (app) =>
      staffRoutes(app.cache),
    );
    await screen.findByRole("link", { name: "HTWU" });
    expect(screen.queryByRole("link", { name: "WISE" })).toBeNull();
    const before = requested.length;
    await member.click(screen.getByRole("button", { name: "Export" }));
    await expect.poll(() => files.length).toBe(1);
    const lines = (await files[0]?.text())?.split("\r\n") ?? [];
    expect(lines.map((line) => line.split(",")[0])).toEqual([
      '"Portal"',
      '"HTWU"',
      '"Sylheti Circle"',
      '"WISE"',
    ]);
    const own = requested.slice(before);
    expect(own.map((query) => query.get("cursor"))).toEqual([null, "1", "2"]);
    expect(own.every((query) => query.get("limit") === "100")).toBe(true);
    expect(own.every((query) => query.get("q") === "house")).toBe(true);
    expect(own.every((query) => query.get("needs") === "dns")).toBe(true);
  });

  test("saves no file and shows the reason if an export fails midway", async () => {
    servePaged();
    const { member } = open();
    await screen.findByRole("link", { name: "HTWU" });
    server.use(
      http.get("/api/control/tenants", ({ request }) =>
        new URL(request.url).searchParams.has("cursor")
          ? HttpResponse.json({ status: 503, code: "x", detail: "Away" }, { status: 503 })
          : HttpResponse.json({ items: [htwu], nextCursor: "1" }),
      ),
    );
    await member.click(screen.getByRole("button", { name: "Export" }));
    await expect.poll(() => toasts.snapshot().map(({ text }) => text)).toContain("Away");
    expect(files).toEqual([]);
  });
});

describe("a new portal", () => {
  async function fillIn() {
    const opened = open();
    await screen.findByRole("link", { name: "HTWU" });
    const page = screen.getByRole("region", { name: "Portals" });
    await opened.member.click(within(page).getByRole("button", { name: "New portal" }));
    const dialog = await screen.findByRole("dialog");
    await opened.member.type(within(dialog).getByRole("searchbox"), "rowan");
    await opened.member.click(await within(dialog).findByRole("radio", { name: /Rowan Street/ }));
    return { ...opened, dialog };
  }

  test("takes name and subdomain from the affiliation and opens its page", async () => {
    server.use(
      http.post("/api/control/tenants", async ({ request }) => {
        sent.push(await request.json(), request.headers.has("Idempotency-Key"));
        return HttpResponse.json(sylheti, { status: 201 });
      }),
      http.get(`/api/control/tenants/${sylheti.id}`, () => HttpResponse.json(sylheti)),
      http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: [] })),
    );
    const { member, dialog, path } = await fillIn();
    await member.click(within(dialog).getByRole("button", { name: "Create portal" }));
    await expect.poll(path).toBe(`/staff/tenants/${sylheti.id}`);
    expect(sent).toEqual([
      {
        affiliationId: affiliation.id,
        subdomain: "rowan-street",
        brandName: "Rowan Street Growers",
      },
      true,
    ]);
  });

  test("validates the subdomain before sending", async () => {
    const { member, dialog } = await fillIn();
    const field = within(dialog).getByRole("textbox", { name: "Subdomain" });
    await member.clear(field);
    await member.type(field, "rowan_street");
    await member.tab();
    expect(await within(dialog).findByText(/lower-case letters, digits and hyphens/)).toBeTruthy();
  });

  test("shows an error at its field", async () => {
    const message = "This subdomain is already taken.";
    server.use(
      http.post("/api/control/tenants", () =>
        HttpResponse.json(
          {
            status: 409,
            code: "subdomain-taken",
            detail: message,
            errors: [{ field: "subdomain", code: "taken", message }],
          },
          { status: 409 },
        ),
      ),
    );
    const { member, dialog } = await fillIn();
    await member.click(within(dialog).getByRole("button", { name: "Create portal" }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    const field = within(dialog).getByRole("textbox", { name: "Subdomain" });
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });
});

test("an exported name is never a formula", () => {
  const [, row] = csvOf(tenantRows([buildTenant({ brandName: '=HYPERLINK("x")' })])).split("\r\n");
  expect(row?.startsWith(`"'=HYPERLINK(""x"")",`)).toBe(true);
});

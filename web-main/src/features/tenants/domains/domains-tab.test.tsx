import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildCertificate, buildDomain, buildTenant } from "../../../testing/tenants.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import { normaliseHostInput, hostFault } from "../rules.ts";
import type { CertificateOrder, Domain, Tenant } from "../types.ts";
import { checkLabel } from "./check-label.ts";
import { validityOf } from "./validity-bar.tsx";

servePages();

let tenant: Tenant;
let domains: Domain[];
let performedActions: string[];

beforeEach(() => {
  tenant = buildTenant();
  domains = [buildDomain()];
  performedActions = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
    http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: domains })),
    http.get("/api/control/tenants/:id/certificates", () =>
      HttpResponse.json({ items: [buildCertificate()] }),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/control/tenants/:id/domains/:domainId/:action", ({ params }) => {
      performedActions.push(String(params["action"]));
      return HttpResponse.json(domains[0]);
    }),
  );
});

const open = (below = "") =>
  openPage(`/staff/tenants/${tenant.id}/domains${below}`, (app) => staffRoutes(app.cache));
const button = (name: string) => screen.findByRole("button", { name });

describe("the domains of a portal", () => {
  test("show the records to set and each resolver's result", async () => {
    const { member, path } = open();
    await member.click(await screen.findByRole("button", { name: /^members\.htwu\.example/ }));
    const records = await screen.findByRole("table", { name: "Records of members.htwu.example" });
    const rows = within(records).getAllByRole("row").slice(1);
    expect(rows[0]?.textContent).toContain("Found");
    expect(rows[0]?.textContent).toContain("192.0.2.2: Found");
    expect(rows[1]?.textContent).toContain("Not found yet");
    expect(within(records).getByRole("button", { name: "Copy the TXT value" })).toBeTruthy();
    expect(screen.getByText("1 of 2 records")).toBeTruthy();
    expect(path()).toContain(domains[0]?.id);
  });

  test("are checked on request", async () => {
    const { member } = open(`/${buildDomain().id}`);
    await member.click(await button("Check now"));
    expect(await screen.findByText("Checked")).toBeTruthy();
    expect(performedActions).toEqual(["check"]);
  });

  test("are approved by staff only", async () => {
    domains = [buildDomain({ state: "awaitingApproval", recordsFound: 2 })];
    const { member } = open(`/${buildDomain().id}`);
    await member.click(await button("Approve"));
    await expect.poll(() => performedActions).toEqual(["approve"]);
  });

  test("restore the platform's address as primary", async () => {
    const host = "htwu.guildhall.example";
    domains = [
      buildDomain({ id: "platform", kind: "platform", host, state: "active", records: [] }),
      buildDomain({ state: "active", isPrimary: true, recordsFound: 2 }),
    ];
    const requested: string[] = [];
    server.use(
      http.post("/api/control/tenants/:id/domains/:domainId/primary", ({ params }) => {
        requested.push(String(params["domainId"]));
        return HttpResponse.json(domains[0]);
      }),
    );
    const { member } = open();
    await member.click(await button(`More about ${host}`));
    await member.click(await screen.findByRole("menuitem", { name: "Make primary" }));
    expect(await screen.findByText("Primary domain changed")).toBeTruthy();
    expect(requested).toEqual(["platform"]);
  });

  test("show that a certificate waits for DNS only if it does", async () => {
    const waiting = { words: "", goodUntil: null, nextAt: null, state: "waiting" } as const;
    domains = [buildDomain({ state: "issuing", certificate: waiting })];
    server.use(
      http.get("/api/control/tenants/:id/certificates", () => HttpResponse.json({ items: [] })),
    );
    open();
    const panel = await screen.findByRole("complementary", { name: "Certificate" });
    expect(within(panel).getByText("Waiting")).toBeTruthy();
    expect(screen.queryByText("Waiting for DNS")).toBeNull();
  });

  test("show other viewers that they await approval", async () => {
    tenant = buildTenant({ asStaff: false });
    domains = [buildDomain({ state: "awaitingApproval", recordsFound: 2 })];
    open(`/${buildDomain().id}`);
    expect(await screen.findByText(/Staff review the domain/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });

  test("shows just added domains as unchecked", async () => {
    const [record] = buildDomain().records;
    if (record === undefined) throw new Error("a domain has records");
    domains = [
      buildDomain({
        records: [{ ...record, state: "unseen", seen: [], words: "", resolvers: [] }],
      }),
    ];
    open(`/${buildDomain().id}`);
    const records = await screen.findByRole("table", { name: "Records of members.htwu.example" });
    const cells = within(records).getAllByRole("cell");
    expect(cells[3]?.textContent?.trim()).toBe("Not checked yet");
  });

  test("shows that domains of a draft portal wait for activation", async () => {
    domains = [
      buildDomain({ id: "platform", kind: "platform", state: "awaitingActivation", records: [] }),
    ];
    open("/platform");
    expect(await screen.findByText("After activation")).toBeTruthy();
    expect(screen.getByText(/It is reachable once the portal is activated/)).toBeTruthy();
    expect(screen.queryByText("Awaiting approval")).toBeNull();
  });

  describe("have a history", () => {
    const orders = () => HttpResponse.json({ items: past });
    const issued: CertificateOrder = {
      id: "order-2",
      outcome: "issued",
      issuer: "letsencrypt",
      cause: null,
      tries: 1,
      orderedAt: "2026-10-12T09:14:02Z",
      firstAt: "2026-10-12T09:14:24Z",
      lastAt: "2026-10-12T09:14:24Z",
      serial: "04:9a:e1:7c",
      goodUntil: "2027-01-10T09:14:24Z",
    };
    const words = "The TXT record _guildhall.members.htwu.example is not there.";
    const failed: CertificateOrder = {
      ...issued,
      id: "order-1",
      outcome: "failed",
      issuer: null,
      cause: { code: "proof-missing", words },
      tries: 3,
      orderedAt: null,
      lastAt: "2026-10-12T08:14:24Z",
      serial: null,
      goodUntil: null,
    };
    let past: CertificateOrder[];

    const openHistory = async (answer: () => Response = orders) => {
      server.use(
        http.get("/api/control/tenants/:id/certificates", () =>
          HttpResponse.json({ items: [buildCertificate()] }),
        ),
        http.get("/api/control/tenants/:id/certificates/:host/orders", answer),
      );
      domains = [buildDomain({ state: "active", host: buildCertificate().host })];
      const opened = open(`/${buildDomain().id}`);
      await opened.member.click(await button("History"));
      return { ...opened, dialog: await screen.findByRole("dialog") };
    };

    test("shows issued certificates, and failures with their reasons", async () => {
      past = [issued, failed];
      const { member, dialog } = await openHistory();
      const list = await within(dialog).findByRole("list", { name: "Orders" });
      const [first, second] = within(list).getAllByRole("listitem");
      expect(first?.textContent).toContain("Issued by letsencrypt");
      expect(first?.textContent).toContain("Valid until 10 January");
      expect(second?.textContent).toContain("Not ordered");
      expect(second?.textContent).toContain(words);
      expect(second?.textContent).toContain("3 attempts");
      await member.keyboard("{Escape}");
      await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
      expect(document.activeElement?.textContent, "the focus is back").toBe("History");
    });

    test("shows an empty certificate history", async () => {
      past = [];
      const { dialog } = await openHistory();
      expect(await within(dialog).findByText("No completed orders yet.")).toBeTruthy();
    });

    test("allows retrying if the certificate history fails to load", async () => {
      past = [issued];
      const { member, dialog } = await openHistory(() =>
        HttpResponse.json({ status: 503, code: "x", detail: "Away" }, { status: 503 }),
      );
      expect(await within(dialog).findByText("Away")).toBeTruthy();
      server.use(http.get("/api/control/tenants/:id/certificates/:host/orders", orders));
      await member.click(within(dialog).getByRole("button", { name: "Try Again" }));
      expect(await within(dialog).findByText("Issued by letsencrypt")).toBeTruthy();
    });
  });

  test("lists names that the issuer refuses next to valid ones", async () => {
    const words = "ca issues no certificate for www.htwu.example: policy forbids it";
    server.use(
      http.get("/api/control/tenants/:id/certificates", () =>
        HttpResponse.json({
          items: [
            buildCertificate({ leftOut: [{ name: "www.htwu.example", words, againAt: null }] }),
          ],
        }),
      ),
    );
    domains = [buildDomain({ state: "active" })];
    open(`/${buildDomain().id}`);
    expect(await screen.findByText(`Without www.htwu.example: ${words}`)).toBeTruthy();
  });

  test("shows why a certificate cannot be issued", async () => {
    const words = "A CAA record lets only digicert.com issue certificates.";
    domains = [buildDomain({ state: "failing", cause: { code: "caa-forbids", words } })];
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe("a new domain", () => {
  test("is normalised from pasted text, with www optionally", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/control/tenants/:id/domains", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(buildDomain({ host: "htwu.example" }), { status: 201 });
      }),
    );
    const { member } = open();
    await member.click(await button("Add domain"));
    const dialog = await screen.findByRole("dialog");
    await member.type(within(dialog).getByLabelText("Domain"), "https://HTWU.example/join");
    expect(within(dialog).getByRole("checkbox", { name: /www\.htwu\.example/ })).toBeTruthy();
    await member.click(within(dialog).getByRole("button", { name: "Add domain" }));
    await expect.poll(() => sent).toEqual([{ host: "htwu.example", withWww: true }]);
  });

  test.each([
    ["192.0.2.1", "An IP address cannot be a domain."],
    ["intranet", "Please enter the whole domain, such as members.example.org."],
    ["a b.example", "This is not a domain. Please check it."],
    ["", "Please enter a domain."],
  ])("cannot be %s", (typed, words) => {
    expect(hostFault(normaliseHostInput(typed))).toBe(words);
  });
});

test("shows a certificate's lifetime in days", () => {
  const { notBefore, goodUntil, renewsAt } = buildCertificate();
  const life = validityOf(
    { from: notBefore ?? "", until: goodUntil ?? "", renewsAt },
    Date.parse("2026-11-20T10:00:00Z"),
  );
  expect([life.day, life.days]).toEqual([40, 90]);
  expect(life.renewal).toBeGreaterThan(life.lived);
});

test("shows the last check, the next one and the end of checking", () => {
  const now = Date.parse("2026-11-22T10:00:00Z");
  const domain = buildDomain({
    checkedAt: "2026-11-22T09:59:20Z",
    nextCheckAt: "2026-11-22T10:00:20Z",
    givesUpAt: "2026-11-25T10:00:00Z",
  });
  expect(checkLabel(domain, now)).toBe(
    "Checked 40 seconds ago · next check in 20 seconds · checks continue for 3 days",
  );
});

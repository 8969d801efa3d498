import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffRoutes } from "./routes.tsx";

servePages();

/** The queries that each list sent, in order. */
let requested: string[];

const answers = (path: string) =>
  http.get(path, ({ request }) => {
    requested.push(new URL(request.url).search);
    return HttpResponse.json({ items: [], nextCursor: null });
  });

beforeEach(() => {
  requested = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/tenants/overview", () => new HttpResponse(null, { status: 503 })),
    answers("/api/staff/security-alerts"),
    answers("/api/staff/audit"),
    http.get("/api/staff/audit/actions", () => HttpResponse.json({ actions: ["account.ban"] })),
    answers("/api/staff/users"),
    answers("/api/staff/communities"),
    answers("/api/staff/waitlist"),
    answers("/api/control/tenants"),
  );
});

const open = (path: string) => openPage(path, ({ cache }) => staffRoutes(cache));

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const lastAsked = (query: string) => waitFor(() => expect(requested.at(-1)).toBe(query));

describe("a choice made while another is being applied is combined with it", () => {
  test("combines concurrent choices in the security alerts", async () => {
    open("/staff/security-alerts?userId=bob");
    fireEvent.click(await screen.findByRole("button", { name: "Servers" }));
    type(screen.getByRole("textbox", { name: "Severity" }), "high");
    type(screen.getByRole("textbox", { name: "Kind of alert" }), " csp ");
    await lastAsked("?raisedBy=server&alertType=csp&severity=high&userId=bob");
    fireEvent.click(screen.getByRole("button", { name: "All" }));
    await lastAsked("?alertType=csp&severity=high&userId=bob");
  });

  test("combines concurrent choices in the audit log", async () => {
    open("/staff/audit");
    await screen.findByRole("option", { name: "Account banned" });
    type(screen.getByRole("combobox", { name: "Action" }), "account.ban");
    type(screen.getByLabelText("From"), "2026-11-01");
    type(screen.getByLabelText("Before"), "2026-11-02");
    const day = (text: string) => encodeURIComponent(`${text}T00:00:00Z`);
    await lastAsked(`?action=account.ban&from=${day("2026-11-01")}&to=${day("2026-11-02")}`);
  });

  test("combines concurrent choices and the search text in the portals list", async () => {
    open("/staff/tenants");
    type(await screen.findByRole("searchbox"), "oak");
    fireEvent.click(screen.getByRole("button", { name: "Setting up" }));
    await waitFor(() => expect(requested.at(-1)).toContain("q=oak"));
    expect(requested.at(-1)).toContain("state=draft");
    expect(screen.getByRole("button", { name: "Setting up" }).ariaPressed).toBe("true");
  });

  test.each(["users", "communities"])("keeps the last input in %s", async (list) => {
    open(`/staff/${list}?q=b`);
    const field = await screen.findByRole<HTMLInputElement>("searchbox");
    expect(field.value).toBe("b");
    type(field, "br");
    type(field, "bri ");
    await lastAsked("?q=bri");
    expect(field.value).toBe("bri ");
    expect(requested).toEqual(["?q=b", "?q=bri"]);
  });

  test("keeps the last choice on the waitlist", async () => {
    open("/staff/waitlist");
    fireEvent.click(await screen.findByRole("button", { name: "Invited" }));
    fireEvent.click(screen.getByRole("button", { name: "Declined" }));
    await lastAsked("?status=declined");
    expect(screen.getByRole("button", { name: "Declined" }).ariaPressed).toBe("true");
  });
});

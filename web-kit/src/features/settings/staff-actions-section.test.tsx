import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { settingsRoutes } from "./routes.tsx";

servePages();

beforeEach(() => {
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember({ portalMembership }))));
});

const serve = (items: unknown[]) =>
  server.use(
    http.get("/api/me/staff-actions", () => HttpResponse.json({ items, nextCursor: null })),
  );
const open = (portal: typeof buildPortal | null = null) =>
  openPage("/settings/staff-actions", settingsRoutes, {
    portal,
    mode: portal === null ? "main" : "whitelabel",
  });

test.each([
  ["the main site", null],
  ["a portal", buildPortal],
])("lists the staff actions with their reasons on %s", async (_, portal) => {
  serve([
    { id: "1", action: "user_pause", reason: "Quarrels", createdAt: "2026-11-20T10:00:00Z" },
    { id: "2", action: "account.view-as", reason: null, createdAt: "2026-11-19T10:00:00Z" },
  ]);
  open(portal);
  const list = await screen.findByRole("list", { name: "Staff actions" });
  const items = within(list).getAllByRole("listitem");
  expect(items[0]?.textContent).toMatch(/^Account pausedQuarrels20 /);
  expect(items[1]?.textContent).toMatch(/^Account viewed as this member19 /);
});

test("says that there are none", async () => {
  serve([]);
  open();
  expect(await screen.findByText("Staff have not acted on your account.")).toBeDefined();
});

test("a failed list can be retried", async () => {
  server.use(
    http.get("/api/me/staff-actions", () =>
      HttpResponse.json({ status: 500, code: "x", detail: "No answer" }, { status: 500 }),
    ),
  );
  const { member } = open();
  expect(await screen.findByText("No answer")).toBeDefined();
  serve([]);
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Staff have not acted on your account.")).toBeDefined();
});

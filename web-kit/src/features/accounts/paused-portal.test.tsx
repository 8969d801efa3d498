import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { call } from "../../api/client.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { waitForPausedNotice } from "./paused-portal.ts";

servePages();

const unavailable = () =>
  HttpResponse.json(
    { status: 503, code: "portal-unavailable", detail: "This portal is not available" },
    { status: 503 },
  );
let isPaused: boolean;

beforeEach(() => {
  isPaused = false;
  sessionStorage.clear();
  const me = buildMember({ portalMembership: { ...portalMembership, isMember: true } });
  server.use(
    http.get("/api/me", () => (isPaused ? unavailable() : HttpResponse.json(me))),
    http.get("/api/boot", () => (isPaused ? unavailable() : HttpResponse.json({}))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [{ path: "faq", element: <h1>Questions</h1> }],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

async function inside() {
  const page = openPage("/communities", routes, { portal: buildPortal, mode: "whitelabel" });
  await screen.findByRole("heading", { name: "My Communities" });
  await waitFor(() => expect(streams).toHaveLength(1));
  return page;
}

describe("a portal that is paused while it is open", () => {
  test("is reloaded for its notice without the sign-in in between", async () => {
    const page = await inside();
    isPaused = true;
    const event = { type: "session.ended", reason: "affiliation-paused" };
    await act(async () => streams[0]?.tell(1, event));
    await waitFor(() => expect(page.reloads()).toBe(1));
    expect(page.path()).toBe("/communities");
    expect(screen.queryByText("Session expired. Please log in again.")).toBeNull();
  });

  test("is reloaded once when several requests of a visitor are refused", async () => {
    const page = openPage("/faq", routes, { portal: buildPortal, mode: "whitelabel" });
    await screen.findByRole("heading", { name: "Questions" });
    isPaused = true;
    await Promise.allSettled([call("GET", "/api/boot"), call("GET", "/api/boot")]);
    expect(page.reloads()).toBe(1);
  });

  test("waits for an edge that still serves it", async () => {
    let attempts = 0;
    const shown = await waitForPausedNotice(async () => {
      attempts += 1;
      isPaused = attempts === 3;
    });
    expect([shown, attempts]).toEqual([true, 3]);
  });

  test("gives up on an edge that keeps serving it", async () => {
    expect(await waitForPausedNotice(async () => undefined)).toBe(false);
  });
});

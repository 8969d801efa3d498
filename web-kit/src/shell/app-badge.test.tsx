import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Me } from "../api/types.ts";
import { clearOfflineData } from "../offline/service-worker.ts";
import { siteRoutes } from "../routes/site-routes.tsx";
import { openPage, servePages, server, streams } from "../testing/open-page.tsx";
import { buildMember } from "../testing/people.ts";

servePages();

let unread: number;
const icon = {
  setAppBadge: vi.fn<(count: number) => Promise<void>>(),
  clearAppBadge: vi.fn<() => Promise<void>>(),
};

beforeEach(() => {
  unread = 3;
  vi.clearAllMocks();
  icon.setAppBadge.mockResolvedValue();
  icon.clearAppBadge.mockResolvedValue();
  Object.assign(navigator, icon);
  server.use(
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/feed", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/me/badges", () =>
      HttpResponse.json({ communities: 7, activity: unread, messages: 2 }),
    ),
  );
});

async function openAs(me: Me) {
  server.use(http.get("/api/me", () => HttpResponse.json(me)));
  openPage("/home", (app) =>
    siteRoutes(app, { open: [], member: [{ path: "communities", element: <h1>Inside</h1> }] }),
  );
  await screen.findByRole("main");
}

test("the app's icon shows the unread notifications until they are read", async () => {
  await openAs(buildMember({ id: "nadia" }));
  await waitFor(() => expect(icon.setAppBadge).toHaveBeenLastCalledWith(3));
  unread = 0;
  act(() => streams[0]?.tell(1, { type: "activity.changed" }));
  await waitFor(() => expect(icon.clearAppBadge).toHaveBeenCalled());
});

test("signing out removes the number", async () => {
  await clearOfflineData();
  expect(icon.clearAppBadge).toHaveBeenCalled();
});

import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import type { Me } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";

servePages();

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

function serve(changes: Partial<Me>) {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember(changes))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

const paused = { accountStatus: "paused", pausedUntil: "2027-03-01T12:00:00Z" } as const;

test("shows who suspended the account, until when, and the account", async () => {
  serve(paused);
  const { path } = openPage("/communities", routes);
  expect(await screen.findByRole("heading", { name: "Your account is paused" })).toBeTruthy();
  expect(path()).toBe("/access-paused");
  expect(
    screen.getByText(
      "It was paused by the moderation team. While it is paused, communities, messaging and profile updates are unavailable.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("Paused")).toBeTruthy();
  expect(screen.getByText(/1 March 2027/)).toBeTruthy();
  expect(screen.getByText(buildMember().email)).toBeTruthy();
  expect(screen.getByText(buildMember().id)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ask our staff" }).getAttribute("href")).toBe(
    "/support/tickets",
  );
  expect(screen.getByRole("link", { name: /support@/ }).getAttribute("href")).toMatch(/^mailto:/);
});

test("shows no end for an indefinite suspension", async () => {
  serve({ ...paused, pausedUntil: null });
  openPage("/access-paused", routes);
  await screen.findByRole("heading", { name: "Your account is paused" });
  expect(screen.queryByText("Until")).toBeNull();
});

test("signing out navigates to the sign-in", async () => {
  serve(paused);
  server.use(
    http.post("/api/usersSignout", () => {
      document.cookie = "csst_present=; max-age=0";
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { member, path } = openPage("/access-paused", routes);
  await member.click(await screen.findByRole("button", { name: "Log Out" }));
  await waitFor(() => expect(path()).toBe("/login"));
});

test("admits the member when the server ends the suspension, regardless of the device clock", async () => {
  // The device's clock is far past the end of the suspension.
  serve({ ...paused, pausedUntil: "2020-03-01T12:00:00Z" });
  openPage("/communities", routes);
  expect(await screen.findByRole("heading", { name: "Your account is paused" })).toBeTruthy();
  serve({ accountStatus: "active", pausedUntil: null });
  expect(await screen.findByRole("heading", { name: "My Communities" })).toBeTruthy();
});

test("an expired suspension does not block", async () => {
  serve({ accountStatus: "active", pausedUntil: null });
  openPage("/access-paused", routes);
  expect(await screen.findByRole("heading", { name: "Home" })).toBeTruthy();
});

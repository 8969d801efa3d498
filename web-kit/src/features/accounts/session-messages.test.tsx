import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { toasts } from "../../ui/toast-store.ts";
import { openSession, signOut } from "./session.ts";

servePages();
beforeEach(() => {
  sessionStorage.clear();
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
});

const CHECK = "/api/usersCheckAuthStatus";
const SIGN_OUT = "/api/usersSignout";

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

/** A signed-in member's page whose session is being monitored. */
async function inside() {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
  const page = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  return page;
}

const comesBack = () => window.dispatchEvent(new Event("focus"));

const refusal = (status: number, code: string, detail: string) =>
  HttpResponse.json({ status, code, detail, errors: [] }, { status });

describe("a check of the session", () => {
  test("ends the session if the response has no token", async () => {
    const { path } = await inside();
    server.use(
      http.post(CHECK, () => HttpResponse.json({ uid: "one" })),
      http.get("/api/me", () => refusal(401, "not-authenticated", "User not authenticated")),
    );
    comesBack();
    expect(await screen.findByText("No custom token received")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("reports a server error and keeps the session", async () => {
    const { path } = await inside();
    server.use(http.post(CHECK, () => refusal(500, "internal", "An error occurred.")));
    comesBack();
    expect(await screen.findByText("Failed to check auth status")).toBeTruthy();
    expect(path()).toBe("/communities");
    expect(screen.getByRole("heading", { name: "My Communities" })).toBeTruthy();
  });

  test("reloads the page if another tab has begun a view as a member", async () => {
    const { reloads, path } = await inside();
    const viewedAs = { staffId: "one", userId: "two", endsAt: "2030-01-01T00:00:00Z" };
    server.use(
      http.post(CHECK, () => refusal(403, "view-as-read-only", "This view is read-only.")),
      http.get("/api/me", () => HttpResponse.json(buildMember({ id: "two", viewedAs }))),
    );
    comesBack();
    await waitFor(() => expect(reloads()).toBe(1));
    expect(path()).toBe("/communities");
    expect(screen.queryByText("Failed to check auth status")).toBeNull();
  });
});

describe("signing out", () => {
  test("keeps the member signed in if the server refuses", async () => {
    const { path } = await inside();
    server.use(http.post(SIGN_OUT, () => refusal(500, "internal", "An error occurred.")));
    await signOut();
    expect(await screen.findByText("Failed to logout. Please try again.")).toBeTruthy();
    expect(path()).toBe("/communities");
  });

  test("keeps the member signed in if the request is lost", async () => {
    const { path } = await inside();
    server.use(http.post(SIGN_OUT, () => HttpResponse.error()));
    await signOut();
    expect(await screen.findByText("Logout failed. Please try again.")).toBeTruthy();
    expect(path()).toBe("/communities");
  });

  test("starts no other operation until it has finished", async () => {
    await inside();
    let over: () => void = () => undefined;
    const answered = new Promise<void>((done) => {
      over = done;
    });
    server.use(
      http.post(SIGN_OUT, async () => {
        await answered;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const leaving = signOut();
    await expect(openSession("proof", true)).rejects.toThrow("Logout in progress");
    over();
    await leaving;
  });
});

test("a proof older than a sign-out is refused with the server's message", async () => {
  document.cookie = "csst_present=; max-age=0";
  server.use(
    http.post("/api/identity/login", () =>
      HttpResponse.json({ outcome: "success", idToken: "old", uid: "one" }),
    ),
    http.post("/api/usersSignin", () => refusal(409, "logout-in-progress", "Logout in progress")),
  );
  const { member } = openPage("/login", routes);
  await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
  await member.type(screen.getByLabelText("Password"), "Bridges2026");
  await member.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Logout in progress")).toBeTruthy();
});

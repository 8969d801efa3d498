import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { rememberReturnPath, takeReturnPath } from "./return-path.ts";
import { signOut } from "./session.ts";

servePages();
beforeEach(() => {
  sessionStorage.clear();
  serveMember("nadia");
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:communityId", element: <h1>Bridges</h1> },
    ],
  });

function serveMember(id: string) {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id }))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

test("a stored path is deleted on sign-out", async () => {
  server.use(
    http.post("/api/usersSignout", () => {
      document.cookie = "csst_present=; max-age=0";
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { path } = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  rememberReturnPath("/communities/7", "nadia");
  await signOut();
  await waitFor(() => expect(path()).toBe("/login"));
  expect(takeReturnPath("nadia")).toBeNull();
});

test("a stored path is deleted when another user signs in", async () => {
  const { app } = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  rememberReturnPath("/communities/7", null);
  serveMember("bela");
  await app.cache.invalidateQueries({ queryKey: ["me"] });
  await waitFor(() => expect(sessionStorage.getItem("guildhall.return-path")).toBeNull());
});

test("old community addresses redirect to the new ones", async () => {
  const { path } = openPage("/groups/7", routes);
  expect(await screen.findByRole("heading", { name: "Bridges" })).toBeTruthy();
  expect(path()).toBe("/communities/7");
});

test.each([
  ["/dashboard", "/communities", "My Communities"],
  ["/", "/home", "Home"],
  ["/nowhere/at-all", "/home", "Home"],
])("%s redirects to %s", async (from, to, heading) => {
  server.use(
    http.get("/api/feed", () => HttpResponse.json({ items: [] })),
    http.get("/api/communities", () => HttpResponse.json({ items: [], nextCursor: null })),
  );
  const { path } = openPage(from, routes);
  await screen.findByRole("heading", { name: heading });
  expect(path()).toBe(to);
});

test("query and hash of the requested page survive the sign-in", async () => {
  let inside = false;
  server.use(
    http.get("/api/me", () =>
      inside
        ? HttpResponse.json(buildMember())
        : HttpResponse.json({ code: "unauthenticated" }, { status: 401 }),
    ),
    http.post("/api/identity/login", () =>
      HttpResponse.json({ outcome: "success", idToken: "proof", uid: "one" }),
    ),
    http.post("/api/usersSignin", () => {
      inside = true;
      return HttpResponse.json({ uid: "one" });
    }),
  );
  const { member, path, address } = openPage("/communities/7?tab=1#post-3", routes);
  await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
  expect(path()).toBe("/login");
  await member.type(screen.getByLabelText("Password"), "Bridges2026");
  await member.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByRole("heading", { name: "Bridges" });
  expect(address()).toBe("/communities/7?tab=1#post-3");
});

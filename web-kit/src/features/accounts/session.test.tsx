import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ProblemError } from "../../api/client.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { draftKey, drafts } from "../posts/drafts.ts";
import { fetchMe } from "./queries.ts";
import { endSessionAfter, signOutSettled, signOut } from "./session.ts";

servePages();
let inside: boolean;

beforeEach(() => {
  inside = true;
  server.use(
    http.get("/api/me", () =>
      inside
        ? HttpResponse.json(buildMember())
        : HttpResponse.json({ code: "unauthenticated" }, { status: 401 }),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

/** A signed-in page whose session is about to end, successfully or not. */
async function ending() {
  const page = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  const work = Promise.withResolvers<string>();
  const ended = endSessionAfter(
    () => work.promise,
    (when) => `Your account will be deleted ${when}.`,
  );
  const outcome = ended.then(
    () => "done",
    (error: unknown) => error,
  );
  const hear = () =>
    act(async () => {
      inside = false;
      await fetchMe(page.app.cache);
    });
  return { ...page, work, outcome, hear };
}

const lost = "Session expired. Please log in again.";

test("a session end reported before the response shows only the response's message", async () => {
  const { path, work, outcome, hear } = await ending();
  await hear();
  expect(screen.queryByText(lost)).toBeNull();
  work.resolve("on Friday");
  expect(await outcome).toBe("done");
  expect(await screen.findByText("Your account will be deleted on Friday.")).toBeTruthy();
  expect(screen.queryByText(lost)).toBeNull();
  expect(path()).toBe("/login");
});

test("a sign-in waits until the sign-out has settled", async () => {
  const { work, outcome } = await ending();
  inside = false;
  work.resolve("on Friday");
  await outcome;
  const before = performance.now();
  await signOutSettled();
  expect(performance.now() - before).toBeGreaterThan(1000);
});

test("a failed sign-out of all sessions keeps the member on the screen and still detects a later expiry", async () => {
  const { path, work, outcome, hear } = await ending();
  const refused = new Error("refused");
  work.reject(refused);
  expect(await outcome).toBe(refused);
  expect(path()).toBe("/communities");
  await hear();
  expect(await screen.findByText(lost)).toBeTruthy();
  await waitFor(() => expect(path()).toBe("/login"));
});

test("a session that expired during the failed request leads to the sign-in", async () => {
  const { path, work, outcome } = await ending();
  inside = false;
  const problem = { code: "unauthenticated", detail: "", errors: [], retryAfter: null };
  work.reject(new ProblemError({ status: 401, ...problem }));
  await outcome;
  expect(await screen.findByText(lost)).toBeTruthy();
  await waitFor(() => expect(path()).toBe("/login"));
});

test("a sign-out deletes drafts, an expired session keeps them", async () => {
  server.use(
    http.post("/api/usersSignout", () => new HttpResponse(null, { status: 204 })),
    http.get("/api/feed", () => HttpResponse.json({ items: [] })),
  );
  const place = draftKey(buildMember().id, "cable");
  const { app } = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  drafts.write(place, { text: "I agree", replyTo: null });
  inside = false;
  await act(async () => void (await fetchMe(app.cache)));
  expect(await screen.findByText(lost)).toBeTruthy();
  expect(drafts.read(place).text).toBe("I agree");
  inside = true;
  await act(async () => void (await fetchMe(app.cache)));
  await act(() => signOut());
  expect(drafts.read(place).text).toBe("");
  expect(Object.keys(localStorage).filter((name) => name.startsWith("gh-"))).toEqual([]);
});

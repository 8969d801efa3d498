import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Me } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { toasts } from "../../ui/toast-store.ts";
import { draftKey, drafts } from "../posts/drafts.ts";
import { signOut } from "./session.ts";

servePages();

const nadia = buildMember();
const kwame = buildMember({ id: "0192f0c0aa7e7cc0b0d0000000000002", displayName: "Kwame Boateng" });
let viewer: Me | null;
let otherTab: BroadcastChannel;

beforeEach(() => {
  sessionStorage.clear();
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  viewer = nadia;
  otherTab = new BroadcastChannel("guildhall.session");
  server.use(
    http.get("/api/me", () =>
      viewer === null
        ? HttpResponse.json({ code: "unauthenticated" }, { status: 401 })
        : HttpResponse.json(viewer),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/usersSignout", () => new HttpResponse(null, { status: 204 })),
  );
});
afterEach(() => otherTab.close());

const routes = (app: App) =>
  siteRoutes(app, {
    open: [{ path: "faq", element: <h1>Questions</h1> }],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
const postFromOtherTab = (message: unknown) => act(async () => otherTab.postMessage(message));

/** The server ends the live stream together with the session. */
async function streamEnds(reason: string) {
  await waitFor(() => expect(streams).toHaveLength(1));
  await act(async () => streams[0]?.tell(1, { type: "session.ended", reason }));
}

async function inside() {
  const page = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  return page;
}

describe("a sign-out in another tab", () => {
  test("redirects to the sign-in with a message", async () => {
    const { path } = await inside();
    viewer = null;
    await postFromOtherTab({ type: "signed-out", userId: nadia.id });
    expect(await screen.findByText("You signed out in another tab.")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/login"));
    expect(screen.queryByText("Session expired. Please log in again.")).toBeNull();
  });

  test("is the reason given when the live stream reports the end first", async () => {
    const { path } = await inside();
    viewer = null;
    await streamEnds("signed-out");
    await postFromOtherTab({ type: "signed-out", userId: nadia.id });
    expect(await screen.findByText("You signed out in another tab.")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/login"));
    expect(screen.queryByText("Session expired. Please log in again.")).toBeNull();
  });

  test("changes nothing if the server still knows the session", async () => {
    const { path } = await inside();
    await postFromOtherTab({ type: "signed-out", userId: nadia.id });
    await postFromOtherTab({ type: "nonsense" });
    expect(path()).toBe("/communities");
    expect(screen.queryByText("You signed out in another tab.")).toBeNull();
  });

  test("is announced to the other tabs", async () => {
    await inside();
    const told = new Promise((done) => {
      otherTab.addEventListener("message", ({ data }) => done(data));
    });
    await act(() => signOut());
    expect(await told).toEqual({ type: "signed-out", userId: nadia.id });
  });
});

test("an end that only the live stream reports leads to the sign-in", async () => {
  const { path } = await inside();
  viewer = null;
  await streamEnds("revoked");
  expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
  await waitFor(() => expect(path()).toBe("/login"));
});

describe("a sign-in in another tab", () => {
  test("lets the sign-in screen continue to the members' screens", async () => {
    viewer = null;
    const { path } = openPage("/login", routes);
    await screen.findByRole("button", { name: "Sign In" });
    viewer = nadia;
    await postFromOtherTab({ type: "signed-in", userId: nadia.id });
    expect(await screen.findByText("You signed in as Nadia Rahman in another tab.")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/home"));
  });

  test("leaves a public page unchanged", async () => {
    viewer = null;
    const { path } = openPage("/faq", routes);
    await screen.findByRole("heading", { name: "Questions" });
    viewer = nadia;
    await postFromOtherTab({ type: "signed-in", userId: nadia.id });
    expect(await screen.findByText("You signed in as Nadia Rahman in another tab.")).toBeTruthy();
    expect(path()).toBe("/faq");
  });

  test("reloads the page and keeps the first member's drafts when another member signs in", async () => {
    const { reloads } = await inside();
    const place = draftKey(nadia.id, "cable");
    drafts.write(place, { text: "I agree", replyTo: null });
    viewer = kwame;
    await postFromOtherTab({ type: "signed-in", userId: kwame.id });
    await waitFor(() => expect(reloads()).toBe(1));
    expect(drafts.read(place).text).toBe("I agree");
  });
});

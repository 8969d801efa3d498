import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Me } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember, COMPLETED_ONBOARDING } from "../../testing/people.ts";

servePages();

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

const unproven = { ...COMPLETED_ONBOARDING, needsEmailVerification: true, complete: false };
let viewer: Me | null;
let sent: number;
let polls: number;

beforeEach(() => {
  viewer = buildMember({ onboarding: unproven });
  sent = 0;
  polls = 0;
  server.use(
    http.get("/api/me", () => {
      polls += 1;
      return viewer === null
        ? HttpResponse.json({ status: 401, code: "not-authenticated" }, { status: 401 })
        : HttpResponse.json(viewer);
    }),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/usersCheckAuthStatus", () =>
      HttpResponse.json({ uid: "nadia", customToken: "token" }),
    ),
    http.post("/api/identity/verification/resend", () => {
      sent += 1;
      return HttpResponse.json({
        message: "Verification link sent! Please check your inbox and spam folder.",
      });
    }),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const resend = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Resend link/ });
const completedButton = () => screen.getByRole("button", { name: "I've Completed Verification" });

async function open() {
  const page = openPage("/verify-email", routes);
  await screen.findByRole("heading", { name: "Verify your email" });
  // The guard requests once and the screen once more: the screen must not react to its own answer.
  await waitFor(() => expect(polls).toBe(2));
  await waitFor(() => expect(page.app.cache.isFetching()).toBe(0));
  return page;
}

test("another link can be requested a minute after the last one", async () => {
  const { member } = await open();
  expect(resend().textContent).toMatch(/^Resend link in (60|59) s$/);
  expect(resend().disabled).toBe(true);
  await pass(57_000);
  expect(resend().disabled).toBe(true);
  await pass(4_000);
  expect(resend().textContent).toBe("Resend link");
  await member.click(resend());
  await screen.findByText("Verification link sent! Please check your inbox and spam folder.");
  expect(sent).toBe(1);
  expect(resend().textContent).toMatch(/^Resend link in \d+ s$/);
  expect(resend().disabled).toBe(true);
});

test.each([
  [429, "Too many requests. Please wait before requesting another verification email."],
  [404, "User account not found."],
  [500, "Failed to send verification link. Please try again later."],
])("shows the server's message if a link was not sent: %i %s", async (status, detail) => {
  server.use(
    http.post("/api/identity/verification/resend", () =>
      HttpResponse.json({ status, code: "refused", detail }, { status }),
    ),
  );
  const { member } = await open();
  await pass(61_000);
  await member.click(resend());
  await screen.findByText(detail);
});

describe("once the address is verified", () => {
  test("the screen continues by itself", async () => {
    const { path } = await open();
    viewer = buildMember();
    await pass(6_000);
    await waitFor(() => expect(path()).toBe("/home"));
  });

  test("a manual check shows the success for two seconds", async () => {
    const { member, path } = await open();
    viewer = buildMember();
    await member.click(completedButton());
    await screen.findByText("Verification complete! Your community awaits.");
    await pass(500);
    expect(path()).toBe("/verify-email");
    await pass(2_000);
    await waitFor(() => expect(path()).toBe("/home"));
  });

  test("a manual check ignores an older response in flight", async () => {
    const { member } = await open();
    const older = viewer;
    let requested = 0;
    let release = () => {};
    const cached = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.get("/api/me", async () => {
        requested += 1;
        if (requested > 1) return HttpResponse.json(viewer);
        await cached;
        return HttpResponse.json(older);
      }),
    );
    await pass(5_100);
    await waitFor(() => expect(requested).toBe(1));
    viewer = buildMember();
    await member.click(completedButton());
    await screen.findByText("Verification complete! Your community awaits.");
    release();
  });
});

test("before verification, a manual check reports the state, or a lost session", async () => {
  const { member, path } = await open();
  await member.click(completedButton());
  await screen.findByText(
    "Verification not yet complete. Please check your inbox and click the verification link.",
  );
  viewer = null;
  await member.click(completedButton());
  await screen.findAllByText("Session expired. Please log in again.");
  await waitFor(() => expect(path()).toBe("/login"));
});

test("redirects visitors to the sign-in", async () => {
  document.cookie = "csst_present=; max-age=0";
  const { path } = openPage("/verify-email", routes);
  await waitFor(() => expect(path()).toBe("/login"));
});

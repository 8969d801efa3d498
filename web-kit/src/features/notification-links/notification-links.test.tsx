import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Boot, Me } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { activityPage } from "../../testing/activity.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import type { NotificationTarget } from "../notifications/contract.ts";

const visited = vi.hoisted(() => ({ urls: [] as string[] }));
vi.mock("../../shell/load-page.ts", () => ({ loadPage: (url: string) => visited.urls.push(url) }));

servePages();

let me: Me | null;
const read: string[] = [];
const transfers: unknown[] = [];

beforeEach(() => {
  sessionStorage.clear();
  me = buildMember();
  visited.urls.length = 0;
  read.length = 0;
  transfers.length = 0;
  server.use(
    http.get("/api/me", () =>
      me === null ? new HttpResponse(null, { status: 401 }) : HttpResponse.json(me),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/activity", () => HttpResponse.json(activityPage([]))),
    http.post("/api/activity/:id/read", ({ params }) => {
      read.push(String(params["id"]));
      return HttpResponse.json({});
    }),
    http.post("/api/transfer", async ({ request }) => {
      transfers.push(await request.json());
      return HttpResponse.json({ status: 503, code: "x", detail: "Try later." }, { status: 503 });
    }),
  );
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities/:id", element: <h1>Bridges</h1> }],
  });

const answer = (target: Partial<NotificationTarget>) =>
  server.use(
    http.get("/api/notifications/n1/target", () =>
      HttpResponse.json({ path: "/communities/bridges", site: "main", url: null, ...target }),
    ),
  );
const open = (changes: Partial<Boot> = {}) => openPage("/notification/n1", routes, changes);

describe("the address of a notification", () => {
  test("redirects to its subject, and marks it as read", async () => {
    answer({});
    const { path } = open();
    expect(await screen.findByRole("heading", { name: "Bridges" })).toBeDefined();
    expect(path()).toBe("/communities/bridges");
    await waitFor(() => expect(read).toEqual(["n1"]));
  });

  test.each([404, 400])(
    "redirects to the activity centre if it is unknown (%i)",
    async (status) => {
      server.use(
        http.get("/api/notifications/n1/target", () =>
          HttpResponse.json({ status, code: "x", detail: "No" }, { status }),
        ),
      );
      const { path } = open();
      expect(await screen.findByRole("heading", { name: "You are up to date" })).toBeDefined();
      expect(path()).toBe("/activity");
      expect(read).toEqual([]);
    },
  );

  test("redirects to the activity centre instead of to a foreign address", async () => {
    answer({ path: "//evil.example" });
    const { path } = open();
    await screen.findByRole("heading", { name: "You are up to date" });
    expect(path()).toBe("/activity");
  });

  test("redirects a visitor to the sign-in, and remembers the way back", async () => {
    me = null;
    const { path } = open();
    await waitFor(() => expect(path()).toBe("/login"));
    expect(sessionStorage.getItem("guildhall.return-path")).toContain("/notification/n1");
  });

  test("reports a failure and retries", async () => {
    server.use(
      http.get("/api/notifications/n1/target", () =>
        HttpResponse.json({ status: 503, code: "x", detail: "Try later." }, { status: 503 }),
      ),
    );
    const { member } = open();
    expect(await screen.findByText("Try later.")).toBeDefined();
    answer({});
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Bridges" })).toBeDefined();
  });

  test("transfers from a portal to the main site, and offers it again after a failure", async () => {
    me = buildMember({ portalMembership });
    answer({ url: "http://localhost:3000/communities/bridges" });
    const { member } = open({ mode: "whitelabel", portal: buildPortal });
    const title = "This notification is on another site";
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
    await waitFor(() =>
      expect(transfers).toEqual([{ target: "main", redirectPath: "/notification/n1" }]),
    );
    expect(read).toEqual([]);
    expect(await screen.findByText("Try later.", {}, { timeout: 5000 })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Open the notification" }));
    await waitFor(() => expect(transfers).toHaveLength(2));
  });

  test("opens the address of a portal", async () => {
    const url = "http://oak.localhost:3000/communities/bridges";
    answer({ site: "portal", url });
    open();
    await waitFor(() => expect(visited.urls).toContain(url));
    expect(transfers).toEqual([]);
  });
});

describe("the address for unsubscribing", () => {
  const address = "n•••@ashcombe.example";
  const openLink = () => openPage("/unsubscribe/secret", routes);
  const serve = (kind: string) =>
    server.use(
      http.get("/api/unsubscribe/secret", () => HttpResponse.json({ kind, address })),
      http.post("/api/unsubscribe/secret", () => new HttpResponse(null, { status: 204 })),
    );

  test("asks before it ends the emails, without a session", async () => {
    me = null;
    serve("mention");
    const { member } = openLink();
    const question = await screen.findByText(/gets emails about mentions\. If you unsubscribe/);
    expect(question.textContent).toContain(address);
    await member.click(screen.getByRole("button", { name: "Unsubscribe" }));
    const done = await screen.findByText(/gets no more emails about mentions/);
    expect(done.textContent).toContain(address);
    expect(screen.queryByRole("button", { name: "Unsubscribe" })).toBeNull();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Notification settings" });
    expect(link.pathname).toBe("/settings/notifications");
  });

  test("ends summaries, too", async () => {
    serve("digest");
    openLink();
    expect(await screen.findByText(/gets daily and weekly emails/)).toBeDefined();
  });

  test("says that a link is not valid", async () => {
    server.use(
      http.get("/api/unsubscribe/secret", () =>
        HttpResponse.json({ status: 404, code: "x", detail: "No" }, { status: 404 }),
      ),
    );
    openLink();
    expect((await screen.findByRole("alert")).textContent).toBe(
      "This link is not valid. It may be incomplete.",
    );
    expect(screen.getByRole("link", { name: "Notification settings" })).toBeDefined();
  });

  test("reports a failure and can be repeated", async () => {
    serve("reply");
    server.use(
      http.post(
        "/api/unsubscribe/secret",
        () =>
          HttpResponse.json(
            { status: 503, code: "x", detail: "The mail server is busy." },
            { status: 503 },
          ),
        { once: true },
      ),
    );
    const { member } = openLink();
    await member.click(await screen.findByRole("button", { name: "Unsubscribe" }));
    expect(await screen.findByText("The mail server is busy.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Unsubscribe" }));
    expect(await screen.findByText(/gets no more emails about replies/)).toBeDefined();
  });

  test("retries a link that could not be checked", async () => {
    server.use(http.get("/api/unsubscribe/secret", () => HttpResponse.error(), { once: true }));
    const { member } = openLink();
    await screen.findByText("This link could not be checked");
    serve("event");
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText(/gets emails about events/)).toBeDefined();
  });
});

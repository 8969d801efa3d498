import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

const documents = [
  [
    "/terms-of-service",
    "Terms of Service Coming Soon",
    "Unable to load Terms of Service. Please contact support.",
  ],
  [
    "/community-guidelines",
    "Community Guidelines Coming Soon",
    "Unable to load Community Guidelines. Please contact support.",
  ],
  ["/privacy-policy", "Privacy Policy Not Available", "Failed to load privacy policy content"],
] as const;

function answerWith(changes: object) {
  server.use(
    http.get("/api/legal/:key", ({ params }) =>
      HttpResponse.json({
        id: params.key,
        key: params.key,
        title: "The document",
        content: "Words",
        html: "<h2>Words</h2>",
        lastUpdated: "2026-09-01T00:00:00Z",
        version: 3,
        effectiveDate: null,
        ...changes,
      }),
    ),
  );
}

describe.each(documents)("%s", (path, missing, unable) => {
  beforeEach(() => {
    document.cookie = "csst_present=; max-age=0";
  });

  test("shows the text, its date and a link home", async () => {
    answerWith({ effectiveDate: "2026-02-01" });
    openPage(path, routes);
    expect(await screen.findByRole("heading", { name: "Words" })).toBeTruthy();
    expect(screen.getByText(/Effective 1 February 2026/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to home" }).getAttribute("href")).toBe("/");
  });

  test("shows the last change if it has no effective date", async () => {
    answerWith({});
    openPage(path, routes);
    expect(await screen.findByText(/Last updated 1 September 2026/)).toBeTruthy();
  });

  test("reports a placeholder as not published, without a version", async () => {
    answerWith({ isPlaceholder: true, version: 1 });
    openPage(path, routes);
    expect(await screen.findByText("Not published yet")).toBeTruthy();
    expect(screen.queryByText(/Version/)).toBeNull();
  });

  test("reports a missing document", async () => {
    server.use(
      http.get("/api/legal/:key", () =>
        HttpResponse.json({ status: 404, code: "x", detail: "Not found" }, { status: 404 }),
      ),
    );
    openPage(path, routes);
    expect(await screen.findByRole("heading", { name: missing })).toBeTruthy();
  });

  test("can be reloaded after a failure", async () => {
    server.use(http.get("/api/legal/:key", () => new HttpResponse(null, { status: 500 })));
    const { member } = openPage(path, routes);
    expect(await screen.findByText("Error Loading Content")).toBeTruthy();
    expect(screen.getByText(unable)).toBeTruthy();
    answerWith({});
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Words" })).toBeTruthy();
  });
});

describe("the popup", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  });
  afterEach(() => vi.useRealTimers());

  function serve(legal: Me["legal"]) {
    server.use(
      http.get("/api/me", () => HttpResponse.json(buildMember({ legal }))),
      http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    );
  }

  /** Settles pending requests and advances the clock. */
  async function after(ms: number) {
    await vi.advanceTimersByTimeAsync(ms);
  }

  /** Opens a member's screen and waits until it is rendered. */
  async function enter() {
    const opened = openPage("/communities", routes);
    await vi.waitFor(
      async () => {
        await after(0);
        // Found by text: behind a popup the heading is hidden from the accessibility tree.
        expect(screen.queryByText("My Communities", { selector: "h1" })).not.toBeNull();
      },
      { interval: 5 },
    );
    return opened;
  }

  const popup = () => screen.queryByRole("dialog");
  const appeared = (name: string) =>
    vi.waitFor(() => screen.getByRole("dialog", { name }), { interval: 5 });

  test("opens after 1.5 seconds the first time and blocks the page", async () => {
    serve({ acknowledged: false, changed: [] });
    await enter();
    expect(popup()).toBeNull();
    await after(1400);
    expect(popup()).toBeNull();
    await after(200);
    const shown = await appeared("Welcome to Guildhall");
    expect(within(shown).getByText("Legal acknowledgment required to continue")).toBeTruthy();
    expect(
      within(shown)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/terms-of-service", "/privacy-policy", "/community-guidelines"]);
    expect(within(shown).getByRole("button", { name: "I Agree & Continue" })).toBeTruthy();
    expect(within(shown).queryByRole("button", { name: "Close" })).toBeNull();
  });

  test("opens immediately for changed documents and lists only those", async () => {
    serve({ acknowledged: true, changed: ["privacy-policy"] });
    await enter();
    const shown = await appeared("Legal Documents Updated");
    expect(
      within(shown)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/privacy-policy"]);
    expect(
      within(shown).getByRole("button", { name: "I Acknowledge Updates & Continue" }),
    ).toBeTruthy();
  });

  test("asks for all three if the check failed", async () => {
    serve({
      acknowledged: true,
      changed: ["terms-of-service", "community-guidelines", "privacy-policy"],
    });
    await enter();
    const shown = await appeared("Legal Documents Updated");
    expect(within(shown).getAllByRole("link")).toHaveLength(3);
  });

  test("is not shown to a member who has acknowledged the current versions", async () => {
    serve({ acknowledged: true, changed: [] });
    await enter();
    await after(5000);
    expect(popup()).toBeNull();
  });

  test("checks a hidden popup again after three seconds", async () => {
    serve({ acknowledged: true, changed: ["privacy-policy"] });
    await enter();
    const first = await appeared("Legal Documents Updated");
    const seen = vi.fn(() => false);
    Object.defineProperty(Element.prototype, "checkVisibility", {
      value: seen,
      configurable: true,
    });
    await after(2900);
    expect(popup()).toBe(first);
    await after(200);
    await vi.waitFor(() => expect(popup()).not.toBe(first), { interval: 5 });
    expect(popup()).not.toBeNull();
  });

  test("keeps a hidden popup closed if it is no longer due", async () => {
    serve({ acknowledged: true, changed: ["privacy-policy"] });
    await enter();
    await appeared("Legal Documents Updated");
    serve({ acknowledged: true, changed: [] });
    Object.defineProperty(Element.prototype, "checkVisibility", {
      value: () => false,
      configurable: true,
    });
    await after(3100);
    await vi.waitFor(() => expect(popup()).toBeNull(), { interval: 5 });
  });
});

test("a failed acknowledgement keeps the popup and shows the reason", async () => {
  server.use(
    http.get("/api/me", () =>
      HttpResponse.json(
        buildMember({ legal: { acknowledged: true, changed: ["privacy-policy"] } }),
      ),
    ),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.post("/api/me/legal-acknowledgements", async () => {
      await delay(1);
      return HttpResponse.error();
    }),
  );
  const { member } = openPage("/communities", routes);
  await member.click(
    await screen.findByRole("button", { name: "I Acknowledge Updates & Continue" }),
  );
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe(
      "Network error. Please check your connection and try again.",
    ),
  );
  expect(screen.getByRole("dialog")).toBeTruthy();
});

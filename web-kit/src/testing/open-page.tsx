import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { z } from "zod/mini";
import type { Boot } from "../api/types.ts";
import { provideParts } from "../routes/provided-parts.ts";
import { trackNavigation } from "../features/accounts/return-path.ts";
import { startSession } from "../features/accounts/session.ts";
import { type App, AppContext } from "../shell/app.ts";
import { createCache } from "../shell/cache.ts";
import { navPaths } from "../shell/nav-entries.ts";
import { ToastHost } from "../ui/toast-host.tsx";

provideParts();

const readMarkSchema = z.object({ upTo: z.string() });
const draftSchema = z.object({ text: z.string(), replyTo: z.unknown() });

/**
 * The mock server; a request without a handler is an error. Badges are requested on every page, and
 * the reported messages on every page of staff; their default handlers have zero counts. The pages
 * of portals request the content filter. A thread is marked as read while it is shown, and drafts
 * are stored without effect. Sign-ins lead to the home screen, which is empty.
 */
export const server = setupServer(
  http.get("/api/me/badges", () => HttpResponse.json({ communities: 0, activity: 0, messages: 0 })),
  http.get("/api/feed", () => HttpResponse.json({ items: [] })),
  http.get("/api/communities", () => HttpResponse.json({ items: [], nextCursor: null })),
  http.get("/api/staff/message-reports", () =>
    HttpResponse.json({ items: [], nextCursor: null, openCount: 0 }),
  ),
  http.get("/api/staff/content-filter", () => HttpResponse.json({ filter: "strict" })),
  http.get("/api/me/drafts", () => HttpResponse.json({ items: [] })),
  http.put("/api/me/drafts/:place", async ({ params, request }) => {
    const body = draftSchema.parse(await request.json());
    return HttpResponse.json({ ...params, ...body, updated: new Date().toISOString() });
  }),
  http.delete("/api/me/drafts/:place", () => new HttpResponse(null, { status: 204 })),
  http.put("/api/communities/:communityId/threads/:threadId/read", async ({ params, request }) => {
    const body = readMarkSchema.parse(await request.json());
    const mark = { lastReadTimestamp: body.upTo, unreadMessages: 0, communityUnread: 0 };
    return HttpResponse.json({ ...params, ...mark });
  }),
);

/** Call once per test file that opens pages. */
export function servePages(): void {
  // The first screen of a file is still being compiled while the test waits for it.
  configure({ asyncUtilTimeout: 10_000 });
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  beforeEach(() => {
    standIns();
    document.cookie = "csst_present=1";
  });
  afterEach(() => {
    cleanup();
    stopSession();
    server.resetHandlers();
  });
  afterAll(() => server.close());
}

let stopSession: () => void = () => undefined;

export interface OpenedPage {
  member: UserEvent;
  path: () => string;
  /** Navigates back. */
  back: () => Promise<void>;
  /** Undoes `back`. */
  forward: () => Promise<void>;
  /** Path, query and hash. */
  address: () => string;
  /** Number of requested page reloads. */
  reloads: () => number;
  app: App;
}

/** Opens a page with the real router and the real cache. */
export function openPage(
  path: string,
  routesOf: (app: App) => RouteObject[],
  changes: Partial<Boot> = {},
): OpenedPage {
  const bare = { boot: { ...boot, ...changes }, cache: createCache(), navPaths: new Set<string>() };
  const routes = routesOf(bare);
  const app: App = { ...bare, navPaths: navPaths(routes) };
  app.cache.setDefaultOptions({ queries: { retry: false, networkMode: "always" } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  // A test may open several pages; the listeners of the previous page must be removed.
  stopSession();
  // The stream of the previous page outlives it for a moment.
  streams.length = 0;
  trackNavigation(router);
  let reloads = 0;
  stopSession = startSession(app.cache, {
    go: (to) => router.navigate(to),
    here: () => router.state.location.pathname,
    reload: () => {
      reloads += 1;
    },
  });
  render(
    <AppContext value={app}>
      <QueryClientProvider client={app.cache}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </AppContext>,
  );
  return {
    member: userEvent.setup(),
    path: () => router.state.location.pathname,
    back: () => router.navigate(-1),
    forward: () => router.navigate(1),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    reloads: () => reloads,
    app,
  };
}

/** Default boot data. */
export const boot: Boot = {
  language: null,
  contentFilter: "strict",
  mode: "main",
  build: "test",
  mainOrigin: "http://localhost:3000",
  portal: null,
  brand: {
    name: "Guildhall",
    initial: "G",
    headings: "plain",
    corners: "soft",
    topBar: "paper",
    signInLayout: "panel",
    picture: "nave",
    logoUrl: null,
    signInTitle: null,
    signInText: null,
    themeColor: { light: "#f3f6f5", dark: "#0d100f" },
  },
  features: { google: false, waitlist: true, passwordMinLength: 8 },
};

const WINDOW_HEIGHT = 800;

/** The opened live streams, through which tests send events. */
export const streams: StandInStream[] = [];

class StandInStream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    const at = streams.indexOf(this);
    if (at !== -1) streams.splice(at, 1);
  }
  tell(id: number, event: unknown): void {
    const message = { data: JSON.stringify(event), lastEventId: String(id) };
    this.dispatchEvent(new MessageEvent("message", message));
  }
}

class StandInObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Browser APIs of a wide window that jsdom lacks. */
function standIns(): void {
  const missing = {
    matchMedia: (media: string) => {
      const list = new EventTarget();
      return Object.assign(list, { media, matches: media === "(min-width: 48rem)" });
    },
    ResizeObserver: StandInObserver,
    EventSource: StandInStream,
  };
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
    value: () => null,
    configurable: true,
  });
  for (const [name, value] of Object.entries(missing)) {
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
  const element = Element.prototype;
  // Without a layout, the window has its height and its content none.
  Object.defineProperty(element, "clientHeight", { get: () => WINDOW_HEIGHT, configurable: true });
  Object.defineProperty(element, "scrollTo", { value: () => undefined, configurable: true });
  Object.defineProperty(element, "scrollIntoView", { value: () => undefined, configurable: true });
  Object.defineProperty(element, "checkVisibility", { value: () => true, configurable: true });
}

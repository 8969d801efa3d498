import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Boot } from "../api/types.ts";
import { followPlaces } from "../features/accounts/return-path.ts";
import { startSession } from "../features/accounts/session.ts";
import { type App, AppContext } from "../shell/app.ts";
import { createCache } from "../shell/cache.ts";
import { placesOf } from "../shell/places.ts";
import { ToastHost } from "../ui/toast-host.tsx";

/**
 * What stands in for the server; a request no test has answered is an error. The bars ask for their
 * numbers on every page, so that is answered from the start: nothing waits.
 */
export const server = setupServer(
  http.get("/api/me/badges", () => HttpResponse.json({ communities: 0, activity: 0 })),
);

/** Call once in a test file that opens pages. */
export function servePages(): void {
  // The first screen of a file is still being compiled while the test looks for it.
  configure({ asyncUtilTimeout: 5000 });
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

export interface Opened {
  member: UserEvent;
  path: () => string;
  /** Goes to the page before. */
  back: () => Promise<void>;
  /** Path, query and hash. */
  address: () => string;
  /** How often the page asked to be loaded anew. */
  reloads: () => number;
  app: App;
}

/** Opens a page as a member would, with the real router and the real cache. */
export function openPage(
  path: string,
  routesOf: (app: App) => RouteObject[],
  changes: Partial<Boot> = {},
): Opened {
  const bare = { boot: { ...boot, ...changes }, cache: createCache(), places: new Set<string>() };
  const routes = routesOf(bare);
  const app: App = { ...bare, places: placesOf(routes) };
  app.cache.setDefaultOptions({ queries: { retry: false, networkMode: "always" } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  // A test may open a page anew; what the one before listened to would be heard by later files.
  stopSession();
  followPlaces(router);
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
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    reloads: () => reloads,
    app,
  };
}

/** The facts that a page begins with, unless a test changes some. */
export const boot: Boot = {
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
  features: { google: false, waitlist: true, relaxedContent: false, passwordMinLength: 8 },
};

const WINDOW_HEIGHT = 800;

/** The streams that pages opened, so that a test can speak through them. */
export const streams: StandInStream[] = [];

class StandInStream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    streams.splice(streams.indexOf(this), 1);
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

/** What jsdom lacks of a browser with a wide window. */
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
  // Nothing is laid out: a window has its height, and what is in it takes no room.
  Object.defineProperty(element, "clientHeight", { get: () => WINDOW_HEIGHT, configurable: true });
  Object.defineProperty(element, "scrollTo", { value: () => undefined, configurable: true });
  Object.defineProperty(element, "scrollIntoView", { value: () => undefined, configurable: true });
  Object.defineProperty(element, "checkVisibility", { value: () => true, configurable: true });
}

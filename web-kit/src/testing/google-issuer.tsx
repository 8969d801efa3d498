import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, vi } from "vitest";
import type { Boot } from "../api/types.ts";
import { siteRoutes } from "../routes/site-routes.tsx";
import type { App } from "../shell/app.ts";
import { type openPage, server } from "./open-page.tsx";
import { buildMember } from "./people.ts";

/** The mocked popup in tests of Google sign-in. */
interface FakeWindow {
  closed: boolean;
  close: () => void;
  location: { replace: (url: string) => void };
}

/** The opened popup, and the start requests that the server received. */
export const issuer = { shown: fakeWindow(), requested: [] as unknown[] };

export const withGoogle: Partial<Boot> = {
  features: { google: true, waitlist: true, passwordMinLength: 8 },
};

export const googleRoutes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "affiliation/:id", element: <h1>An affiliation</h1> },
    ],
  });

/** The viewer is a visitor, and a Google sign-in returns nadia. Call once per test file. */
export function serveGoogle(): void {
  beforeEach(() => {
    sessionStorage.clear();
    document.cookie = "csst_present=; max-age=0";
    issuer.shown = fakeWindow();
    issuer.requested = [];
    const open = vi.fn(() => issuer.shown);
    Object.defineProperty(window, "open", { value: open, configurable: true });
    server.use(
      http.post("/api/identity/google/start", async ({ request }) => {
        issuer.requested.push(await request.json());
        return HttpResponse.json({ url: "https://issuer.example/authorize" });
      }),
      http.post("/api/usersSignin", () => {
        document.cookie = "csst_present=1";
        return HttpResponse.json({ uid: "nadia" });
      }),
      http.get("/api/me", () => HttpResponse.json(buildMember())),
      http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    );
  });
}

/** The server's outcome after Google has answered. */
export function onGoogleFinish(answer: () => Response): void {
  server.use(http.post("/api/identity/google/finish", answer));
}

const toNoPortal = {
  staySignedIn: true,
  portal: null,
  affiliationId: null,
  portalOrigin: null,
  redirectPath: null,
};

export const successResponse = () =>
  HttpResponse.json({ outcome: "success", idToken: "proof", uid: "nadia", ...toNoPortal });

export const accountExistsResponse = () =>
  HttpResponse.json({
    outcome: "accountExists",
    message: "This email is already registered. Please use a different email or connect.",
    email: "nadia@ashcombe.example",
    ticket: "a-ticket",
    ...toNoPortal,
  });

export const notVerifiedResponse = (message: string) => () =>
  HttpResponse.json({
    outcome: "emailNotVerified",
    message,
    email: "nadia@ashcombe.example",
    ...toNoPortal,
  });

export async function openIssuer(member: ReturnType<typeof openPage>["member"]): Promise<void> {
  await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
  await waitFor(() =>
    expect(issuer.shown.location.replace).toHaveBeenCalledWith("https://issuer.example/authorize"),
  );
}

function fakeWindow(): FakeWindow {
  const opened: FakeWindow = {
    closed: false,
    close: () => {
      opened.closed = true;
    },
    location: { replace: vi.fn<(url: string) => void>() },
  };
  return opened;
}

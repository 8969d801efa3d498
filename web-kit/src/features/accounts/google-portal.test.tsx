import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import type { Boot } from "../../api/types.ts";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  onGoogleFinish,
  googleRoutes,
  issuer,
  serveGoogle,
  successResponse,
  withGoogle,
} from "../../testing/google-issuer.tsx";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { affiliationPage, stayOnPortalUrl } from "./google.ts";
import { postWindowMessage } from "./google-window.ts";

servePages();
serveGoogle();

const alertSays = (words: string) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));

const onPortal: Partial<Boot> = {
  ...withGoogle,
  mode: "whitelabel",
  portal: {
    tenantId: "t1",
    subdomain: "ashcombe",
    affiliationId: "a1",
    brandName: "Ashcombe",
    affiliationName: "Ashcombe College Alumni Association",
  },
};

describe("on a portal", () => {
  test("opens the main site and accepts its arrival message", async () => {
    const { member, path } = openPage("/login", googleRoutes, onPortal);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    expect(window.open).toHaveBeenCalledWith(
      "http://localhost:3000/login/google#portal=ashcombe&stay=true&view=popup",
      "guildhall-google",
      expect.any(String),
    );
    server.use(
      http.get("/api/affiliations/a1", () => HttpResponse.json({}, { status: 404 })),
      http.get("/api/feed", () => HttpResponse.json({ items: [] })),
      http.get("/api/communities", () => HttpResponse.json({ items: [], nextCursor: null })),
    );
    document.cookie = "csst_present=1";
    postWindowMessage("arrived");
    await waitFor(() => expect(path()).toBe("/home"));
    expect(issuer.requested).toEqual([]);
  });
});

describe("a user who cannot be transferred to a portal yet", () => {
  const oak = "0197a2b4c6d87e6f8091a2b3c4d5e6f7";

  test("is sent from the main site to the affiliation's page", async () => {
    server.use(
      http.post("/api/identity/google/finish", () =>
        HttpResponse.json({
          outcome: "success",
          idToken: "proof",
          uid: "nadia",
          staySignedIn: true,
          portal: "oak",
          affiliationId: oak,
          portalOrigin: "http://oak.localhost:3000",
          redirectPath: "/",
        }),
      ),
      http.post("/api/transfer", () =>
        refusalResponse(404, "transfer-refused", "Failed to create session for transfer"),
      ),
    );
    const { path } = openPage("/login/google?view=page", googleRoutes, withGoogle);
    await waitFor(() => expect(path()).toBe(`/affiliation/${oak}`));
  });

  test("is sent there from the portal's own page as well", async () => {
    document.cookie = "csst_present=1";
    const { path } = openPage(`/login/google#affiliation=${oak}`, googleRoutes, withGoogle);
    await waitFor(() => expect(path()).toBe(`/affiliation/${oak}`));
  });

  test("is not sent to any other address", () => {
    const boot = { mainOrigin: "http://localhost:3000", portal: { affiliationId: oak } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields are read
    expect(stayOnPortalUrl(boot as Boot)).toBe(
      `http://localhost:3000/login/google#affiliation=${oak}`,
    );
    expect(affiliationPage(`#affiliation=${oak}`)).toBe(`/affiliation/${oak}`);
    for (const hash of ["", "#affiliation=", "#affiliation=..%2Fstaff", `#affiliation=${oak}/x`]) {
      expect(affiliationPage(hash)).toBeNull();
    }
  });
});

describe("the page between site and issuer", () => {
  test("continues as a page if there is no opener", async () => {
    onGoogleFinish(successResponse);
    const { path } = openPage("/login/google?view=page", googleRoutes, withGoogle);
    await waitFor(() => expect(path()).toBe("/home"));
  });

  test("forwards a portal's request to the issuer", async () => {
    const wish = "#portal=ashcombe&stay=true&view=popup&code=the-code";
    openPage(`/login/google${wish}`, googleRoutes, withGoogle);
    await waitFor(() =>
      expect(issuer.requested).toEqual([
        {
          portal: "ashcombe",
          inviteCodeId: "the-code",
          staySignedIn: true,
          popup: false,
          redirectPath: "/login/google?view=arrived",
        },
      ]),
    );
  });

  test("reports a failed sign-in", async () => {
    const { member, path } = openPage("/login/google#refused", googleRoutes, withGoogle);
    await alertSays("Google sign-in failed. Please try again.");
    await member.click(screen.getByRole("link", { name: "Back to login" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

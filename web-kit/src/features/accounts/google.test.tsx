import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  accountExistsResponse,
  onGoogleFinish,
  googleRoutes,
  issuer,
  openIssuer,
  serveGoogle,
  successResponse,
  withGoogle,
} from "../../testing/google-issuer.tsx";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { postWindowMessage } from "./google-window.ts";

servePages();
serveGoogle();

const alertSays = (words: string) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));

describe("in a popup", () => {
  test("signs in a known user", async () => {
    onGoogleFinish(successResponse);
    const { member, path } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    expect(issuer.requested).toEqual([
      { inviteCodeId: null, staySignedIn: true, popup: true, portal: null, redirectPath: null },
    ]);
    postWindowMessage("answered");
    await waitFor(() => expect(path()).toBe("/home"));
    expect(issuer.shown.closed).toBe(true);
  });

  test("reports a blocked popup and offers to continue in this window", async () => {
    Object.defineProperty(window, "open", { value: () => null, configurable: true });
    const { member } = openPage("/login", googleRoutes, withGoogle);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await alertSays("Popup was blocked. Please allow popups for this site and try again.");
    await member.click(screen.getByRole("button", { name: "Continue in this window" }));
    await waitFor(() => expect(issuer.requested).toMatchObject([{ popup: false }]));
  });

  test("closing the popup cancels the sign-in", async () => {
    const { member } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    issuer.shown.close();
    await alertSays("Sign-in was cancelled. Please try again.");
  });

  test.each([
    [422, "google-cancelled", "Sign-in was cancelled. Please try again."],
    [422, "google-failed", "Google sign-in failed. Please try again."],
    [422, "google-misconfigured", "Authentication configuration error. Please contact support."],
    [403, "account-suspended", "Account is suspended or banned"],
  ])("shows the server's message for refusal %i %s", async (status, code, detail) => {
    onGoogleFinish(() => refusalResponse(status, code, detail));
    const { member } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    postWindowMessage("answered");
    await alertSays(detail);
  });

  test("shows the generic sign-in error if the response has no message", async () => {
    onGoogleFinish(() => new HttpResponse("<h1>Oh</h1>", { status: 500 }));
    const { member } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    postWindowMessage("answered");
    await alertSays("Google sign-in failed. Please try again.");
  });

  test("closes the popup after too many attempts", async () => {
    const words = "Too many Google sign-in attempts. Please try again in 15 minute(s).";
    server.use(
      http.post("/api/identity/google/start", () =>
        HttpResponse.json(
          { status: 429, code: "rate-limited", detail: words, retryAfter: 900 },
          { status: 429 },
        ),
      ),
    );
    const { member } = openPage("/login", googleRoutes, withGoogle);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await alertSays(words);
    expect(issuer.shown.closed).toBe(true);
  });

  test("sends an unknown user to the sign-up with an explanation", async () => {
    const words =
      "An invite code is required to create an account. Please enter a valid invite code.";
    onGoogleFinish(() => refusalResponse(422, "invite-code-required", words));
    const { member, path } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    postWindowMessage("answered");
    await waitFor(() => expect(path()).toBe("/signup"));
    const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
    expect(within(gate).getByRole("alert").textContent).toBe(words);
  });
});

describe("an existing account", () => {
  test("is connected by its password", async () => {
    const linked: unknown[] = [];
    onGoogleFinish(accountExistsResponse);
    server.use(
      http.post("/api/identity/login", async ({ request }) => {
        const body: unknown = await request.json();
        if (!JSON.stringify(body).includes("Bridges2026")) {
          return refusalResponse(401, "invalid-login", "Invalid email or password.");
        }
        return HttpResponse.json({ outcome: "success", idToken: "proof", uid: "nadia" });
      }),
      http.post("/api/identity/google/link", async ({ request }) => {
        linked.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    postWindowMessage("answered");
    const dialog = await screen.findByRole("dialog", { name: "Account Already Exists" });
    expect(
      within(dialog).getByText(
        "This email is already registered. Please use a different email or connect.",
      ),
    ).toBeTruthy();
    const password = within(dialog).getByLabelText("Password");
    await member.type(password, "not-it-at-all{Enter}");
    expect(await within(dialog).findByText("Invalid email or password.")).toBeTruthy();
    await member.clear(password);
    await member.type(password, "Bridges2026");
    await member.click(within(dialog).getByRole("button", { name: "Connect with Google" }));
    await waitFor(() => expect(path()).toBe("/home"));
    expect(linked).toEqual([{ ticket: "a-ticket" }]);
  });

  test("is opened with Google if it was created with Google", async () => {
    const words = "This email is linked to a Google account. Please sign in with Google.";
    onGoogleFinish(successResponse);
    server.use(
      http.post("/api/identity/login", () => refusalResponse(401, "google_account", words)),
    );
    const { member, path } = openPage("/login", googleRoutes, withGoogle);
    const tryPassword = async () => {
      await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
      await member.type(screen.getByLabelText("Password"), "Bridges2026{Enter}");
      return screen.findByRole("dialog", { name: "Account Already Exists" });
    };
    const dialog = await tryPassword();
    expect(within(dialog).getByText(words)).toBeTruthy();
    await member.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await member.click(screen.getByRole("button", { name: "Sign In" }));
    const again = await screen.findByRole("dialog", { name: "Account Already Exists" });
    await member.click(within(again).getByRole("button", { name: "Connect with Google" }));
    await waitFor(() => expect(issuer.shown.location.replace).toHaveBeenCalledOnce());
    postWindowMessage("answered");
    await waitFor(() => expect(path()).toBe("/home"));
  });
});

test("a sign-up sends its code and navigates home", async () => {
  onGoogleFinish(successResponse);
  server.use(
    http.post("/api/invite-codes/validate", () =>
      HttpResponse.json({ inviteCodeId: "the-code", autoInviteToAffiliation: null }),
    ),
  );
  const { member, path } = openPage("/signup", googleRoutes, withGoogle);
  const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
  await member.type(within(gate).getByLabelText("Invite code"), "welcome1{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await member.click(screen.getByRole("button", { name: "Sign up with Google" }));
  await waitFor(() => expect(issuer.requested).toMatchObject([{ inviteCodeId: "the-code" }]));
  postWindowMessage("answered");
  await waitFor(() => expect(path()).toBe("/home"));
});

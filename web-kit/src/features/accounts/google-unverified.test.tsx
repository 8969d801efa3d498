import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  accountExistsResponse,
  onGoogleFinish,
  googleRoutes,
  notVerifiedResponse,
  openIssuer,
  serveGoogle,
  withGoogle,
} from "../../testing/google-issuer.tsx";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { postWindowMessage } from "./google-window.ts";

servePages();
serveGoogle();

describe("an account whose address must be verified again", () => {
  const words =
    "Please verify your email address to continue. Check your inbox for a verification link.";
  afterEach(() => vi.useRealTimers());

  async function expectWaiting(path: () => string) {
    expect(await screen.findByText(words)).toBeDefined();
    expect(path()).toBe("/verify-email");
    expect(screen.getByText("nadia@ashcombe.example")).toBeDefined();
  }

  test("is shown, can request another link, and is signed in again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const resent: unknown[] = [];
    const sent = "Verification link sent! Please check your inbox and spam folder.";
    onGoogleFinish(notVerifiedResponse(words));
    server.use(
      http.post("/api/identity/verification/resend", async ({ request }) => {
        resent.push(await request.json());
        return HttpResponse.json({ message: sent });
      }),
    );
    const { member, path } = openPage("/login", googleRoutes, withGoogle);
    await openIssuer(member);
    postWindowMessage("answered");
    await expectWaiting(path);
    await act(async () => vi.advanceTimersByTimeAsync(61_000));
    await member.click(screen.getByRole("button", { name: "Resend link" }));
    expect(await screen.findByText(sent)).toBeDefined();
    expect(resent).toEqual([{ email: "nadia@ashcombe.example" }]);
    await member.click(screen.getByRole("button", { name: "I've Completed Verification" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("is shown after a full-page redirect to the issuer", async () => {
    onGoogleFinish(notVerifiedResponse(words));
    const { path } = openPage("/login/google", googleRoutes, withGoogle);
    await expectWaiting(path);
  });

  test("is shown after its password connected it", async () => {
    onGoogleFinish(accountExistsResponse);
    server.use(
      http.post("/api/identity/login", () => refusalResponse(403, "email-not-verified", words)),
    );
    const { member, path } = openPage("/login/google", googleRoutes, withGoogle);
    const dialog = await screen.findByRole("dialog", { name: "Account Already Exists" });
    await member.type(within(dialog).getByLabelText("Password"), "Bridges2026");
    await member.click(within(dialog).getByRole("button", { name: "Connect with Google" }));
    await expectWaiting(path);
  });
});

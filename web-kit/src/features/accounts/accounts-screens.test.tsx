import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Me } from "../../api/types.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember, COMPLETED_ONBOARDING } from "../../testing/people.ts";
import { endSession } from "./session.ts";
import { storedUnverifiedSignIn } from "./unverified-sign-in.ts";
import { progressAtTheBeginning, progressServer } from "../../testing/onboarding-server.ts";

servePages();
beforeEach(() => sessionStorage.clear());

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:communityId", element: <h1>Bridges</h1> },
    ],
  });

/** A visitor, until the server answers with a member. */
function signedOut() {
  document.cookie = "csst_present=; max-age=0";
}

function serveMember(me: Me) {
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

function refusal(status: number, code: string, detail: string, errors: unknown[] = []) {
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

describe("signing in", () => {
  async function fillIn(member: ReturnType<typeof openPage>["member"], password: string) {
    await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
    await member.type(screen.getByLabelText("Password"), password);
    await member.click(screen.getByRole("button", { name: "Sign In" }));
  }

  test("shows the server's message when the sign-in is refused", async () => {
    signedOut();
    server.use(
      http.post("/api/identity/login", () =>
        refusal(401, "invalid-credential", "Invalid email or password."),
      ),
    );
    const { member } = openPage("/login", routes);
    await fillIn(member, "not-it-at-all");
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toContain("Invalid email or password."),
    );
  });

  test("reports empty fields before sending", async () => {
    signedOut();
    const { member } = openPage("/login", routes);
    await member.click(await screen.findByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Email is required")).toBeTruthy();
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  });

  test("returns to the requested page after the sign-in", async () => {
    signedOut();
    serveMember(buildMember());
    server.use(
      http.post("/api/identity/login", () =>
        HttpResponse.json({ outcome: "success", idToken: "proof", uid: "nadia" }),
      ),
      http.post("/api/usersSignin", () => {
        document.cookie = "csst_present=1";
        return HttpResponse.json({ uid: "nadia" });
      }),
    );
    const { member, path } = openPage("/communities/7", routes);
    await fillIn(member, "Bridges2026");
    expect(await screen.findByRole("heading", { name: "Bridges" })).toBeTruthy();
    expect(path()).toBe("/communities/7");
  });

  test("an unverified user waits for the link and continues once it was used", async () => {
    signedOut();
    serveMember(buildMember());
    const words =
      "Please verify your email address to continue. Check your inbox for a verification link.";
    let used = false;
    server.use(
      http.post("/api/identity/login", () =>
        used
          ? HttpResponse.json({ outcome: "success", idToken: "proof", uid: "nadia" })
          : refusal(403, "email-not-verified", words),
      ),
      http.post("/api/usersSignin", () => {
        document.cookie = "csst_present=1";
        return HttpResponse.json({ uid: "nadia" });
      }),
    );
    const { member, path } = openPage("/login", routes);
    await fillIn(member, "Bridges2026");
    expect(await screen.findByText(words)).toBeTruthy();
    expect(path()).toBe("/verify-email");
    expect(screen.getByText("nadia@ashcombe.example")).toBeTruthy();
    const again = screen.getByRole("button", { name: /^Resend link in \d+ s$/ });
    expect(again.hasAttribute("disabled")).toBe(true);

    const done = () => screen.getByRole("button", { name: "I've Completed Verification" });
    await member.click(done());
    const notYet =
      "Verification not yet complete. Please check your inbox and click the verification link.";
    expect(await screen.findByText(notYet)).toBeTruthy();
    used = true;
    await member.click(done());
    expect(await screen.findByText("Verification complete! Your community awaits.")).toBeTruthy();
    expect(path()).toBe("/verify-email");
    await waitFor(() => expect(path()).toBe("/home"), { timeout: 4000 });
  });

  test("going back from the waiting screen asks for all credentials again", async () => {
    signedOut();
    server.use(
      http.post("/api/identity/login", () => refusal(403, "email-not-verified", "Not yet.")),
    );
    const { member, path } = openPage("/login", routes);
    await fillIn(member, "Bridges2026");
    await member.click(await screen.findByRole("button", { name: "Back to login" }));
    await waitFor(() => expect(path()).toBe("/login"));
    await waitFor(() => expect(storedUnverifiedSignIn()).toBeNull());
  });
});

describe("signing up", () => {
  test("opens the form only for a valid code, and shows errors at their fields", async () => {
    signedOut();
    server.use(
      http.post("/api/invite-codes/validate", async ({ request }) => {
        const body: unknown = await request.json();
        if (JSON.stringify(body) === '{"code":"EXPIRED1"}') {
          return refusal(422, "invite-code-expired", "This invite code has expired.");
        }
        return HttpResponse.json({ inviteCodeId: "code", autoInviteToAffiliation: null });
      }),
      http.post("/api/identity/join", () =>
        refusal(422, "invalid", "Validation failed", [
          {
            field: "password",
            code: "too-short",
            message: "Password must be at least 12 characters long",
          },
        ]),
      ),
    );
    const { member } = openPage("/signup", routes);
    const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
    await member.type(within(gate).getByLabelText("Invite code"), "expired1{Enter}");
    expect(await within(gate).findByText("This invite code has expired.")).toBeTruthy();

    const code = within(gate).getByLabelText("Invite code");
    await member.clear(code);
    await member.type(code, "welcome1{Enter}");
    expect(await screen.findByText("Redirecting to signup form...")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await member.type(screen.getByLabelText("Email"), "nora@demo.test");
    await member.type(screen.getByLabelText("First name"), "Nora");
    await member.type(screen.getByLabelText("Last name"), "Lindqvist");
    await member.type(screen.getByLabelText("Password"), "Abcdefg1");
    await member.type(screen.getByLabelText("Confirm password"), "Abcdefg1");
    await member.click(screen.getByRole("checkbox"));
    await member.click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByText("Password must be at least 12 characters long")).toBeTruthy();
  });
});

describe("onboarding", () => {
  const unread = {
    ...COMPLETED_ONBOARDING,
    needsTerms: true,
    needsGuidelines: true,
    needsPrivacy: true,
    complete: false,
  };

  function readToTheEnd(title: string) {
    const text = screen.getByRole("region", { name: `${title}, full text` });
    text.dispatchEvent(new Event("scroll"));
  }

  test("enables each checkbox at the end of its text; the last step admits the member", async () => {
    serveMember(buildMember({ onboarding: unread }));
    server.use(
      ...progressServer({ stored: progressAtTheBeginning(), saved: [] }),
      http.get("/api/legal/:key", ({ params }) =>
        HttpResponse.json({
          id: "1",
          key: params.key,
          title: "A document",
          content: "Text",
          html: "<p>Text</p>",
          lastUpdated: "2026-09-01T00:00:00Z",
          version: 1,
          effectiveDate: "2026-09-01",
        }),
      ),
      http.post("/api/me/onboarding", () => {
        serveMember(buildMember());
        return HttpResponse.json(buildMember());
      }),
    );
    const { member, path } = openPage("/communities", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    for (const title of ["Terms of Service", "Community Guidelines", "Privacy Policy"]) {
      const box = await screen.findByRole("checkbox", { name: new RegExp(title) });
      expect(box.hasAttribute("disabled")).toBe(true);
      await screen.findByText("Text");
      readToTheEnd(title);
      await waitFor(() => expect(box.hasAttribute("disabled")).toBe(false));
      await member.click(box);
      await member.click(screen.getByRole("button", { name: /^(Continue|Join)$/ }));
    }
    expect(await screen.findByText("Welcome to your verified communities!")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/communities"));
  });
});

test("blocks until changed documents are acknowledged", async () => {
  serveMember(buildMember({ legal: { acknowledged: true, changed: ["privacy-policy"] } }));
  server.use(
    http.post("/api/me/legal-acknowledgements", () => {
      serveMember(buildMember());
      return HttpResponse.json(buildMember());
    }),
  );
  const { member } = openPage("/communities", routes);
  const popup = await screen.findByRole("dialog", { name: "Legal Documents Updated" });
  expect(within(popup).getAllByRole("link")).toHaveLength(1);
  await member.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeNull();
  await member.click(
    within(popup).getByRole("button", { name: "I Acknowledge Updates & Continue" }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("shows a suspended member the end of the suspension and only lets them sign out", async () => {
  serveMember(buildMember({ accountStatus: "paused", pausedUntil: "2999-01-01T09:00:00Z" }));
  server.use(
    http.post("/api/usersSignout", () => {
      signedOut();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { member, path } = openPage("/communities", routes);
  expect(await screen.findByRole("heading", { name: "Your account is paused" })).toBeTruthy();
  expect(screen.getByText(/January 2999/)).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Log Out" }));
  await waitFor(() => expect(path()).toBe("/login"));
});

test("a portal shows non-members only its front door", async () => {
  serveMember(buildMember({ portalMembership: { affiliationId: "a1", isMember: false } }));
  server.use(
    http.get("/api/affiliations/a1", () =>
      refusal(404, "not-found", "Affiliation not found or you don't have permission to view it."),
    ),
  );
  openPage("/communities", routes, {
    mode: "whitelabel",
    portal: {
      tenantId: "t1",
      subdomain: "ashcombe",
      affiliationId: "a1",
      brandName: "Ashcombe",
      affiliationName: "Ashcombe College Alumni Association",
    },
  });
  expect(
    await screen.findByRole("heading", { name: "Ashcombe College Alumni Association" }),
  ).toBeTruthy();
  expect(await screen.findByText("Invite Only")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "My Communities" })).toBeNull();
});

test("redirects to the sign-in when the session ends elsewhere, and keeps the path", async () => {
  serveMember(buildMember());
  const { app, path } = openPage("/communities/7", routes);
  await screen.findByRole("heading", { name: "Bridges" });
  server.use(
    http.get("/api/me", () => refusal(401, "not-authenticated", "User not authenticated")),
  );
  await endSession("Session expired. Please log in again.");
  await waitFor(() => expect(path()).toBe("/login"));
  expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
  expect(app.cache.getQueryData(["me"])).toBeNull();
  expect(sessionStorage.getItem("guildhall.return-path")).not.toBeNull();
});

test("detects a lost session from any API response", async () => {
  serveMember(buildMember());
  const { app, path } = openPage("/communities", routes);
  await screen.findByRole("heading", { name: "My Communities" });
  signedOut();
  await app.cache.invalidateQueries({ queryKey: ["me"] });
  await waitFor(() => expect(path()).toBe("/login"));
});

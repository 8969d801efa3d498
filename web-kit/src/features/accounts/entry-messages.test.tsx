import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import type { InviteCode } from "./queries.ts";
import { SignupForm } from "./signup-form.tsx";

servePages();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = "csst_present=; max-age=0";
});

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });
const alertSays = (words: string) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
/** An error response without problem details, as a proxy may send it. */
const wordless = () => new HttpResponse("<h1>Oh</h1>", { status: 500 });

describe("the sign-in", () => {
  async function submit(member: ReturnType<typeof openPage>["member"]) {
    await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
    await member.type(screen.getByLabelText("Password"), "Bridges2026{Enter}");
  }

  test("shows its title and all links", async () => {
    openPage("/login", routes, {
      features: { google: true, waitlist: true, passwordMinLength: 8 },
    });
    expect(await screen.findByRole("heading", { name: "Log In to Your Account" })).toBeTruthy();
    expect(screen.getByText(/verified communities and affiliations/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue with Google" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "Stay signed in" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sign In" })).toBeTruthy();
    const signUp = screen.getByRole("link", { name: "Sign up" });
    expect(signUp.getAttribute("href")).toBe("/signup");
  });

  test("shows its busy label while sending", async () => {
    server.use(
      http.post("/api/identity/login", async () => {
        await delay(300);
        return wordless();
      }),
    );
    const { member } = openPage("/login", routes);
    await submit(member);
    expect(await screen.findByRole("button", { name: "Signing in..." })).toBeTruthy();
    await alertSays("Login failed. Please try again.");
  });

  test.each([
    [500, "internal", "An error occurred. Please try again."],
    [503, "busy", "Service temporarily unavailable. Please try again later."],
    [401, "no-such-account", "No account found with this email."],
    [401, "wrong-password", "Incorrect password."],
  ])("shows the server's message for failure %i %s", async (status, code, detail) => {
    server.use(
      http.post("/api/identity/login", () =>
        HttpResponse.json({ status, code, detail }, { status }),
      ),
    );
    const { member } = openPage("/login", routes);
    await submit(member);
    await alertSays(detail);
  });

  test("shows the lock after a hundred wrong passwords", async () => {
    const detail =
      "Too many unsuccessful login attempts. Please try again later or reset your password.";
    server.use(
      http.post("/api/identity/login", () =>
        HttpResponse.json(
          { status: 429, code: "login-blocked", detail, retryAfter: 1800 },
          { status: 429 },
        ),
      ),
    );
    const { member } = openPage("/login", routes);
    await submit(member);
    await alertSays(detail);
  });

  test("reports a network failure", async () => {
    server.use(http.post("/api/identity/login", () => HttpResponse.error()));
    const { member } = openPage("/login", routes);
    await submit(member);
    await alertSays("Network error. Please check your connection and try again.");
  });
});

describe("the gate", () => {
  const openGate = async () => {
    const page = openPage("/signup", routes);
    const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
    return { ...page, gate, code: within(gate).getByLabelText<HTMLInputElement>("Invite code") };
  };

  test("converts the code to upper case at any caret position", async () => {
    const { member, code } = await openGate();
    await member.type(code, "wcome1");
    expect(code.value).toBe("WCOME1");
    await member.type(code, "el", { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(code.value).toBe("WELCOME1");
  });

  test("links to the waitlist and to the sign-in", async () => {
    const { gate } = await openGate();
    const waitlist = within(gate).getByRole("link", { name: "Join Early Access Waitlist" });
    expect(waitlist.getAttribute("href")).toBe("/waitlist");
    const logIn = within(gate).getByRole("link", { name: "Log in" });
    expect(logIn.getAttribute("href")).toBe("/login");
    expect(within(gate).getByRole("button", { name: "Proceed to Signup" })).toBeTruthy();
  });

  test("links from a portal to the main site's waitlist", async () => {
    const portal = {
      tenantId: "t1",
      subdomain: "ashcombe",
      affiliationId: "a1",
      brandName: "Ashcombe",
      affiliationName: "Ashcombe College Alumni Association",
    };
    openPage("/signup", routes, { mode: "whitelabel", portal });
    const waitlist = await screen.findByRole("link", { name: "Join Early Access Waitlist" });
    expect(waitlist.getAttribute("href")).toBe("http://localhost:3000/waitlist");
  });

  test("reports an empty code without a request", async () => {
    const { member, gate } = await openGate();
    await member.click(within(gate).getByRole("button", { name: "Proceed to Signup" }));
    expect(await within(gate).findByText("Please enter an invite code")).toBeTruthy();
  });

  test.each([
    [422, "Invalid invite code."],
    [422, "This invite code has reached its usage limit."],
    [422, "This invite code has expired."],
    [429, "Too many validation attempts. Please try again in 30 minute(s)."],
  ])("shows the message of refusal %i: %s", async (status, detail) => {
    server.use(
      http.post("/api/invite-codes/validate", () =>
        HttpResponse.json({ status, code: "refused", detail }, { status }),
      ),
    );
    const { member, gate, code } = await openGate();
    await member.type(code, "welcome1{Enter}");
    expect(await within(gate).findByText(detail)).toBeTruthy();
  });

  test("locks after five wrong codes without further requests", async () => {
    let requested = 0;
    server.use(
      http.post("/api/invite-codes/validate", () => {
        requested += 1;
        return HttpResponse.json(
          {
            status: 422,
            code: "invite-code-invalid",
            detail: `Invalid invite code. ${requested}`,
            attemptsRemaining: 10 - requested,
          },
          { status: 422 },
        );
      }),
    );
    const { member, gate, code } = await openGate();
    await member.type(code, "guess");
    for (let n = 1; n <= 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the attempts are sequential
      await member.type(code, "{Enter}");
      // oxlint-disable-next-line no-await-in-loop
      await within(gate).findByText(`Invalid invite code. ${n}`);
    }
    await member.type(code, "{Enter}");
    const words = "Too many attempts. Please try again later.";
    expect(await within(gate).findByText(words)).toBeTruthy();
    expect(requested).toBe(5);
  });

  test("does not lock after responses that the server did not count", async () => {
    let requested = 0;
    server.use(
      http.post("/api/invite-codes/validate", () => {
        requested += 1;
        return HttpResponse.json(
          { status: 400, code: "bad-request", detail: `Not read. ${requested}` },
          { status: 400 },
        );
      }),
    );
    const { member, gate, code } = await openGate();
    await member.type(code, "guess");
    for (let n = 1; n <= 7; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the attempts are sequential
      await member.type(code, "{Enter}");
      // oxlint-disable-next-line no-await-in-loop
      await within(gate).findByText(`Not read. ${n}`);
    }
  });

  test("reports an unreadable response", async () => {
    server.use(http.post("/api/invite-codes/validate", wordless));
    const { member, gate, code } = await openGate();
    await member.type(code, "welcome1{Enter}");
    const words = "An error occurred while validating the code.";
    expect(await within(gate).findByText(words)).toBeTruthy();
  });
});

describe("the form", () => {
  let sent = 0;
  async function fillIn(code: InviteCode | null) {
    sent += 1;
    const open = () => [{ path: "/form", element: <SignupForm code={code} /> }];
    const { member } = openPage("/form", open);
    await member.type(await screen.findByLabelText("Email"), `nora${sent}@demo.test`);
    await member.type(screen.getByLabelText("First name"), "Nora");
    await member.type(screen.getByLabelText("Last name"), "Lindqvist");
    await member.type(screen.getByLabelText("Password"), "Tin-Lantern-48");
    await member.type(screen.getByLabelText("Confirm password"), "Tin-Lantern-48");
    await member.click(screen.getByRole("checkbox"));
    const form = screen.getByRole("button", { name: "Create account" }).closest("form");
    expect(form).not.toBeNull();
    if (form !== null) fireEvent.submit(form);
  }

  test("requires a code even if the gate was bypassed", async () => {
    await fillIn(null);
    await alertSays("Please enter a valid invite code to create an account.");
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  });

  test.each([
    [422, "Invalid or expired invite code. Please try again with a valid code."],
    [422, "All fields are required."],
    [429, "Too many signup attempts. Please try again in 60 minute(s)."],
    [500, "Failed to send verification email"],
  ])("shows the message of refusal %i: %s", async (status, detail) => {
    server.use(
      http.post("/api/identity/join", () =>
        HttpResponse.json({ status, code: "refused", detail }, { status }),
      ),
    );
    await fillIn({ inviteCodeId: "WELCOME1", autoInviteToAffiliation: null });
    await alertSays(detail);
  });
});

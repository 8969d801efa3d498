import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Boot } from "../../api/types.ts";
import { doorRoutes } from "../../routes/door-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { aMember } from "../../testing/people.ts";
import { affiliationPage, stayingAddress } from "./google.ts";
import { tell } from "./google-window.ts";

servePages();

const routes = (app: App) =>
  doorRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "affiliation/:id", element: <h1>An affiliation</h1> },
    ],
  });
const withGoogle: Partial<Boot> = {
  features: { google: true, waitlist: true, relaxedContent: false },
};
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

interface Shown {
  closed: boolean;
  close: () => void;
  location: { replace: (url: string) => void };
}

let shown: Shown;
let asked: unknown[];

beforeEach(() => {
  sessionStorage.clear();
  document.cookie = "csst_present=; max-age=0";
  shown = {
    closed: false,
    close: () => {
      shown.closed = true;
    },
    location: { replace: vi.fn<(url: string) => void>() },
  };
  asked = [];
  Object.defineProperty(window, "open", { value: vi.fn(() => shown), configurable: true });
  server.use(
    http.post("/api/identity/google/start", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ url: "https://issuer.example/authorize" });
    }),
    http.post("/api/usersSignin", () => {
      document.cookie = "csst_present=1";
      return HttpResponse.json({ uid: "nadia" });
    }),
    http.get("/api/me", () => HttpResponse.json(aMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
});

function refusal(status: number, code: string, detail: string, more: object = {}) {
  return HttpResponse.json({ status, code, detail, ...more }, { status });
}

function finishes(answer: () => Response) {
  server.use(http.post("/api/identity/google/finish", answer));
}

const success = () =>
  HttpResponse.json({
    outcome: "success",
    idToken: "proof",
    uid: "nadia",
    staySignedIn: true,
    portal: null,
    affiliationId: null,
    portalOrigin: null,
    redirectPath: null,
  });

const exists = () =>
  HttpResponse.json({
    outcome: "accountExists",
    message: "This email is already registered. Please use a different email or connect.",
    email: "nadia@ashcombe.example",
    ticket: "a-ticket",
    staySignedIn: true,
    portal: null,
    affiliationId: null,
    portalOrigin: null,
    redirectPath: null,
  });

async function openIssuer(member: ReturnType<typeof openPage>["member"]) {
  await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
  await waitFor(() =>
    expect(shown.location.replace).toHaveBeenCalledWith("https://issuer.example/authorize"),
  );
}

const alertSays = (words: string) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));

describe("in a window of its own", () => {
  test("somebody known is signed in", async () => {
    finishes(success);
    const { member, path } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    expect(asked).toEqual([
      { inviteCodeId: null, staySignedIn: true, popup: true, portal: null, redirectPath: null },
    ]);
    tell("answered");
    await waitFor(() => expect(path()).toBe("/communities"));
    expect(shown.closed).toBe(true);
  });

  test("a blocked one is said to be, and this one is offered", async () => {
    Object.defineProperty(window, "open", { value: () => null, configurable: true });
    const { member } = openPage("/login", routes, withGoogle);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await alertSays("Popup was blocked. Please allow popups for this site and try again.");
    await member.click(screen.getByRole("button", { name: "Continue in this window" }));
    await waitFor(() => expect(asked).toMatchObject([{ popup: false }]));
  });

  test("one that somebody closes is a sign-in that was cancelled", async () => {
    const { member } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    shown.close();
    await alertSays("Sign-in was cancelled. Please try again.");
  });

  test.each([
    [422, "google-cancelled", "Sign-in was cancelled. Please try again."],
    [422, "google-failed", "Google sign-in failed. Please try again."],
    [422, "google-misconfigured", "Authentication configuration error. Please contact support."],
    [403, "account-suspended", "Account is suspended or banned"],
  ])("a refusal %i %s is told in the server's words", async (status, code, detail) => {
    finishes(() => refusal(status, code, detail));
    const { member } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    tell("answered");
    await alertSays(detail);
  });

  test("an answer without words is told in Google's own", async () => {
    finishes(() => new HttpResponse("<h1>Oh</h1>", { status: 500 }));
    const { member } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    tell("answered");
    await alertSays("Google sign-in failed. Please try again.");
  });

  test("too many attempts close it again", async () => {
    const words = "Too many Google sign-in attempts. Please try again in 15 minute(s).";
    server.use(
      http.post("/api/identity/google/start", () =>
        refusal(429, "rate-limited", words, { retryAfter: 900 }),
      ),
    );
    const { member } = openPage("/login", routes, withGoogle);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await alertSays(words);
    expect(shown.closed).toBe(true);
  });

  test("somebody unknown is sent to the sign-up and told why", async () => {
    const words =
      "An invite code is required to create an account. Please enter a valid invite code.";
    finishes(() => refusal(422, "invite-code-required", words));
    const { member, path } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    tell("answered");
    await waitFor(() => expect(path()).toBe("/signup"));
    const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
    expect(within(gate).getByRole("alert").textContent).toBe(words);
  });
});

describe("an account whose address must be proven again", () => {
  const words =
    "Please verify your email address to continue. Check your inbox for a verification link.";
  afterEach(() => vi.useRealTimers());

  const notVerified = () =>
    HttpResponse.json({
      outcome: "emailNotVerified",
      message: words,
      email: "nadia@ashcombe.example",
      staySignedIn: true,
      portal: null,
      affiliationId: null,
      portalOrigin: null,
      redirectPath: null,
    });

  async function expectWaiting(path: () => string) {
    expect(await screen.findByText(words)).toBeDefined();
    expect(path()).toBe("/verify-email");
    expect(screen.getByText("nadia@ashcombe.example")).toBeDefined();
  }

  test("is named, gets another link, and is signed in anew", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const resent: unknown[] = [];
    const sent = "Verification link sent! Please check your inbox and spam folder.";
    finishes(notVerified);
    server.use(
      http.post("/api/identity/verification/resend", async ({ request }) => {
        resent.push(await request.json());
        return HttpResponse.json({ message: sent });
      }),
    );
    const { member, path } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    tell("answered");
    await expectWaiting(path);
    await act(async () => vi.advanceTimersByTimeAsync(61_000));
    await member.click(screen.getByRole("button", { name: "Resend link" }));
    expect(await screen.findByText(sent)).toBeDefined();
    expect(resent).toEqual([{ email: "nadia@ashcombe.example" }]);
    await member.click(screen.getByRole("button", { name: "I've Completed Verification" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("is named where the whole page went to the issuer", async () => {
    finishes(notVerified);
    const { path } = openPage("/login/google", routes, withGoogle);
    await expectWaiting(path);
  });

  test("is named after its password was shown to connect it", async () => {
    finishes(exists);
    server.use(http.post("/api/identity/login", () => refusal(403, "email-not-verified", words)));
    const { member, path } = openPage("/login/google", routes, withGoogle);
    const dialog = await screen.findByRole("dialog", { name: "Account Already Exists" });
    await member.type(within(dialog).getByLabelText("Password"), "Bridges2026");
    await member.click(within(dialog).getByRole("button", { name: "Connect with Google" }));
    await expectWaiting(path);
  });
});

describe("an account that is there already", () => {
  test("is connected by its password", async () => {
    const linked: unknown[] = [];
    finishes(exists);
    server.use(
      http.post("/api/identity/login", async ({ request }) => {
        const body: unknown = await request.json();
        if (!JSON.stringify(body).includes("Bridges2026")) {
          return refusal(401, "invalid-login", "Invalid email or password.");
        }
        return HttpResponse.json({ outcome: "success", idToken: "proof", uid: "nadia" });
      }),
      http.post("/api/identity/google/link", async ({ request }) => {
        linked.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = openPage("/login", routes, withGoogle);
    await openIssuer(member);
    tell("answered");
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
    await waitFor(() => expect(path()).toBe("/communities"));
    expect(linked).toEqual([{ ticket: "a-ticket" }]);
  });

  test("and was made with Google is opened with Google", async () => {
    const words = "This email is linked to a Google account. Please sign in with Google.";
    finishes(success);
    server.use(http.post("/api/identity/login", () => refusal(401, "google_account", words)));
    const { member, path } = openPage("/login", routes, withGoogle);
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
    await waitFor(() => expect(shown.location.replace).toHaveBeenCalledOnce());
    tell("answered");
    await waitFor(() => expect(path()).toBe("/communities"));
  });
});

test("a sign-up brings its code and goes home", async () => {
  finishes(success);
  server.use(
    http.post("/api/invite-codes/validate", () =>
      HttpResponse.json({ inviteCodeId: "the-code", autoInviteToAffiliation: null }),
    ),
  );
  const { member, path } = openPage("/signup", routes, withGoogle);
  const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
  await member.type(within(gate).getByLabelText("Invite code"), "welcome1{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await member.click(screen.getByRole("button", { name: "Sign up with Google" }));
  await waitFor(() => expect(asked).toMatchObject([{ inviteCodeId: "the-code" }]));
  tell("answered");
  await waitFor(() => expect(path()).toBe("/home"));
});

describe("on a portal", () => {
  test("main is asked, and its word that somebody has arrived is taken", async () => {
    const { member, path } = openPage("/login", routes, onPortal);
    await member.click(await screen.findByRole("button", { name: "Continue with Google" }));
    expect(window.open).toHaveBeenCalledWith(
      "http://localhost:3000/login/google#portal=ashcombe&stay=true&view=popup",
      "guildhall-google",
      expect.any(String),
    );
    server.use(http.get("/api/affiliations/a1", () => HttpResponse.json({}, { status: 404 })));
    document.cookie = "csst_present=1";
    tell("arrived");
    await waitFor(() => expect(path()).toBe("/communities"));
    expect(asked).toEqual([]);
  });
});

describe("somebody a portal cannot take yet", () => {
  const oak = "0197a2b4c6d87e6f8091a2b3c4d5e6f7";

  test("goes on from main to the page of the portal's affiliation", async () => {
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
        refusal(404, "transfer-refused", "Failed to create session for transfer"),
      ),
    );
    const { path } = openPage("/login/google?view=page", routes, withGoogle);
    await waitFor(() => expect(path()).toBe(`/affiliation/${oak}`));
  });

  test("is led there from the portal's own page as well", async () => {
    document.cookie = "csst_present=1";
    const { path } = openPage(`/login/google#affiliation=${oak}`, routes, withGoogle);
    await waitFor(() => expect(path()).toBe(`/affiliation/${oak}`));
  });

  test("and nowhere else", () => {
    const boot = { mainOrigin: "http://localhost:3000", portal: { affiliationId: oak } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of it is read
    expect(stayingAddress(boot as Boot)).toBe(
      `http://localhost:3000/login/google#affiliation=${oak}`,
    );
    expect(affiliationPage(`#affiliation=${oak}`)).toBe(`/affiliation/${oak}`);
    for (const hash of ["", "#affiliation=", "#affiliation=..%2Fstaff", `#affiliation=${oak}/x`]) {
      expect(affiliationPage(hash)).toBeNull();
    }
  });
});

describe("the page between", () => {
  test("goes on for who has no window to tell", async () => {
    finishes(success);
    const { path } = openPage("/login/google?view=page", routes, withGoogle);
    await waitFor(() => expect(path()).toBe("/communities"));
  });

  test("takes a portal's wish to the issuer", async () => {
    const wish = "#portal=ashcombe&stay=true&view=popup&code=the-code";
    openPage(`/login/google${wish}`, routes, withGoogle);
    await waitFor(() =>
      expect(asked).toEqual([
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

  test("says so when nothing came of it", async () => {
    const { member, path } = openPage("/login/google#refused", routes, withGoogle);
    await alertSays("Google sign-in failed. Please try again.");
    await member.click(screen.getByRole("link", { name: "Back to login" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";

servePages();
beforeEach(() => {
  sessionStorage.clear();
  document.cookie = "csst_present=; max-age=0";
});

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });
const alertSays = (words: string | RegExp) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));

function refuse(status: number, code: string, detail: string, more: object = {}) {
  return HttpResponse.json({ status, code, detail, ...more }, { status });
}

describe("a refused sign-in", () => {
  async function tryOnce(page: ReturnType<typeof openPage>, email: string) {
    const field = await screen.findByLabelText("Email");
    await page.member.clear(field);
    await page.member.type(field, email);
    const password = screen.getByLabelText("Password");
    await page.member.clear(password);
    await page.member.type(password, "not-it-at-all{Enter}");
  }

  test("shows the attempts left, then the wait", async () => {
    let left = 5;
    server.use(
      http.post("/api/identity/login", () => {
        left -= 1;
        const more = { attemptsRemaining: left, ...(left === 0 && { retryAfter: 1800 }) };
        return refuse(401, "invalid-login", "Invalid email or password.", more);
      }),
    );
    const page = openPage("/login", routes);
    const email = "counted@ashcombe.example";
    for (const status of ["4 attempts remaining", "3 attempts remaining"]) {
      await tryOnce(page, email);
      await alertSays(`Invalid email or password.${status}`);
    }
    left = 1;
    await tryOnce(page, email);
    await alertSays(
      "Invalid email or password.Too many attempts. Please try again in 30 minute(s).",
    );
  });

  test("shows no status for a form that was not sent or not counted", async () => {
    let requested = 0;
    server.use(
      http.post("/api/identity/login", () => {
        requested += 1;
        return refuse(500, "internal", "An error occurred. Please try again.");
      }),
    );
    const page = openPage("/login", routes);
    for (let n = 1; n <= 7; n += 1) {
      await tryOnce(page, "uncounted@ashcombe.example");
      await waitFor(() => expect(requested).toBe(n));
      await alertSays(/^An error occurred. Please try again.$/);
    }
  });

  test.each([
    [1790, /^Too many login attempts. Please try again in 30 minute\(s\).$/],
    [8, /^Too many login attempts. Please wait until \d{1,2}:\d{2}:\d{2}( [AP]M)?$/],
  ])("shows a single message for a limit of %i seconds", async (retryAfter, words) => {
    server.use(
      http.post("/api/identity/login", () =>
        refuse(429, "rate-limited", "Too many login attempts. Please try again in 30 minute(s).", {
          retryAfter,
        }),
      ),
    );
    await tryOnce(openPage("/login", routes), "limited@ashcombe.example");
    await alertSays(words);
  });

  test("offers the password recovery", async () => {
    openPage("/login", routes);
    const link = await screen.findByRole("link", { name: "Recover Password" });
    expect(link.getAttribute("href")).toBe("/forgot-password");
  });
});

describe("signing up", () => {
  async function openForm() {
    server.use(
      http.post("/api/invite-codes/validate", () =>
        HttpResponse.json({ inviteCodeId: "code", autoInviteToAffiliation: null }),
      ),
    );
    const page = openPage("/signup", routes);
    const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
    await page.member.type(within(gate).getByLabelText("Invite code"), "welcome1{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    return page.member;
  }

  async function fillIn(member: Awaited<ReturnType<typeof openForm>>, email: string) {
    await member.type(screen.getByLabelText("Email"), email);
    await member.type(screen.getByLabelText("First name"), "Nora");
    await member.type(screen.getByLabelText("Last name"), "Lindqvist");
    await member.type(screen.getByLabelText("Password"), "Tin-Lantern-48");
    await member.type(screen.getByLabelText("Confirm password"), "Tin-Lantern-48");
    await member.click(screen.getByRole("checkbox"));
  }

  test("does not lock after attempts that the server did not count", async () => {
    let requested = 0;
    server.use(
      http.post("/api/identity/join", () => {
        requested += 1;
        return refuse(500, "internal", "Signup failed. Please try again.");
      }),
    );
    const member = await openForm();
    await fillIn(member, "often@ashcombe.example");
    for (let n = 1; n <= 5; n += 1) {
      await member.click(screen.getByRole("button", { name: "Create account" }));
      await waitFor(() => expect(requested).toBe(n));
      await alertSays("Signup failed. Please try again.");
    }
  });

  test("shows the actual wait of a rate limit", async () => {
    server.use(
      http.post("/api/identity/join", () =>
        refuse(429, "rate-limited", "Too many signup attempts. Please try again in 1 minute(s).", {
          retryAfter: 2,
        }),
      ),
    );
    const member = await openForm();
    await fillIn(member, "soon@ashcombe.example");
    await member.click(screen.getByRole("button", { name: "Create account" }));
    await alertSays(/^Too many signup attempts. Please wait until \d{1,2}:\d{2}:\d{2}( [AP]M)?$/);
  });

  test.each([
    [
      409,
      "email-taken",
      "This email is already registered. Please use a different email or sign in.",
    ],
    [422, "email-unmailable", "Invalid email address format."],
  ])("shows refused address %i %s at its field", async (status, code, message) => {
    const errors = [{ field: "email", code, message }];
    server.use(http.post("/api/identity/join", () => refuse(status, code, message, { errors })));
    const member = await openForm();
    await fillIn(member, `${code}@ashcombe.example`);
    await member.click(screen.getByRole("button", { name: "Create account" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  });
});

test("offers a button on an iPhone if the popup does not open by itself", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)",
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { InviteGate } = await import("./invite-gate.tsx");
    const opened = vi.fn<() => void>();
    server.use(
      http.post("/api/invite-codes/validate", () =>
        HttpResponse.json({ inviteCodeId: "code", autoInviteToAffiliation: null }),
      ),
    );
    const stuck = () => [
      { path: "/gate", element: <InviteGate onAccepted={opened} refusal={null} /> },
    ];
    const { member } = openPage("/gate", stuck);
    await member.type(await screen.findByLabelText("Invite code"), "welcome1{Enter}");
    await screen.findByText("Redirecting to signup form...");
    expect(opened).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(800);
    expect(opened).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole("button", { name: "Continue to Signup" })).toBeNull();
    await vi.advanceTimersByTimeAsync(2200);
    await member.click(await screen.findByRole("button", { name: "Continue to Signup" }));
    expect(opened).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});

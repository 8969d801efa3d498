import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";

servePages();
beforeEach(() => {
  document.cookie = "csst_present=; max-age=0";
});

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });

function refusal(status: number, code: string, detail: string, errors: unknown[] = []) {
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

describe("password recovery", () => {
  async function ask(member: ReturnType<typeof openPage>["member"], email: string) {
    // The sign-in screen, which may still be rendered, has an email field as well.
    const send = await screen.findByRole("button", { name: "Send link" });
    await member.type(screen.getByLabelText("Email"), email);
    await member.click(send);
  }

  test("is linked from the sign-in, and the answer stays on the screen", async () => {
    const requested: unknown[] = [];
    server.use(
      http.post("/api/identity/password/forgot", async ({ request }) => {
        requested.push(await request.json());
        return HttpResponse.json({ message: "If an account uses this address, it is on its way." });
      }),
    );
    const { member, path } = openPage("/login", routes);
    await member.click(await screen.findByRole("link", { name: "Recover Password" }));
    await waitFor(() => expect(path()).toBe("/forgot-password"));
    await ask(member, "nadia@ashcombe.example");
    expect(await screen.findByText(/it is on its way/)).toBeTruthy();
    expect(requested).toEqual([{ email: "nadia@ashcombe.example" }]);
    expect(screen.getByRole("button", { name: "Send another link" })).toBeTruthy();
  });

  test("does not send an invalid address", async () => {
    const { member } = openPage("/forgot-password", routes);
    await ask(member, "nadia");
    expect(await screen.findByText("Invalid email address format.")).toBeTruthy();
  });

  test.each([
    [429, "rate-limited", "Too many requests. Please wait before requesting another reset email."],
    [404, "no-such-account", "No account found with this email address."],
    [500, "internal", "Failed to send password reset email"],
  ])("shows the server's message when refused (%i)", async (status, code, detail) => {
    server.use(http.post("/api/identity/password/forgot", () => refusal(status, code, detail)));
    const { member } = openPage("/forgot-password", routes);
    await ask(member, "nadia@ashcombe.example");
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});

describe("a new password", () => {
  beforeEach(() => {
    server.use(
      http.post<never, { token: string }>(
        "/api/identity/password/reset-link",
        async ({ request }) =>
          (await request.json()).token === "old"
            ? refusal(422, "reset-link-refused", "This link is no longer valid.")
            : HttpResponse.json({ email: "nadia@ashcombe.example" }),
      ),
    );
  });

  test("provides the account's address to password managers", async () => {
    openPage("/reset-password?token=abc", routes);
    const password = await screen.findByLabelText("New password");
    const name = () => password.closest("form")?.querySelector('input[autocomplete="username"]');
    await waitFor(() => expect(name()).toHaveProperty("value", "nadia@ashcombe.example"));
    expect(name()?.hasAttribute("hidden")).toBe(true);
  });

  async function choose(member: ReturnType<typeof openPage>["member"], again = "Copper-Heron-77") {
    await member.type(await screen.findByLabelText("New password"), "Copper-Heron-77");
    await member.type(screen.getByLabelText("Confirm new password"), again);
    await member.click(screen.getByRole("button", { name: "Save new password" }));
  }

  test("is saved with the link and leads to the sign-in", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/identity/password/reset", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: "Your password has been changed." });
      }),
    );
    const { member, path } = openPage("/reset-password?token=abc", routes);
    await choose(member, "Copper-Heron-78");
    expect(await screen.findByText("Passwords do not match")).toBeTruthy();
    expect(sent).toEqual([]);
    await member.clear(screen.getByLabelText("Confirm new password"));
    await member.type(screen.getByLabelText("Confirm new password"), "Copper-Heron-77");
    await member.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByText("Your password has been changed.")).toBeTruthy();
    expect(sent).toEqual([
      { token: "abc", password: "Copper-Heron-77", confirmPassword: "Copper-Heron-77" },
    ]);
    await member.click(screen.getByRole("link", { name: "Sign In" }));
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("an expired link offers to request a new one", async () => {
    const detail = "This link is no longer valid. Please request a new one.";
    server.use(
      http.post("/api/identity/password/reset", () => refusal(422, "reset-link-refused", detail)),
    );
    const { member, path } = openPage("/reset-password?token=old", routes);
    await choose(member);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(detail));
    await member.click(screen.getByRole("link", { name: "Request a new link" }));
    await waitFor(() => expect(path()).toBe("/forgot-password"));
  });

  test("shows no form without a token", async () => {
    openPage("/reset-password", routes);
    expect(await screen.findByText(/no longer valid/)).toBeTruthy();
    expect(screen.queryByLabelText("New password")).toBeNull();
  });

  test("a mandatory reset is opened by the sign-in without a token in the address", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/identity/login", () =>
        HttpResponse.json({ outcome: "passwordResetRequired", resetToken: "must" }),
      ),
      http.post("/api/identity/password/reset", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: "Your password has been changed." });
      }),
    );
    const { member, path } = openPage("/login", routes);
    await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
    await member.type(screen.getByLabelText("Password"), "Bridges2026");
    await member.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText(/You must change your password/)).toBeTruthy();
    expect(path()).toBe("/reset-password");
    await choose(member);
    expect(await screen.findByText("Your password has been changed.")).toBeTruthy();
    expect(JSON.stringify(sent)).toContain('"token":"must"');
  });
});

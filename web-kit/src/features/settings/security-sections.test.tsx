import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { boot, openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import type { SignedInDevice } from "./device-queries.ts";
import { settingsRoutes } from "./routes.tsx";

servePages();
beforeEach(() => {
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
});

const open = (path: string) => openPage(path, settingsRoutes);
type Member = ReturnType<typeof openPage>["member"];

function refusal(status: number, code: string, detail: string, field?: string) {
  const errors = field === undefined ? [] : [{ field, code, message: detail }];
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

describe("the password", () => {
  async function fillIn(member: Member, current: string, next: string, again = next) {
    if (current !== "")
      await member.type(await screen.findByLabelText("Current password"), current);
    if (next !== "") await member.type(await screen.findByLabelText("New password"), next);
    if (again !== "") await member.type(screen.getByLabelText("Confirm new password"), again);
    await member.click(await screen.findByRole("button", { name: "Change password" }));
  }

  test("is validated before sending", async () => {
    const { member } = open("/settings/password");
    await fillIn(member, "", "short", "other");
    expect(
      await screen.findByText("Current password is required to change your password"),
    ).toBeDefined();
    expect(screen.getByText("Password must be at least 6 characters long")).toBeDefined();
    expect(screen.getByText("Passwords do not match")).toBeDefined();
  });

  test("needs as many characters as the operator has configured", async () => {
    const features = { ...boot.features, passwordMinLength: 12 };
    const { member } = openPage("/settings/password", settingsRoutes, { features });
    await fillIn(member, "Bridges2026", "Copper-77");
    expect(await screen.findByText("Password must be at least 12 characters long")).toBeDefined();
  });

  test("is changed, and other sessions are signed out unless declined", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/identity/password/change", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: "Your password has been changed." });
      }),
    );
    const { member } = open("/settings/password");
    await fillIn(member, "Bridges2026", "Copper-Heron-77");
    expect(await screen.findByText("Your password has been changed.")).toBeDefined();
    expect(sent).toEqual([
      {
        currentPassword: "Bridges2026",
        newPassword: "Copper-Heron-77",
        confirmPassword: "Copper-Heron-77",
        signOutOthers: true,
      },
    ]);
    await member.click(screen.getByRole("checkbox", { name: "Sign out everywhere else" }));
    await fillIn(member, "Copper-Heron-77", "Copper-Heron-78");
    await waitFor(() => expect(JSON.stringify(sent[1])).toContain('"signOutOthers":false'));
  });

  test.each([
    [422, "current-password-wrong", "Current password is incorrect", "currentPassword"],
    [422, "credentials-malformed", "Invalid credentials provided", "currentPassword"],
    [
      422,
      "password-too-weak",
      "Password is too weak. Please choose a stronger password.",
      "newPassword",
    ],
    [429, "rate-limited", "Too many failed attempts. Please try again later.", undefined],
    [409, "no-email", "User email not available for reauthentication", undefined],
    [409, "no-password", "User credentials do not match", undefined],
    [404, "account-gone", "User account not found", undefined],
    [403, "account-disabled", "This account has been disabled.", undefined],
    [500, "internal", "Failed to re-authenticate", undefined],
    [500, "internal", "Failed to update password", undefined],
  ])("a refusal (%i %s) shows the server's message", async (status, code, detail, field) => {
    server.use(
      http.post("/api/identity/password/change", () => refusal(status, code, detail, field)),
    );
    const { member } = open("/settings/password");
    await fillIn(member, "Bridges2026", "Copper-Heron-77");
    expect(await screen.findByText(detail)).toBeDefined();
  });

  test("a required step-up authentication opens a dialog", async () => {
    const detail = "For security, you must sign in again before changing your password.";
    server.use(
      http.post("/api/identity/password/change", () => refusal(403, "proof-required", detail)),
    );
    const { member } = open("/settings/password");
    await fillIn(member, "Bridges2026", "Copper-Heron-77");
    expect(await within(await screen.findByRole("dialog")).findByText(detail)).toBeDefined();
  });
});

describe("the devices", () => {
  const here: SignedInDevice = {
    id: "one",
    isCurrent: true,
    isCarried: false,
    host: "localhost",
    browser: "Firefox on Linux",
    network: "10.0.0.0/24",
    staySignedIn: true,
    signedInAt: "2026-11-20T10:00:00Z",
    lastSeenAt: "2026-11-20T11:00:00Z",
    expiresAt: "2026-12-20T10:00:00Z",
  };
  const phone = { ...here, id: "two", isCurrent: false, browser: "Safari on iPhone" };

  function serve(items: SignedInDevice[]) {
    server.use(http.get("/api/me/sessions", () => HttpResponse.json({ items, nextCursor: null })));
  }

  test("are listed with this one first, and can be signed out", async () => {
    serve([here, phone]);
    server.use(
      http.delete("/api/me/sessions/two", () => {
        serve([here]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/settings/devices");
    const list = within(await screen.findByRole("list", { name: "Devices" }));
    const [first] = list.getAllByRole("listitem");
    expect(first?.textContent).toContain("This device");
    await member.click(list.getByRole("button", { name: "Sign out Safari on iPhone" }));
    expect(await screen.findByText("The device was signed out.")).toBeDefined();
    expect(await screen.findByText("You are not signed in anywhere else.")).toBeDefined();
  });

  test("keeps devices listed with a message if signing them out fails", async () => {
    serve([here, phone]);
    server.use(http.delete("/api/me/sessions/two", () => new HttpResponse(null, { status: 500 })));
    const { member } = open("/settings/devices");
    await member.click(await screen.findByRole("button", { name: "Sign out Safari on iPhone" }));
    expect(await screen.findByText("Failed to sign out")).toBeDefined();
    expect(screen.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeDefined();
  });

  test("are signed out once each, also in parallel", async () => {
    const tablet = { ...phone, id: "three", browser: "Safari on iPad" };
    serve([here, phone, tablet]);
    const ended: string[] = [];
    server.use(
      http.delete("/api/me/sessions/:id", ({ params }) => {
        ended.push(String(params["id"]));
        serve([here]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    open("/settings/devices");
    const button = (name: string) =>
      screen.findByRole<HTMLButtonElement>("button", { name: `Sign out ${name}` });
    const [first, second] = [await button("Safari on iPhone"), await button("Safari on iPad")];
    await act(async () => {
      for (const pressed of [first, first, second, second]) pressed.click();
    });
    expect(await screen.findByText("You are not signed in anywhere else.")).toBeDefined();
    expect(ended.toSorted()).toEqual(["three", "two"]);
  });

  test("can all be signed out with one button, except this one", async () => {
    serve([here, phone]);
    server.use(
      http.delete("/api/me/sessions", () => {
        serve([here]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/settings/devices");
    await member.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
    expect(await screen.findByText("You are signed out everywhere else.")).toBeDefined();
  });

  test("can be reloaded after a failure", async () => {
    server.use(http.get("/api/me/sessions", () => refusal(500, "internal", "An error occurred.")));
    const { member } = open("/settings/devices");
    expect(await screen.findByText("Your devices could not be loaded")).toBeDefined();
    serve([here]);
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Firefox on Linux")).toBeDefined();
  });
});

import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { clearPendingSignIn } from "./pending-sign-in.ts";

servePages();

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

const requested = "Two-factor authentication is required to complete sign-in.";
const sent: unknown[] = [];

function refusal(status: number, code: string, detail: string, field?: string) {
  const errors = field === undefined ? [] : [{ field, code, message: detail }];
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

const success = { outcome: "success", idToken: "proof", uid: "nadia" };

/** A server that accepts the password and returns this outcome. */
function serveLogin(outcome: object) {
  server.use(
    http.post("/api/identity/login", () => HttpResponse.json(outcome)),
    http.post("/api/usersSignin", async ({ request }) => {
      sent.push(await request.json());
      document.cookie = "csst_present=1";
      return HttpResponse.json({ uid: "nadia" });
    }),
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

async function logIn() {
  const page = openPage("/login", routes);
  await page.member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
  await page.member.type(screen.getByLabelText("Password"), "Bridges2026");
  await page.member.click(screen.getByRole("button", { name: "Sign In" }));
  return page;
}

beforeEach(() => {
  document.cookie = "csst_present=; max-age=0";
  sent.length = 0;
  clearPendingSignIn();
});

afterEach(() => vi.unstubAllGlobals());

const waiting = {
  outcome: "mfaRequired",
  resolver: "waiting",
  factors: ["totp", "backup-code"],
  detail: requested,
};

test("asks for the app's code after the password", async () => {
  serveLogin(waiting);
  server.use(
    http.post("/api/identity/mfa", async ({ request }) => {
      const body: unknown = await request.json();
      sent.push(body);
      return JSON.stringify(body).includes("000000")
        ? refusal(422, "verification-code-invalid", "Invalid verification code", "code")
        : HttpResponse.json(success);
    }),
  );
  const { member, path } = await logIn();
  expect(await screen.findByText(requested)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("Verification code")),
  );
  await member.click(screen.getByRole("button", { name: "Verify" }));
  expect(await screen.findByText("Please enter the code.")).toBeTruthy();
  const code = screen.getByLabelText("Verification code");
  await member.type(code, "000000{Enter}");
  expect(await screen.findByText("Invalid verification code")).toBeTruthy();
  await member.clear(code);
  await member.type(code, "123 456{Enter}");
  await waitFor(() => expect(path()).toBe("/home"));
  expect(sent).toEqual([
    { resolver: "waiting", factor: "totp", code: "000000" },
    { resolver: "waiting", factor: "totp", code: "123 456" },
    { idToken: "proof", staySignedIn: true },
  ]);
});

test.each([
  [404, "MFA factor not found"],
  [422, "Unsupported MFA factor"],
  [500, "Backup code verification failed"],
])("reports failures other than a wrong code: %i %s", async (status, detail) => {
  serveLogin(waiting);
  server.use(http.post("/api/identity/mfa", () => refusal(status, "refused", detail)));
  const { member } = await logIn();
  await member.type(await screen.findByLabelText("Verification code"), "123456{Enter}");
  expect(await screen.findByText(detail)).toBeTruthy();
});

test("accepts a backup code", async () => {
  serveLogin(waiting);
  server.use(
    http.post("/api/identity/mfa", async ({ request }) => {
      sent.push(await request.json());
      return refusal(422, "backup-code-invalid", "Invalid backup code", "code");
    }),
  );
  const { member } = await logIn();
  await member.click(await screen.findByRole("button", { name: "Use a backup code" }));
  await member.type(screen.getByLabelText("Backup code"), "12345678{Enter}");
  expect(await screen.findByText("Invalid backup code")).toBeTruthy();
  expect(sent).toEqual([{ resolver: "waiting", factor: "backup-code", code: "12345678" }]);
  await member.click(screen.getByRole("button", { name: "Use your authenticator app" }));
  expect(screen.getByLabelText("Verification code")).toBeTruthy();
  expect(screen.queryByText("Invalid backup code")).toBeNull();
});

test("asks users with passkeys only for a passkey and no code", async () => {
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  serveLogin({ ...waiting, factors: ["passkey"] });
  await logIn();
  expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeTruthy();
  expect(screen.queryByLabelText("Verification code")).toBeNull();
  expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
  expect(screen.getByRole("button", { name: "Back to sign in" })).toBeTruthy();
});

test("reports a browser without passkey support", async () => {
  serveLogin({ ...waiting, factors: ["passkey"] });
  await logIn();
  expect(await screen.findByText(/This browser does not support passkeys/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Back to sign in" })).toBeTruthy();
});

test("an expired sign-in restarts with a message", async () => {
  serveLogin(waiting);
  server.use(
    http.post("/api/identity/mfa", () =>
      refusal(401, "mfa-challenge-over", "Session expired. Please log in again."),
    ),
  );
  const { member } = await logIn();
  await member.type(await screen.findByLabelText("Verification code"), "123456{Enter}");
  expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
  expect(screen.getByLabelText("Password")).toBeTruthy();
});

test("a mandatory second factor is set up during the sign-in", async () => {
  const detail = "Two-factor authentication is now required. Set it up to complete sign-in.";
  serveLogin({ outcome: "mfaEnrolmentRequired", resolver: "waiting", detail });
  const backupCodes = ["11112222", "33334444"];
  server.use(
    http.post("/api/identity/mfa/enrol", () =>
      HttpResponse.json({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x?secret=y" }),
    ),
    http.post("/api/identity/mfa/enrol/confirm", () =>
      HttpResponse.json({ ...success, backupCodes }),
    ),
  );
  const { member, path } = await logIn();
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
  await member.type(screen.getByLabelText("Verification code"), "123456{Enter}");
  expect(await screen.findByText("1111 2222")).toBeTruthy();
  expect(path()).toBe("/login");
  await member.click(screen.getByRole("button", { name: "I have saved my codes" }));
  await waitFor(() => expect(path()).toBe("/home"));
});

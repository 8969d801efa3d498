import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Me, MfaSettings } from "@guildhall/web-kit/api/types.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { settingsRoutes } from "@guildhall/web-kit/features/settings/routes.tsx";
import { GraceBanner } from "@guildhall/web-kit/features/second-factor/grace-banner.tsx";
import { MfaPolicySection } from "./mfa-policy-section.tsx";

servePages();

let me: Me;
const without = buildMember().secondFactor;

function serveMe(secondFactor: Partial<Me["secondFactor"]> = {}) {
  me = buildMember({ secondFactor: { ...without, ...secondFactor } });
}

beforeEach(() => {
  serveMe();
  server.use(http.get("/api/me", () => HttpResponse.json(me)));
});

function refusal(status: number, code: string, detail: string, field?: string) {
  const errors = field === undefined ? [] : [{ field, code, message: detail }];
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

const enrolled = { hasTotp: true, totpEnrolledAt: "2026-11-01T10:00:00Z", backupCodesLeft: 10 };

test("sets up an authenticator app and shows the codes until they are saved", async () => {
  server.use(
    http.post("/api/me/mfa/totp", () =>
      HttpResponse.json({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x?secret=y" }),
    ),
    http.post("/api/me/mfa/totp/confirm", async ({ request }) => {
      if (JSON.stringify(await request.json()) !== '{"code":"123456"}') {
        return refusal(422, "verification-code-invalid", "Invalid verification code", "code");
      }
      serveMe(enrolled);
      return HttpResponse.json({ backupCodes: ["11112222", "33334444"] });
    }),
  );
  const { member } = openPage("/settings/two-factor", settingsRoutes);
  await member.click(
    await screen.findByRole("button", { name: "Set up two-factor authentication" }),
  );
  const setup = await screen.findByRole("dialog", { name: "Set up your authenticator app" });
  await member.type(within(setup).getByLabelText("Verification code"), "000000{Enter}");
  expect(await within(setup).findByText("Invalid verification code")).toBeTruthy();
  await member.clear(within(setup).getByLabelText("Verification code"));
  await member.type(within(setup).getByLabelText("Verification code"), "123456{Enter}");
  const codes = await screen.findByRole("dialog", { name: "Two-factor authentication is on" });
  expect(
    within(codes)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["1111 2222", "3333 4444"]);
  await member.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeNull();
  await member.click(within(codes).getByRole("button", { name: "I have saved my codes" }));
  expect(await screen.findByText("10 backup codes are left.")).toBeTruthy();
});

test("shows the server's message if the setup fails", async () => {
  server.use(
    http.post("/api/me/mfa/totp", () => refusal(500, "refused", "Failed to generate TOTP secret")),
  );
  const { member } = openPage("/settings/two-factor", settingsRoutes);
  const setUp = await screen.findByRole("button", { name: "Set up two-factor authentication" });
  await member.click(setUp);
  expect(await screen.findByText("Failed to generate TOTP secret")).toBeTruthy();
  server.use(
    http.post("/api/me/mfa/totp", () =>
      HttpResponse.json({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x?secret=y" }),
    ),
    http.post("/api/me/mfa/totp/confirm", () => refusal(500, "refused", "Failed to enroll MFA")),
  );
  await member.click(setUp);
  await member.type(await screen.findByLabelText("Verification code"), "123456{Enter}");
  expect(await screen.findByText("Failed to enroll MFA")).toBeTruthy();
});

test("turning it off requires the second factor first", async () => {
  serveMe(enrolled);
  let proven = false;
  server.use(
    http.delete("/api/me/mfa/totp", () => {
      if (!proven) {
        const words = "For security, you must sign in again before changing this.";
        return refusal(403, "proof-required", words);
      }
      serveMe();
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/identity/prove", async ({ request }) => {
      proven = JSON.stringify(await request.json()) === '{"code":"123456"}';
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { member } = openPage("/settings/two-factor", settingsRoutes);
  await member.click(await screen.findByRole("button", { name: "Turn off" }));
  const dialog = await screen.findByRole("dialog", { name: "Turn off two-factor authentication?" });
  await member.click(within(dialog).getByRole("button", { name: "Turn off" }));
  const proof = await screen.findByRole("dialog", { name: "Confirm it is you" });
  await member.type(within(proof).getByLabelText("Verification code"), "123456{Enter}");
  expect(await screen.findByText("Two-factor authentication is off.")).toBeTruthy();
  expect(
    await screen.findByRole("button", { name: "Set up two-factor authentication" }),
  ).toBeTruthy();
});

test("shows the server's message on failure", async () => {
  serveMe(enrolled);
  server.use(
    http.post("/api/me/mfa/backup-codes", () =>
      refusal(500, "internal", "Failed to regenerate backup codes"),
    ),
  );
  const { member } = openPage("/settings/two-factor", settingsRoutes);
  await member.click(await screen.findByRole("button", { name: "New backup codes" }));
  expect(await screen.findByText("Failed to regenerate backup codes")).toBeTruthy();
});

test("a required second factor cannot be turned off", async () => {
  serveMe({ ...enrolled, isRequired: true, enforcedFrom: "2026-12-01T10:00:00Z" });
  openPage("/settings/two-factor", settingsRoutes);
  expect(
    await screen.findByText("Two-factor authentication is required and cannot be turned off."),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
});

test("lists and renames passkeys, and a portal links to the main site", async () => {
  let name = "Mac";
  const passkey = { id: "p1", createdAt: "2026-11-01T10:00:00Z", lastUsedAt: null };
  server.use(
    http.get("/api/me/passkeys", () => HttpResponse.json({ items: [{ ...passkey, name }] })),
    http.patch("/api/me/passkeys/p1", () => {
      name = "Work laptop";
      return HttpResponse.json({ ...passkey, name });
    }),
  );
  const { member } = openPage("/settings/passkeys", settingsRoutes);
  await member.click(await screen.findByRole("button", { name: "Rename Mac" }));
  const field = screen.getByLabelText("Name");
  await member.clear(field);
  await member.type(field, "{Enter}");
  expect(await screen.findByText("Please enter a name for this passkey.")).toBeTruthy();
  await member.type(field, "Work laptop{Enter}");
  expect(await screen.findByText("Work laptop")).toBeTruthy();
  expect(screen.getByText("This browser does not support passkeys.")).toBeTruthy();
});

test("the banner shows the date of the requirement", async () => {
  serveMe({ enforcedFrom: "2026-12-21T10:00:00Z", isRequired: true });
  openPage("/", () => [{ index: true, element: <GraceBanner me={me} /> }]);
  expect(await screen.findByText(/Two-factor authentication is required from/)).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/settings/two-factor");
});

test("staff save the policy and see the server's refusal", async () => {
  const settings: MfaSettings = {
    enabled: true,
    required: false,
    gracePeriodDays: 30,
    enabledBy: null,
    enabledAt: null,
    requiredAt: null,
    lastModifiedBy: null,
    lastModifiedAt: null,
  };
  const sent: unknown[] = [];
  server.use(
    http.get("/api/staff/mfa-settings", () => HttpResponse.json(settings)),
    http.put("/api/staff/mfa-settings", async ({ request }) => {
      sent.push(await request.json());
      return refusal(500, "internal", "Failed to update MFA settings");
    }),
  );
  const { member } = openPage("/", () => [{ index: true, element: <MfaPolicySection /> }]);
  await member.click(await screen.findByLabelText("Two-factor authentication is required"));
  await member.click(screen.getByRole("button", { name: "Save policy" }));
  expect(await screen.findByText("Failed to update MFA settings")).toBeTruthy();
  await waitFor(() =>
    expect(sent).toEqual([{ enabled: true, required: true, gracePeriodDays: 30 }]),
  );
});

test("staff see a load error of the settings", async () => {
  server.use(
    http.get("/api/staff/mfa-settings", () =>
      refusal(404, "mfa-settings-not-found", "MFA settings not found"),
    ),
  );
  openPage("/", () => [{ index: true, element: <MfaPolicySection /> }]);
  expect(await screen.findByText("MFA settings not found")).toBeTruthy();
});

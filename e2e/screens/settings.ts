import type { Page } from "@playwright/test";
import { respondWith, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of the settings sections. */

const sections = [
  ["account", "Account"],
  ["password", "Password"],
  ["devices", "Devices"],
  ["two-factor", "Two-factor authentication"],
  ["privacy", "Privacy"],
  ["messages", "Messages and cords"],
  ["notifications", "Notifications"],
  ["appearance", "Appearance & language"],
  ["keyboard", "Keyboard"],
  ["blocked", "Blocked people"],
  ["staff-actions", "Staff actions"],
  ["data", "Your data"],
] as const;

const passkey = {
  id: "0192f0c0aa7e7cc0b0d0000000000009",
  name: "Nadia’s phone",
  createdAt: "2026-09-02T10:00:00Z",
  lastUsedAt: "2026-11-19T08:10:00Z",
};

const seed = {
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  otpauthUri:
    "otpauth://totp/Guildhall:member@demo.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Guildhall",
};

const codes = Array.from({ length: 10 }, (_, place) => String(48211034 + place * 4130377));

async function setUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
}

async function enrolling(page: Page): Promise<void> {
  await respondWith("me/mfa/totp", seed)(page);
  await respondWith("me/mfa/totp/confirm", { backupCodes: codes })(page);
}

async function backUp(page: Page): Promise<void> {
  await setUp(page);
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Turn on" }).click();
}

const blocked = {
  items: [
    {
      userId: "0192f0c0aa7e7cc0b0d0000000000007",
      displayName: "Tomasz Wiśniewski",
      handle: "tomasz",
      profilePicture: null,
      jobTitle: null,
      blockedAt: "2026-10-11T09:00:00Z",
    },
  ],
  nextCursor: null,
};

const isSection = (title: string) => (page: Page) =>
  page.getByRole("heading", { level: 2, name: title });

export const settingsScreens: readonly Screen[] = [
  ...onBothBuilds({
    name: "settings",
    who: "member",
    path: "/settings",
    shows: (page) => page.getByRole("navigation", { name: "Settings" }),
  }),
  ...sections.flatMap(([slug, title]) =>
    onBothBuilds({
      name: `settings-${slug}`,
      who: "member",
      path: `/settings/${slug}`,
      shows: isSection(title),
    }),
  ),
  ...everywhere({
    name: "settings-two-factor-setup",
    who: "member",
    path: "/settings/two-factor",
    prepare: enrolling,
    before: setUp,
    shows: (page) => page.getByRole("img", { name: "QR code for your authenticator app" }),
  }),
  {
    name: "settings-backup-codes",
    who: "member",
    site: "main",
    path: "/settings/two-factor",
    prepare: enrolling,
    before: backUp,
    shows: (page) => page.getByRole("list", { name: "Backup codes" }),
  },
  {
    name: "settings-proof",
    who: "member",
    site: "main",
    path: "/settings/devices",
    before: async (page) => {
      const detail = "For security, you must sign in again before changing this.";
      await page.route("**/api/me/sessions/**", (route) =>
        route.fulfill({ status: 403, json: { code: "proof-required", detail } }),
      );
      await page
        .getByRole("button", { name: /^Sign out / })
        .first()
        .click();
    },
    shows: (page) => page.getByRole("dialog").getByLabel("Password", { exact: true }),
    provokes: [/status of 403/],
  },
  {
    name: "settings-passkeys",
    who: "member",
    site: "main",
    path: "/settings/passkeys",
    prepare: respondWith("me/passkeys", { items: [passkey] }),
    shows: (page) => page.getByRole("list", { name: "Your passkeys" }),
  },
  {
    name: "settings-passkeys-none",
    who: "member",
    site: "main",
    path: "/settings/passkeys",
    shows: (page) => page.getByText("You have no passkeys yet."),
  },
  {
    name: "settings-blocked-some",
    who: "member",
    site: "main",
    path: "/settings/blocked",
    prepare: respondWith("me/blocked*", blocked),
    shows: (page) => page.getByRole("list", { name: "Blocked people" }),
  },
  {
    name: "settings-deletion",
    who: "member",
    site: "main",
    path: "/settings/data",
    before: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "Delete your account?" }),
  },
];

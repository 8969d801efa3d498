import type { Page } from "@playwright/test";
import { changeMe } from "../support/onboarding.ts";
import { everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of the navigation, its menus and popups, and the public pages. */

async function goOffline(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "My Communities" }).waitFor();
  await page.context().setOffline(true);
}

async function goOfflineEarly(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // The navigation and the screen are rendered; the screen's data is missing.
  await page.route("**/api/directory**", (route) => route.abort());
  await page.getByRole("link", { name: "Network" }).first().click();
  await page.context().setOffline(true);
}

const withLegalState = (legal: object) => (page: Page) => changeMe(page, { legal });

export const shellScreens: readonly Screen[] = [
  ...everywhere({
    name: "account-menu",
    who: "member",
    path: "/communities",
    only: "desktop",
    before: (page) => page.getByRole("button", { name: /Account menu/ }).click(),
    shows: (page) => page.getByRole("menuitem", { name: "Log Out" }),
  }),
  ...onBothBuilds({
    name: "shortcuts",
    who: "member",
    path: "/communities",
    only: "desktop",
    before: async (page) => {
      await page.getByRole("heading", { name: "My Communities" }).waitFor();
      await page.keyboard.press("?");
    },
    shows: (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" }),
  }),
  ...everywhere({
    name: "more",
    who: "member",
    path: "/communities",
    only: "phone",
    before: (page) => page.getByRole("button", { name: "More" }).click(),
    shows: (page) => page.getByRole("dialog").getByRole("button", { name: "Log Out" }),
  }),
  {
    name: "offline",
    who: "member",
    site: "main",
    path: "/communities",
    before: goOffline,
    shows: (page) => page.getByText("You are offline."),
    provokes: [/ERR_INTERNET_DISCONNECTED/],
  },
  {
    name: "offline-not-loaded",
    who: "member",
    site: "main",
    path: "/about",
    before: goOfflineEarly,
    alone: true,
    shows: (page) => page.getByText("This loads when the connection is back."),
    provokes: [/ERR_(INTERNET_DISCONNECTED|FAILED)/],
  },
  {
    name: "grace-banner",
    who: "member",
    site: "main",
    path: "/communities",
    prepare: async (page) => {
      const secondFactor = {
        hasTotp: false,
        totpEnrolledAt: null,
        lastUsed: null,
        backupCodesLeft: 0,
        passkeys: 0,
        isOffered: true,
        isRequired: true,
        enforcedFrom: "2026-12-21T10:00:00Z",
      };
      await changeMe(page, { secondFactor });
    },
    shows: (page) => page.getByText(/Two-factor authentication is required from/),
  },
  {
    name: "leaving",
    who: "member",
    site: "main",
    path: "/communities",
    prepare: (page) => changeMe(page, { deletionDueAt: "2026-12-01T10:00:00Z" }),
    shows: (page) => page.getByRole("dialog"),
  },
  {
    name: "legal-first",
    who: "member",
    site: "main",
    path: "/communities",
    prepare: withLegalState({ acknowledged: false, changed: [] }),
    shows: (page) => page.getByRole("button", { name: "I Agree & Continue" }),
  },
  {
    name: "legal-updated",
    who: "member",
    site: "main",
    path: "/communities",
    prepare: withLegalState({ acknowledged: true, changed: ["privacy-policy"] }),
    shows: (page) => page.getByRole("button", { name: "I Acknowledge Updates & Continue" }),
  },
  ...everywhere({
    name: "about",
    who: null,
    path: "/about",
    shows: (page) => page.getByRole("heading", { level: 1 }),
  }),
  ...everywhere({
    name: "terms",
    who: null,
    path: "/terms-of-service",
    shows: (page) => page.getByRole("heading", { name: "Terms of Service" }).first(),
  }),
  ...onBothBuilds({
    name: "privacy",
    who: "member",
    path: "/privacy-policy",
    shows: (page) => page.getByRole("heading", { name: "Privacy Policy" }).first(),
  }),
  ...onBothBuilds({
    name: "guidelines",
    who: null,
    path: "/community-guidelines",
    shows: (page) => page.getByRole("heading", { name: "Community Guidelines" }).first(),
  }),
];

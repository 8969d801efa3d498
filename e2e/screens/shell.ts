import type { Page } from "@playwright/test";
import { changeMe } from "../support/onboarding.ts";
import { everywhere, type Screen } from "./screen.ts";

/** The bars, their menus, and what stands in front of every screen; the public pages. */

async function goOffline(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "My Communities" }).waitFor();
  await page.context().setOffline(true);
}

const standing = (legal: object) => async (page: Page) => {
  await changeMe(page, { legal });
  await page.reload();
};

export const shellScreens: readonly Screen[] = [
  ...everywhere({
    name: "account-menu",
    who: "member",
    path: "/communities",
    only: "desktop",
    before: (page) => page.getByRole("button", { name: /Account menu/ }).click(),
    shows: (page) => page.getByRole("menuitem", { name: "Log Out" }),
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
    door: "main",
    path: "/communities",
    before: goOffline,
    shows: (page) => page.getByText("You are offline."),
    provokes: [/ERR_INTERNET_DISCONNECTED/],
  },
  {
    name: "legal-first",
    who: "member",
    door: "main",
    path: "/communities",
    before: standing({ acknowledged: false, changed: [] }),
    shows: (page) => page.getByRole("button", { name: "I Agree & Continue" }),
  },
  {
    name: "legal-updated",
    who: "member",
    door: "main",
    path: "/communities",
    before: standing({ acknowledged: true, changed: ["privacy-policy"] }),
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
  {
    name: "privacy",
    who: "member",
    door: "main",
    path: "/privacy-policy",
    shows: (page) => page.getByRole("heading", { name: "Privacy Policy" }).first(),
  },
];

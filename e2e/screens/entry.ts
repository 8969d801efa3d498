import type { Page } from "@playwright/test";
import { inOnboarding } from "../support/onboarding.ts";
import { everywhere, type Screen } from "./screen.ts";

/** The way in: signing in, signing up, the wizard, the paused notice. */

async function readTerms(page: Page): Promise<void> {
  await inOnboarding(page);
  await page.getByRole("button", { name: "Continue Setup" }).click();
}

export const entryScreens: readonly Screen[] = [
  ...everywhere({
    name: "login",
    who: null,
    path: "/login",
    shows: (page) => page.getByRole("button", { name: "Sign In" }),
  }),
  {
    name: "signup-gate",
    who: null,
    door: "main",
    path: "/signup",
    shows: (page) => page.getByRole("heading", { name: "Exclusive Access Required" }),
  },
  {
    name: "onboarding-overview",
    who: "member",
    door: "main",
    path: "/about",
    before: inOnboarding,
    shows: (page) => page.getByRole("button", { name: "Continue Setup" }),
  },
  {
    name: "onboarding-document",
    who: "member",
    door: "main",
    path: "/about",
    before: readTerms,
    shows: (page) => page.getByRole("button", { name: /Scroll to the end/ }),
  },
  {
    name: "paused",
    who: "paused",
    door: "main",
    path: "/access-paused",
    shows: (page) => page.getByRole("heading", { name: "Your account is paused" }),
  },
];

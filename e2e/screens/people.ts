import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { respondWith, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of profiles and of the directory of members. */

const portrait = join(resolve(import.meta.dirname, "../.."), "guildhall/demo/people/priya.webp");

async function choosePicture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save profile" }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(portrait);
}

async function search(page: Page): Promise<void> {
  await page.getByRole("list", { name: "Members" }).waitFor();
  await page.getByRole("searchbox").first().fill("nobody of that name");
}

async function searchBefore(page: Page): Promise<void> {
  await page.getByRole("list", { name: "Members" }).waitFor();
  const field = page.getByRole("searchbox").first();
  await field.fill("bridges");
  await field.press("Enter");
  await field.clear();
}

export const peopleScreens: readonly Screen[] = [
  ...everywhere({
    name: "network",
    who: "member",
    path: "/network",
    shows: (page) => page.getByRole("list", { name: "Members" }),
  }),
  {
    name: "network-none",
    who: "member",
    site: "main",
    path: "/network",
    before: search,
    shows: (page) => page.locator('[data-slot="empty-state"]'),
  },
  ...onBothBuilds({
    name: "network-recent",
    who: "member",
    path: "/network",
    before: searchBefore,
    shows: (page) => page.getByRole("region", { name: "Recent searches" }),
  }),
  ...everywhere({
    name: "profile",
    who: "member",
    path: "/profile",
    shows: (page) => page.getByRole("heading", { name: /Nadia Rahman/ }),
  }),
  ...onBothBuilds({
    name: "profile-other",
    who: "member",
    path: "/profile/kboateng",
    shows: (page) => page.getByRole("heading", { name: /Kwame Boateng/ }),
  }),
  {
    name: "profile-unknown",
    who: "member",
    site: "main",
    path: "/profile/nobody.here",
    shows: (page) => page.getByText("This profile does not exist or is not visible to you."),
    provokes: [/status of 404/],
  },
  ...onBothBuilds({
    name: "profile-edit",
    who: "member",
    path: "/profile/edit",
    shows: (page) => page.getByRole("button", { name: "Save profile" }),
  }),
  {
    name: "profile-picture",
    who: "member",
    site: "main",
    path: "/profile/edit",
    before: choosePicture,
    shows: (page) => page.getByRole("dialog").getByRole("slider").first(),
  },
  {
    name: "profile-failed",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: respondWith("users/kboateng", { detail: "No" }, 422),
    shows: (page) => page.getByRole("alert").getByText(/Failed to load the profile/),
    provokes: [/status of 422/],
  },
];

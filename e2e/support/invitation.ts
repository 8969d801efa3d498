import { expect, type Locator, type Page } from "@playwright/test";
import type { Site } from "./sites.ts";
import { call, text } from "./http.ts";
import { changeMe } from "./onboarding.ts";
import { session } from "./sessions.ts";

/** Invitations to an affiliation, and the member's answers. */

export function invitationTo(page: Page, affiliation: string): Locator {
  return page.getByRole("dialog", { name: `Join ${affiliation}?` });
}

/** Dismisses whichever invitation is shown. */
export async function declineInvitation(page: Page): Promise<void> {
  const later = page.getByRole("button", { name: "Maybe Later" });
  await later.click();
  await expect(page.getByText("Invitation dismissed")).toBeVisible();
  await expect(later).toBeHidden();
}

interface Invited {
  site: Site;
  /** The affiliation's path; its id differs on each day's network. */
  path: string;
  invitation?: object;
}

const id = "018e560bd5c0753293c29a5ad6a9be11";

/** A community admin who is neither of the two possible recipients. */
export const recommending = {
  userId: "018e560bd5c0753293c29a5ad6a9be12",
  displayName: "Owen Pritchard",
  firstName: "Owen",
  lastName: "Pritchard",
  handle: null,
  profilePicture: null,
  isVerified: true,
  affiliationName: null,
};

/** Mocks an invitation by code for the outsider, and accepts any answer. */
export async function invited(page: Page, { site, path, invitation }: Invited): Promise<void> {
  const { body } = await call(site, `/api/affiliations/${path}`, {
    cookies: session("outsider", site),
  });
  const shown = {
    id,
    status: "pending",
    createdAt: "2026-11-01T10:00:00Z",
    message:
      "You are in the college register. Accept, and the portal is open to you. Beatriz Nunes",
    invitedBy: null,
    affiliation: body,
    defaultCommunities: 3,
    firstCommunity: `Newcomers of ${text(body, "name")}`,
    ...invitation,
  };
  await page.route(`**/api/invitations/${id}`, (route) => route.fulfill({ json: shown }));
  await page.route(`**/api/invitations/${id}/*`, (route) => route.fulfill({ status: 204 }));
  await changeMe(page, {
    pendingInvitation: id,
    legal: { acknowledged: true, changed: [] },
  });
}

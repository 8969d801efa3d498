import { expect, type Locator, type Page } from "@playwright/test";
import type { Door } from "./doors.ts";
import { call, text } from "./http.ts";
import { changeMe } from "./onboarding.ts";
import { session } from "./sessions.ts";

/** Invitations to an affiliation, and what somebody answers who is shown one. */

export function invitationTo(page: Page, affiliation: string): Locator {
  return page.getByRole("dialog", { name: `Join ${affiliation}?` });
}

/** Puts off whichever invitation is shown, as somebody does who has other things to do. */
export async function declineInvitation(page: Page): Promise<void> {
  const later = page.getByRole("button", { name: "Maybe Later" });
  await later.click();
  await expect(page.getByText("Invitation dismissed")).toBeVisible();
  await expect(later).toBeHidden();
}

interface Invited {
  door: Door;
  /** The affiliation's path. It is the network's own, whose id is another every day. */
  path: string;
  invitation?: object;
}

const id = "018e560bd5c0753293c29a5ad6a9be11";

/** Somebody who looks after a community, and is neither of the two who may be shown this. */
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

/** Makes a page believe that its member, the outsider, was invited by a code; whatever they answer is fine. */
export async function invited(page: Page, { door, path, invitation }: Invited): Promise<void> {
  const { body } = await call(door, `/api/affiliations/${path}`, {
    cookies: session("outsider", door),
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

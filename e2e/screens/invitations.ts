import type { Page } from "@playwright/test";
import { invited, recommending } from "../support/invitation.ts";
import { onBothBuilds, type Screen } from "./screen.ts";

/** The popup of a member who was invited to an affiliation. */

const personally = { invitedBy: recommending, message: null };
const shows = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Apply Now" });

export const invitationScreens: readonly Screen[] = [
  ...onBothBuilds({ name: "invitation", who: "outsider", path: "/home", shows }).map((screen) => ({
    ...screen,
    prepare: (page: Page) => invited(page, { site: screen.site, path: "ashcombe" }),
  })),
  {
    // With a bright brand colour.
    name: "invitation-personal",
    who: "outsider",
    site: "main",
    path: "/communities",
    prepare: (page) => invited(page, { site: "main", path: "htwu", invitation: personally }),
    shows,
  },
  {
    // An affiliation without a portal and thus without a brand colour.
    name: "invitation-plain",
    who: "outsider",
    site: "main",
    path: "/communities",
    prepare: (page) => invited(page, { site: "main", path: "northgate", invitation: personally }),
    shows,
  },
];

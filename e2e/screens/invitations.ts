import type { Page } from "@playwright/test";
import { invited, recommending } from "../support/invitation.ts";
import { onBothBuilds, type Screen } from "./screen.ts";

/** What stands in front of a screen of whoever was invited to an affiliation. */

const personally = { invitedBy: recommending, message: null };
const shows = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Apply Now" });

export const invitationScreens: readonly Screen[] = [
  ...onBothBuilds({ name: "invitation", who: "outsider", path: "/home", shows }).map((screen) => ({
    ...screen,
    prepare: (page: Page) => invited(page, { door: screen.door, path: "ashcombe" }),
  })),
  {
    // Of a brand whose colour is bright.
    name: "invitation-personal",
    who: "outsider",
    door: "main",
    path: "/communities",
    prepare: (page) => invited(page, { door: "main", path: "htwu", invitation: personally }),
    shows,
  },
  {
    // Of an affiliation that has no portal, and so no colour of its own.
    name: "invitation-plain",
    who: "outsider",
    door: "main",
    path: "/communities",
    prepare: (page) => invited(page, { door: "main", path: "northgate", invitation: personally }),
    shows,
  },
];

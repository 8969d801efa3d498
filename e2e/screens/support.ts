import type { Page } from "@playwright/test";
import { changeMe, notOnboarded } from "../support/onboarding.ts";
import { aSupportChat, aTicket } from "../support/support-tickets.ts";
import { onBothBuilds, respondWith, type Screen } from "./screen.ts";

/** Screens of the support centre and of the support desk. */

const ticketHeading = (page: Page) =>
  page.getByRole("heading", { name: "Hidden affiliation still shows in search" });

const sites = ["main", "ashcombe"] as const;

const ownScreens: readonly Screen[] = sites.flatMap((site) => [
  {
    name: "support",
    who: "third",
    site,
    path: async () => {
      await aTicket("third", site);
      await aSupportChat("third", site);
      return "/support";
    },
    shows: (page) => page.getByRole("heading", { name: "Recent tickets" }),
  },
  {
    name: "support-tickets",
    who: "third",
    site,
    path: async () => {
      await aTicket("third", site);
      return "/support/tickets";
    },
    shows: (page) => page.getByRole("list", { name: "Tickets" }),
  },
  {
    name: "support-ticket",
    who: "third",
    site,
    path: async () => `/support?ticket=${await aTicket("third", site)}`,
    shows: ticketHeading,
  },
  {
    name: "support-conversations",
    who: "third",
    site,
    path: async () => {
      await aSupportChat("third", site);
      return "/support/conversations";
    },
    shows: (page) => page.getByRole("list", { name: "Conversations" }),
  },
  {
    name: "support-chat",
    who: "third",
    site,
    path: async () => `/support/conversations/${await aSupportChat("third", site)}`,
    shows: (page) => page.getByRole("log").getByText("It is there now."),
  },
  {
    name: "support-new-ticket",
    who: "third",
    site,
    path: "/support",
    before: (page) => page.getByRole("button", { name: "New ticket" }).click(),
    anew: true,
    shows: (page) => page.getByRole("dialog").getByLabel("Subject"),
  },
]);

const paused = { accountStatus: "paused", pausedUntil: null };
const empty = { items: [], nextCursor: null };

export const supportScreens: readonly Screen[] = [
  ...ownScreens,
  {
    name: "support-chat-off",
    who: "third",
    site: "main",
    path: "/support/conversations",
    prepare: respondWith("support/overview", {
      activeConversations: 0,
      openTickets: 0,
      staffAvailable: 0,
      chatEnabled: false,
      recentTickets: [],
      recentConversations: [],
    }),
    shows: (page) => page.getByRole("heading", { name: "Support chat is coming soon" }),
  },
  {
    name: "support-new-chat",
    who: "third",
    site: "main",
    path: "/support/conversations",
    before: (page) => page.getByRole("button", { name: "New chat" }).click(),
    anew: true,
    shows: (page) => page.getByRole("dialog").getByLabel("Topic"),
  },
  {
    name: "support-before-setup",
    who: "third",
    site: "main",
    path: "/support",
    prepare: notOnboarded,
    shows: (page) => page.getByRole("link", { name: "Back to setup" }),
  },
  ...onBothBuilds({
    name: "support-paused",
    who: "third",
    path: "/support/tickets",
    prepare: async (page) => {
      await changeMe(page, paused);
      await respondWith("support/tickets?*", empty)(page);
    },
    shows: (page) => page.getByRole("button", { name: "Ask about the pause" }),
  }),
  {
    name: "support-ticket-missing",
    who: "third",
    site: "main",
    path: `/support/tickets/${"0".repeat(32)}`,
    provokes: [/404/],
    shows: (page) => page.getByText("Ticket not found"),
  },
];

const desk = (
  name: string,
  path: Screen["path"],
  more: Omit<Screen, "name" | "path" | "who" | "site">,
) => ({ name: `desk-${name}`, who: "staff", site: "main", path, ...more }) satisfies Screen;

export const deskScreens: readonly Screen[] = [
  desk(
    "tickets",
    async () => {
      await aTicket("third", "main");
      return "/live-support?status=open%2Cin_progress";
    },
    { shows: (page) => page.getByRole("list", { name: "Tickets" }) },
  ),
  desk("ticket", async () => `/live-support/tickets/${await aTicket("third", "main")}`, {
    shows: ticketHeading,
  }),
  desk("ticket-person", async () => `/live-support/tickets/${await aTicket("third", "main")}`, {
    before: (page) => page.getByRole("button", { name: "Person and history" }).click(),
    only: "phone",
    shows: (page) => page.getByRole("dialog").getByText("Came from"),
  }),
  desk(
    "chats",
    async () => {
      await aSupportChat("third", "main");
      return "/live-support/chats";
    },
    { shows: (page) => page.getByRole("list", { name: "Chats" }) },
  ),
  desk("chat", async () => `/live-support/chats/${await aSupportChat("third", "main")}`, {
    shows: (page) => page.getByRole("log").getByText("It is there now."),
  }),
  desk("chat-person", async () => `/live-support/chats/${await aSupportChat("third", "main")}`, {
    before: (page) => page.getByRole("button", { name: "Person and tickets" }).click(),
    only: "phone",
    shows: (page) => page.getByRole("dialog").getByText("Came from"),
  }),
  desk("filters", "/live-support", {
    before: (page) => page.getByRole("button", { name: "Filters" }).click(),
    anew: true,
    shows: (page) => page.getByRole("group", { name: "Desk" }),
  }),
  desk("canned-answers", async () => `/live-support/tickets/${await aTicket("third", "main")}`, {
    before: async (page) => {
      await page.getByRole("button", { name: "Canned answers" }).click();
      await page.getByRole("menuitem", { name: "Manage canned answers" }).click();
    },
    anew: true,
    shows: (page) => page.getByRole("dialog").getByRole("button", { name: "New canned answer" }),
  }),
  desk("merge", async () => `/live-support/tickets/${await aTicket("third", "main")}`, {
    before: (page) => page.getByRole("button", { name: "Merge duplicates" }).click(),
    anew: true,
    shows: (page) => page.getByRole("dialog", { name: "Merge duplicates" }),
  }),
  desk("team", "/support-team", {
    shows: (page) => page.getByRole("table", { name: "Support staff" }),
  }),
  desk("activity", "/support-team?tab=activity", {
    shows: (page) => page.getByRole("table", { name: "Support activity" }),
  }),
  desk("statistics", "/support-team?tab=statistics", {
    shows: (page) => page.getByRole("region", { name: "Tickets by day" }),
  }),
  desk("chat-switches", "/support-team?tab=chat", {
    shows: (page) => page.getByRole("checkbox", { name: /Whole network/ }),
  }),
];

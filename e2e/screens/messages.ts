import type { Page } from "@playwright/test";
import { anExchange } from "../support/messages.ts";
import { onBothBuilds, respondWith, type Screen } from "./screen.ts";

/** Screens of conversations. */

const feed = (page: Page) => page.getByRole("feed", { name: "Messages" });

async function openActions(page: Page): Promise<void> {
  const last = feed(page).getByRole("article").last();
  await last.focus();
  await last.getByRole("button", { name: /^Actions for/ }).click();
}

async function openEmoji(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Emoji" }).click();
}

export const messageScreens: readonly Screen[] = [
  ...onBothBuilds({
    name: "messages",
    who: "third",
    path: "/messages",
    shows: (page) => page.getByRole("heading", { name: "Messages", exact: true }),
  }),
  {
    name: "conversation",
    who: "third",
    site: "main",
    path: async () => `/messages/${await anExchange("third", "fourth", "main")}`,
    shows: (page) => feed(page).getByRole("article").last(),
  },
  {
    name: "conversation",
    who: "third",
    site: "ashcombe",
    path: async () => `/messages/${await anExchange("third", "fourth", "ashcombe")}`,
    shows: (page) => feed(page).getByRole("article").last(),
  },
  {
    name: "conversation-actions",
    who: "third",
    site: "main",
    path: async () => `/messages/${await anExchange("third", "fourth", "main")}`,
    before: openActions,
    anew: true,
    shows: (page) => page.getByRole("menuitem", { name: "Copy text" }),
  },
  {
    name: "conversation-emoji",
    who: "third",
    site: "main",
    path: async () => `/messages/${await anExchange("third", "fourth", "main")}`,
    before: openEmoji,
    anew: true,
    shows: (page) => page.getByRole("menuitem", { name: "Clapping" }),
  },
  {
    name: "new-conversation",
    who: "third",
    site: "main",
    path: "/messages/new",
    shows: (page) => page.getByRole("option").first(),
  },
  {
    name: "messages-none",
    who: "third",
    site: "main",
    path: "/messages",
    prepare: respondWith("conversations?*", { items: [], nextCursor: null }),
    shows: (page) => page.getByRole("heading", { name: "No conversations yet" }),
  },
  {
    name: "messages-failed",
    who: "third",
    site: "main",
    path: "/messages",
    prepare: respondWith(
      "conversations?*",
      { status: 500, code: "internal", detail: "Failed to load conversations" },
      500,
    ),
    provokes: [/500/],
    shows: (page) => page.getByText("Failed to load conversations"),
  },
  ...onBothBuilds({
    name: "conversation-missing",
    who: "third",
    path: `/messages/${"0".repeat(32)}`,
    provokes: [/404/],
    shows: (page) => page.getByRole("heading", { name: "Conversation not found" }),
  }),
];

import type { Page } from "@playwright/test";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import type { Site } from "../support/sites.ts";
import { everywhere, onBothBuilds, respondWith, type Screen } from "./screen.ts";

/** Screens of the notification settings, the unsubscribe link and the redirect of a notification. */

const kinds = ["mention", "reply", "message", "announcement", "event", "request", "decision"];
const timings = ["immediately", "immediately", "daily", "weekly", "off", "immediately", "off"];

const communities = [
  "Bridges & Tall Structures",
  "Site Safety Exchange, a community with a name that is longer than a phone is wide",
  "Ashcombe Class of 2009",
  "Women in Structural Engineering: North",
  "Retrofit & Low-carbon Materials",
  "Mentoring 2026",
  "Merrow Bridge Working Group",
  "Returners after a Career Break",
  "The Kitchen Table",
].map((name, place) => ({
  communityId: `0192f0c0aa7e7cc0b0d00000000000${place}0`,
  name,
  level: ["all", "mentions", "mute"][place % 3],
}));

const settings = {
  kinds: kinds.map((kind, place) => ({
    kind,
    inApp: true,
    email: timings[place],
    push: place % 2 === 0,
  })),
  communities,
  quietHours: { enabled: true, from: "22:00", to: "22:00" },
  timeZone: "America/Argentina/Buenos_Aires",
  digestHour: 8,
  digestWeekday: "monday",
  pushShowsContent: false,
  email: {
    address: "nadia.rahman@ashcombe.example",
    status: "bounced",
    since: "2026-11-20T10:00:00Z",
  },
};

const devices = {
  items: [
    {
      id: "0192f0c0aa7e7cc0b0d0000000000101",
      deviceName: "Chrome on Android",
      createdAt: "2026-11-02T10:00:00Z",
      lastUsedAt: "2026-11-29T21:40:00Z",
    },
    {
      id: "0192f0c0aa7e7cc0b0d0000000000102",
      deviceName: "Firefox on Windows",
      createdAt: "2026-09-14T08:30:00Z",
      lastUsedAt: null,
    },
  ],
};

async function filled(page: Page): Promise<void> {
  await respondWith("me/notification-settings", settings)(page);
  await respondWith("me/push-subscriptions", devices)(page);
}

const unread = {
  items: [
    {
      id: "0192f0c0aa7e7cc0b0d0000000000301",
      type: "community_announcement",
      category: "communities",
      title: "Announcement in Mentoring 2026",
      content: "Pairs meet in the old library at nine.",
      created: "2026-11-29T09:00:00Z",
      read: false,
      priority: "medium",
      authorName: null,
      author: null,
      communityId: "0192f0c0aa7e7cc0b0d0000000000302",
      communityName: "Mentoring 2026",
      isPinned: false,
      actionRequired: false,
      requestId: null,
      actionUrl: null,
      metadata: {
        itemCount: 1,
        hasAnnouncements: true,
        hasEvents: false,
        hasThreads: false,
        hasPosts: false,
      },
    },
  ],
  nextCursor: null,
  unreadCount: 1,
  counts: { all: 1, communities: 1, admin: 0, system: 0 },
  lastClearedTimestamp: null,
};

/** The member has seen unread items before, and the browser could receive push notifications. */
const secondVisit = (site: Site) => async (page: Page) => {
  await respondWith("activity?*", unread)(page);
  const me = await call(site, "/api/me", { cookies: session("member", site) });
  await page.addInitScript(
    (userId) => {
      const record = { userId, visits: 1, isDeclined: false };
      localStorage.setItem("guildhall.push-prompt", JSON.stringify(record));
      Object.defineProperty(Notification, "permission", { get: () => "default" });
    },
    text(me.body, "id"),
  );
};

const offers = (["main", "ashcombe"] as const).map((site): Screen => ({
  name: "activity-push-offer",
  who: "member",
  site,
  path: "/activity",
  prepare: secondVisit(site),
  shows: (page) => page.getByRole("heading", { name: "Get push notifications on this device" }),
}));

const unsubscribe = (kind: string) =>
  respondWith("unsubscribe/*", { kind, address: "n•••@ashcombe.example" });

export const notificationScreens: readonly Screen[] = [
  ...onBothBuilds({
    name: "settings-notifications-filled",
    who: "member",
    path: "/settings/notifications",
    prepare: filled,
    shows: (page) => page.getByText("Chrome on Android"),
  }),
  {
    name: "settings-notifications-failed",
    who: "member",
    site: "main",
    path: "/settings/notifications",
    prepare: respondWith("me/notification-settings", { code: "failed", detail: "No" }, 422),
    shows: (page) => page.getByText("Failed to load your settings. Please try again."),
    provokes: [/status of 422/],
  },
  ...offers,
  ...everywhere({
    name: "unsubscribe",
    who: null,
    path: "/unsubscribe/0a1b2c",
    prepare: unsubscribe("announcement"),
    shows: (page) => page.getByRole("button", { name: "Unsubscribe" }),
  }),
  {
    name: "unsubscribe-done",
    who: null,
    site: "main",
    path: "/unsubscribe/0a1b2c",
    prepare: unsubscribe("digest"),
    before: (page) => page.getByRole("button", { name: "Unsubscribe" }).click(),
    shows: (page) => page.getByText(/gets no more daily and weekly emails/),
  },
  {
    name: "unsubscribe-invalid",
    who: null,
    site: "ashcombe",
    path: "/unsubscribe/0a1b2c",
    prepare: respondWith("unsubscribe/*", { code: "not-found", detail: "No" }, 404),
    shows: (page) => page.getByText("This link is not valid. It may be incomplete."),
    provokes: [/status of 404/],
  },
  {
    name: "notification-elsewhere",
    who: "member",
    site: "ashcombe",
    path: "/notification/0192f0c0aa7e7cc0b0d0000000000201",
    prepare: async (page) => {
      const url = "http://localhost/communities/0192f0c0aa7e7cc0b0d0000000000202";
      const target = { path: new URL(url).pathname, site: "main", url };
      await respondWith("notifications/*/target", target)(page);
      await respondWith("activity/*/read", {})(page);
      await respondWith("transfer", { code: "failed", detail: "No" }, 422)(page);
    },
    shows: (page) => page.getByRole("heading", { name: "This notification is on another site" }),
    provokes: [/status of 422/],
  },
];

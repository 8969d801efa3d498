import { communitiesOf } from "../support/screens.ts";
import type { Page } from "@playwright/test";
import { onBothBuilds, respondWith, type Screen } from "./screen.ts";

/** Screens of events: the lists, the attendees, and the calendar feed in the settings. */

const author = {
  userId: "0192f0c0aa7e7cc0b0d0000000000501",
  displayName: "Beatriz Nunes",
  firstName: "Beatriz",
  lastName: "Nunes",
  handle: "beatriz",
  profilePicture: null,
  isVerified: true,
  affiliationName: "Ashcombe",
};

/** An event in the year 2099 with these changes. */
function event(place: number, changes: object = {}) {
  return {
    id: `0192f0c0aa7e7cc0b0d000000000060${place}`,
    communityId: "0192f0c0aa7e7cc0b0d0000000000302",
    content: "Site visit to the bridge at the harbour, with boots and helmets for everyone",
    author,
    isActive: true,
    isPinned: false,
    startsAt: `2099-01-0${Math.ceil(place / 2)}T12:00:00Z`,
    endsAt: `2099-01-0${Math.ceil(place / 2)}T14:00:00Z`,
    location: "Old library",
    link: "https://meet.example/a-link-that-is-longer-than-a-phone-is-wide-and-is-cut-off",
    capacity: null,
    createdAt: "2026-11-20T10:00:00Z",
    editedAt: null,
    endedAt: null,
    cancelledAt: null,
    answers: { yes: 12, maybe: 3, no: 1 },
    ownAnswer: null,
    ...changes,
  };
}

const events = [
  event(1, { ownAnswer: "yes" }),
  event(2, { capacity: 12 }),
  event(3, { cancelledAt: "2026-11-21T10:00:00Z", ownAnswer: "maybe" }),
];

async function listed(page: Page): Promise<void> {
  const items = events.map((announcement) => ({ communityName: "Mentoring 2026", announcement }));
  await respondWith("me/events?*", { items, nextCursor: null })(page);
  await respondWith("communities/*/events?*", { items: events, nextCursor: null })(page);
  const people = [{ person: author, answer: "yes", at: "2026-11-21T10:00:00Z" }];
  await respondWith("communities/*/announcements/*/attendees?*", {
    items: people,
    nextCursor: null,
  })(page);
}

async function feed(page: Page): Promise<void> {
  await page.route("**/api/me/calendar-feed", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 201,
          json: {
            url: "https://guildhall.example/calendar/3f9c1b7d5a.ics",
            createdAt: "2026-11-21T10:00:00Z",
          },
        })
      : route.fulfill({ json: { createdAt: null } }),
  );
}

const inCommunity = (["main", "ashcombe"] as const).map((site): Screen => ({
  name: "community-events",
  who: "member",
  site,
  path: async () => {
    const [first] = await communitiesOf("member", site);
    return `/communities/${first?.id ?? ""}/events`;
  },
  prepare: listed,
  shows: (page) => page.getByText("Cancelled"),
}));

export const eventScreens: readonly Screen[] = [
  ...onBothBuilds({
    name: "events",
    who: "member",
    path: "/events",
    prepare: listed,
    shows: (page) => page.getByText("Cancelled"),
  }),
  ...onBothBuilds({
    name: "events-none",
    who: "member",
    path: "/events",
    prepare: respondWith("me/events?*", { items: [], nextCursor: null }),
    shows: (page) => page.getByRole("heading", { name: "No upcoming events" }),
  }),
  {
    name: "events-failed",
    who: "member",
    site: "main",
    path: "/events",
    prepare: respondWith("me/events?*", { code: "failed", detail: "No" }, 422),
    shows: (page) => page.getByRole("button", { name: "Try Again" }),
    provokes: [/status of 422/],
  },
  {
    name: "event-attendees",
    who: "member",
    site: "main",
    path: "/events",
    prepare: listed,
    before: (page) => page.getByRole("button", { name: "Attendees" }).first().click(),
    shows: (page) => page.getByRole("dialog").getByText("Beatriz Nunes"),
  },
  ...inCommunity,
  ...onBothBuilds({
    name: "calendar-feed",
    who: "member",
    path: "/settings/notifications",
    prepare: feed,
    before: (page) => page.getByRole("button", { name: "Create a calendar feed" }).click(),
    shows: (page) => page.getByLabel("Address of your calendar feed"),
  }),
];

import type { Page } from "@playwright/test";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { siteOf } from "../support/sites.ts";
import { respondWith, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of cords, vouches and introductions. */

const strand = {
  lastActivity: "2026-11-03T10:00:00Z",
  activityCount: 12,
  halfLifeDays: 30,
  fadesAt: "2027-03-03T10:00:00Z",
};

const cord = {
  id: "a",
  userId: "b",
  disabled: false,
  reason: null,
  totalStrength: 71,
  isActive: true,
  threads: [
    {
      ...strand,
      threadType: "interaction",
      strength: 22,
      cap: 25,
      share: 22,
      source: "12 messages, the last on 3 November",
    },
    {
      ...strand,
      threadType: "association",
      strength: 20,
      cap: 20,
      share: 15,
      source: "4 communities in common",
      halfLifeDays: null,
      fadesAt: null,
    },
    {
      ...strand,
      threadType: "professional",
      strength: 11,
      cap: 12,
      share: 4.6,
      source: "A professional affiliation in common",
      halfLifeDays: 365,
      fadesAt: "2036-06-14T10:00:00Z",
    },
    { ...strand, threadType: "trust", strength: 12.4, cap: 15, share: 16.5, source: "2 vouches" },
  ],
  lastUpdated: "2026-11-03T10:00:00Z",
  vouches: { mine: true, theirs: true },
  canVouch: false,
  canIntroduce: true,
  common: {
    affiliations: [
      { id: "x", name: "Ashcombe College Alumni Association", logo: null, brandColour: "#6a1b31" },
      { id: "y", name: "Rowan Street Growers", logo: null, brandColour: null },
    ],
    communities: [
      { id: "c", name: "Bridges & Tall Structures", groupType: "community" },
      { id: "d", name: "Returners after Leave", groupType: "trust-circle" },
    ],
  },
};

const noCord = {
  ...cord,
  totalStrength: 0,
  isActive: false,
  threads: [],
  vouches: { mine: false, theirs: false },
  canVouch: true,
  common: { affiliations: [], communities: [] },
};

const people = [
  ["kboateng", "Kwame Boateng", 71],
  ["siobhan", "Siobhán Gallagher", 58],
  ["priya", "Priya Raghunathan", 44.2],
  ["ling", "Ling Zhao", 31],
  ["mateo", "Mateo Álvarez", 23],
  ["ruth", "Ruth Abara", 8.5],
] as const;

const person = (handle: string, displayName: string) => {
  const [firstName = "", lastName = ""] = displayName.split(" ");
  return {
    userId: handle,
    displayName,
    firstName,
    lastName,
    handle,
    profilePicture: null,
    isVerified: true,
    affiliationName: "Northgate",
  };
};

const ownCords = {
  items: people.map(([handle, name, totalStrength]) => ({
    user: person(handle, name),
    totalStrength,
    isActive: totalStrength >= 20,
  })),
  nextCursor: null,
};

const vouches = {
  items: [{ ...person("ling", "Ling Zhao"), at: "2026-11-03T10:00:00Z" }],
  nextCursor: null,
};

const introduction = {
  id: "i",
  introducer: person("kboateng", "Kwame Boateng"),
  people: [person("nadiarahman", "Nadia Rahman"), person("priya", "Priya Raghunathan")],
  message: "You both look after bridges that are older than you are. Talk about the stays.",
  state: "pending",
  myAnswer: null,
  conversationId: null,
  createdAt: "2026-11-20T10:00:00Z",
  expiresAt: "2026-12-04T10:00:00Z",
};

async function serveProfile(page: Page): Promise<void> {
  await respondWith("users/*/cord", cord)(page);
  await respondWith("users/*/vouches*", vouches)(page);
}

/** The introduction has the signed-in member as one of its people. */
async function serveIntroductions(page: Page): Promise<void> {
  await page.route("**/api/introductions?*", async (route) => {
    const site = siteOf(new URL(route.request().url()));
    const me = await call(site, "/api/me", { cookies: session("member", site) });
    const id = text(me.body, "id");
    const [first, second] = introduction.people;
    const mine = { ...introduction, people: [{ ...first, userId: id }, second] };
    const own = {
      ...introduction,
      id: "j",
      introducer: { ...first, userId: id },
      people: [second, person("mateo", "Mateo Álvarez")],
    };
    await route.fulfill({ json: { items: [mine, own], nextCursor: null } });
  });
}

async function introduce(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Introduce/ }).click();
  await page.getByRole("combobox", { name: "Introduce to" }).fill("a");
}

export const cordScreens: readonly Screen[] = [
  ...onBothBuilds({
    name: "cord",
    who: "member",
    path: "/profile/kboateng",
    prepare: serveProfile,
    shows: (page) => page.getByRole("list", { name: "Strands" }),
  }),
  {
    name: "cord-table",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: serveProfile,
    before: (page) => page.getByText("Show as a table").click(),
    shows: (page) => page.getByRole("table"),
  },
  {
    name: "cord-none",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: respondWith("users/*/cord", noCord),
    shows: (page) => page.getByText(/^No cord yet/),
  },
  {
    name: "cord-off",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: respondWith("users/*/cord", {
      ...noCord,
      disabled: true,
      reason: "You turned cords off.",
    }),
    shows: (page) => page.getByText("You turned cords off."),
  },
  {
    name: "cord-failed",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: respondWith("users/*/cord", { detail: "No" }, 422),
    shows: (page) => page.getByRole("alert").getByText(/Failed to load your cord/),
    provokes: [/status of 422/],
  },
  {
    name: "cord-vouches",
    who: "member",
    site: "main",
    path: "/profile/kboateng?tab=vouches",
    prepare: serveProfile,
    shows: (page) => page.getByRole("list", { name: "Vouches" }),
  },
  {
    name: "cord-vouch",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: respondWith("users/*/cord", noCord),
    before: (page) => page.getByRole("button", { name: /^Vouch for/ }).click(),
    shows: (page) => page.getByRole("dialog", { name: /^Vouch for/ }),
  },
  {
    name: "cord-introduce",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: serveProfile,
    before: introduce,
    shows: (page) => page.getByRole("dialog").getByRole("option").first(),
  },
  ...onBothBuilds({
    name: "cords-own",
    who: "member",
    path: "/profile?tab=cords",
    prepare: respondWith("me/cords*", ownCords),
    shows: (page) => page.getByRole("list", { name: "Your cords" }),
  }),
  {
    name: "cords-own-none",
    who: "member",
    site: "main",
    path: "/profile?tab=cords",
    prepare: async (page) => {
      await respondWith("me/cords*", { items: [], nextCursor: null })(page);
      await respondWith("me/cord-settings", { enabled: false, showsVouches: true })(page);
    },
    shows: (page) => page.getByRole("heading", { name: "Cords are turned off" }),
  },
  ...onBothBuilds({
    name: "introductions",
    who: "member",
    path: "/introductions",
    prepare: serveIntroductions,
    shows: (page) => page.getByRole("list", { name: "Introductions" }),
  }),
  {
    name: "introductions-none",
    who: "member",
    site: "main",
    path: "/introductions",
    prepare: respondWith("introductions?*", { items: [], nextCursor: null }),
    shows: (page) => page.getByRole("heading", { name: "No pending introductions" }),
  },
];

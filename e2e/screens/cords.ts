import type { Page } from "@playwright/test";
import { cord, introduction, noCord, ownCords, person, vouches } from "../support/cords.ts";
import { call, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { siteOf } from "../support/sites.ts";
import { respondWith, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of cords, vouches and introductions. */

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

/** Presses "Message" on a profile whose person is reached in this way. */
async function pressMessage(page: Page): Promise<void> {
  const buttons = page.getByRole("button", { name: "Message", exact: true });
  await buttons.filter({ visible: true }).click();
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
  {
    name: "contact-request",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: async (page) => {
      await serveProfile(page);
      await respondWith("users/*/contact", {
        mode: "request",
        reason: null,
        conversationId: null,
      })(page);
    },
    before: pressMessage,
    shows: (page) => page.getByRole("dialog", { name: "Send Kwame a message request?" }),
  },
  {
    name: "contact-refused",
    who: "member",
    site: "main",
    path: "/profile/kboateng",
    prepare: async (page) => {
      await serveProfile(page);
      await respondWith("users/*/contact", {
        mode: "refused",
        reason: "This person does not accept messages.",
        conversationId: null,
      })(page);
    },
    before: pressMessage,
    shows: (page) => page.getByRole("dialog", { name: "You cannot message Kwame" }),
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

import type { Account, Site } from "../support/sites.ts";
import { portrait } from "../support/pictures.ts";
import { communitiesOf, firstThread, lastThread } from "../support/screens.ts";
import { respondWith, everywhere, type Screen } from "./screen.ts";

/** Screens of communities, threads and posts. */

async function firstCommunity(who: Account, site: Site): Promise<string> {
  const [first] = await communitiesOf(who, site);
  return first?.id ?? "";
}

/** A thread with posts; a community that another test has just created has none. */
const thread = (who: Account, site: Site) => async () => {
  for (const { id } of await communitiesOf(who, site)) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const found = await firstThread(who, site, id);
    if (found !== undefined) return found.path;
  }
  throw new Error(`${who} reads no thread at ${site}`);
};

/** A thread that no other test writes to. */
async function quietThread(): Promise<string> {
  for (const { id } of (await communitiesOf("member", "main")).toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const found = await lastThread("member", "main", id);
    if (found !== undefined) return found;
  }
  throw new Error("the member reads no thread");
}

/** A thread of the demo network to which the member can post, on both sites. */
const written = (site: Site) => async () => {
  const all = await communitiesOf("member", site);
  const mentoring = all.find(({ name }) => name === "Mentoring 2026")?.id ?? "";
  return (await firstThread("member", site, mentoring))?.path ?? "/communities";
};

/** The dialogs of a post's menu, in both builds. */
const actions: readonly [string, RegExp, string | null, Screen["shows"]][] = [
  ["menu", /^Actions for your post/, null, (page) => page.getByRole("menu")],
  [
    "edit",
    /^Actions for your post/,
    "Edit",
    (page) => page.getByRole("textbox", { name: "Edit your post" }),
  ],
  ["delete", /^Actions for your post/, "Delete", (page) => page.getByRole("dialog")],
  [
    "report",
    /^Actions for the post of/,
    "Report",
    (page) => page.getByRole("dialog").getByLabel("Reason"),
  ],
];

const deedScreens = actions.flatMap(([name, whose, item, shows]) =>
  (["main", "ashcombe"] as const).map((site): Screen => ({
    name: `post-${name}`,
    who: "member",
    site,
    path: written(site),
    before: async (page) => {
      await page.getByRole("button", { name: whose }).first().click();
      if (item !== null) await page.getByRole("menuitem", { name: item }).click();
    },
    shows,
  })),
);

export const communityScreens: readonly Screen[] = [
  ...deedScreens,
  ...everywhere({
    name: "communities",
    who: "member",
    path: "/communities",
    shows: (page) => page.getByRole("heading", { name: "My Communities" }),
  }),
  ...(["main", "ashcombe", "htwu"] as const).map((site): Screen => ({
    name: "thread",
    who: "member",
    site,
    path: thread("member", site),
    shows: (page) => page.getByRole("article").first(),
  })),
  {
    name: "thread-mention",
    who: "member",
    site: "main",
    // Its text becomes a draft, which tests that write to the first thread would find.
    path: quietThread,
    before: (page) => page.getByRole("textbox", { name: "Write a post" }).fill("Ask @"),
    shows: (page) => page.getByRole("listbox", { name: "Members to mention" }),
  },
  {
    name: "thread-pictures",
    who: "member",
    site: "main",
    path: thread("member", "main"),
    before: (page) => page.getByLabel("Picture files").setInputFiles(portrait("amina")),
    shows: (page) => page.getByRole("list", { name: "Pictures to post" }),
  },
  {
    name: "community",
    who: "member",
    site: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    shows: (page) => page.getByRole("heading", { name: /^Threads/ }).first(),
  },
  {
    name: "community-unknown",
    who: "member",
    site: "main",
    path: `/communities/${"0".repeat(32)}`,
    shows: (page) => page.getByRole("alert"),
    provokes: [/status of 404/],
  },
  {
    name: "community-refused",
    who: "member",
    site: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    prepare: respondWith("communities/*/threads*", { code: "forbidden", detail: "No" }, 403),
    shows: (page) => page.getByText("Unable to load threads. Please check your permissions."),
    provokes: [/status of 403/],
  },
  {
    name: "community-failed",
    who: "member",
    site: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    prepare: respondWith("communities/*/threads*", { code: "failed", detail: "No" }, 422),
    shows: (page) => page.getByText("Failed to load threads. Please try again."),
    provokes: [/status of 422/],
  },
  {
    name: "new-community",
    who: "member",
    site: "main",
    path: "/communities",
    before: (page) => page.getByRole("button", { name: "New community" }).first().click(),
    shows: (page) => page.getByRole("dialog").getByLabel("Description"),
  },
];

import type { Account, Door } from "../support/doors.ts";
import { portrait } from "../support/pictures.ts";
import { communitiesOf, firstThread } from "../support/screens.ts";
import { answered, everywhere, type Screen } from "./screen.ts";

/** Screens of communities, threads and posts. */

async function firstCommunity(who: Account, door: Door): Promise<string> {
  const [first] = await communitiesOf(who, door);
  return first?.id ?? "";
}

/** A thread with posts; a community that another test has just created has none. */
const thread = (who: Account, door: Door) => async () => {
  for (const { id } of await communitiesOf(who, door)) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first community with a thread
    const found = await firstThread(who, door, id);
    if (found !== undefined) return found.path;
  }
  throw new Error(`${who} reads no thread at ${door}`);
};

/** A thread of the demo network to which the member can post, on both sites. */
const written = (door: Door) => async () => {
  const all = await communitiesOf("member", door);
  const mentoring = all.find(({ name }) => name === "Mentoring 2026")?.id ?? "";
  return (await firstThread("member", door, mentoring))?.path ?? "/communities";
};

/** The dialogs of a post's menu, in both builds. */
const deeds: readonly [string, RegExp, string | null, Screen["shows"]][] = [
  ["menu", /your post/, null, (page) => page.getByRole("menu")],
  ["edit", /your post/, "Edit", (page) => page.getByRole("textbox", { name: "Edit your post" })],
  ["delete", /your post/, "Delete", (page) => page.getByRole("dialog")],
  ["report", /the post of/, "Report", (page) => page.getByRole("dialog").getByLabel("Reason")],
];

const deedScreens = deeds.flatMap(([name, whose, item, shows]) =>
  (["main", "ashcombe"] as const).map((door): Screen => ({
    name: `post-${name}`,
    who: "member",
    door,
    path: written(door),
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
  ...(["main", "ashcombe", "htwu"] as const).map((door): Screen => ({
    name: "thread",
    who: "member",
    door,
    path: thread("member", door),
    shows: (page) => page.getByRole("article").first(),
  })),
  {
    name: "thread-mention",
    who: "member",
    door: "main",
    path: thread("member", "main"),
    before: (page) => page.getByRole("textbox", { name: "Write a post" }).fill("Ask @"),
    shows: (page) => page.getByRole("listbox", { name: "Members to mention" }),
  },
  {
    name: "thread-pictures",
    who: "member",
    door: "main",
    path: thread("member", "main"),
    before: (page) => page.getByLabel("Picture files").setInputFiles(portrait("amina")),
    shows: (page) => page.getByRole("list", { name: "Pictures to post" }),
  },
  {
    name: "community",
    who: "member",
    door: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    shows: (page) => page.getByRole("heading", { name: /^Threads/ }).first(),
  },
  {
    name: "community-unknown",
    who: "member",
    door: "main",
    path: `/communities/${"0".repeat(32)}`,
    shows: (page) => page.getByRole("alert"),
    provokes: [/status of 404/],
  },
  {
    name: "community-refused",
    who: "member",
    door: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    prepare: answered("communities/*/threads*", { code: "forbidden", detail: "No" }, 403),
    shows: (page) => page.getByText("Unable to load threads. Please check your permissions."),
    provokes: [/status of 403/],
  },
  {
    name: "community-failed",
    who: "member",
    door: "main",
    path: async () => `/communities/${await firstCommunity("member", "main")}`,
    prepare: answered("communities/*/threads*", { code: "failed", detail: "No" }, 422),
    shows: (page) => page.getByText("Failed to load threads. Please try again."),
    provokes: [/status of 422/],
  },
  {
    name: "new-community",
    who: "member",
    door: "main",
    path: "/communities",
    before: (page) => page.getByRole("button", { name: "New community" }).first().click(),
    shows: (page) => page.getByRole("dialog").getByLabel("Description"),
  },
];

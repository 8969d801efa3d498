import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { SearchItem } from "../../api/search-types.ts";
import { person } from "../../testing/factories.ts";
import { servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import {
  openSearchAt,
  type SearchFixture,
  searchFixture,
  serveSearch,
} from "../../testing/search-server.tsx";

servePages();

const place = { communityId: "bridges", communityName: "Bridges" };
const created = "2026-11-20T10:00:00Z";
const ling = person("ling", "Ling Zhao");
const thread: SearchItem = {
  type: "thread",
  id: "cable",
  ...place,
  author: ling,
  created,
  caption: "Cable at Merrow",
  matches: [[9, 15]],
};
const news: SearchItem = {
  type: "announcement",
  id: "n1",
  ...place,
  author: ling,
  created,
  excerpt: "Merrow opens",
  matches: [[0, 6]],
};
const visit: SearchItem = {
  type: "event",
  id: "e1",
  ...place,
  author: ling,
  excerpt: "Visit to 梅罗 bridge",
  matches: [[9, 11]],
  startsAt: "2099-01-01T12:00:00Z",
  endsAt: null,
  place: "Old library",
};
const message: SearchItem = {
  type: "message",
  id: "m1",
  sender: ling,
  created,
  conversation: { id: "c1", title: null, participants: [ling, person(buildMember().id, "Me")] },
  excerpt: "🌉 at Mérrow today",
  matches: [[5, 11]],
};

let world: SearchFixture;

beforeEach(() => {
  localStorage.clear();
  world = searchFixture();
  serveSearch(() => world);
});

async function find(items: SearchItem[]) {
  world.items = items;
  const opened = await openSearchAt("/start");
  const field = await opened.open();
  await opened.member.type(field, "merrow");
  await waitFor(() => expect(world.requested.at(-1)).toBe("all:merrow"));
  await screen.findByRole("listbox", { name: "Results" });
  return { ...opened, field };
}

const inGroup = async (title: string) =>
  within(await screen.findByRole("group", { name: title }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const marks = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);

describe("results", () => {
  test("are grouped: threads, announcements with events, and messages", async () => {
    await find([thread, news, visit, message]);
    expect(await inGroup("Threads and Insights")).toEqual([
      expect.stringMatching(/^Cable at MerrowThread by Ling ZhaoBridges/),
    ]);
    const [first, second] = await inGroup("Announcements and events");
    expect(first).toMatch(/^Merrow opensLing ZhaoBridges/);
    expect(second).toMatch(/^Visit to 梅罗 bridge.*1 January 2099.*Old libraryBridges/);
    expect(await inGroup("Messages")).toEqual([
      expect.stringMatching(/^Ling ZhaoLing: 🌉 at Mérrow today/),
    ]);
    expect(await screen.findByText("4 results")).toBeDefined();
  });

  test("have the server's matches highlighted, counted in characters", async () => {
    await find([thread, news, visit, message]);
    expect(marks()).toEqual(["Merrow", "Merrow", "梅罗", "Mérrow"]);
    // Screen readers read the words in one piece.
    expect(screen.getByRole("option", { name: /Visit to 梅罗 bridge/ })).toBeDefined();
  });

  test("name the viewer and deleted accounts as senders", async () => {
    const me = person(buildMember().id, "Nadia Rahman");
    await find([
      { ...message, id: "m2", sender: me },
      { ...message, id: "m3", sender: null },
    ]);
    const [own, deleted] = await inGroup("Messages");
    expect(own).toMatch(/^Ling ZhaoYou: 🌉/);
    expect(deleted).toMatch(/^Ling ZhaoFormer member: 🌉/);
  });
});

describe("a result opens", () => {
  test.each([
    ["a thread", thread, "/communities/bridges/threads/cable"],
    ["an announcement in its community", news, "/communities/bridges#announcement-n1"],
    ["an event in the list of its community", visit, "/communities/bridges/events#announcement-e1"],
    [
      "a past event among the past ones",
      { ...visit, startsAt: "2020-01-01T12:00:00Z" },
      "/communities/bridges/events?period=past#announcement-e1",
    ],
    ["a message in its conversation", message, "/messages/c1?around=m1"],
  ] satisfies [string, SearchItem, string][])("%s", async (_what, item, to) => {
    const { member, address } = await find([item]);
    await member.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe(to));
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});

describe("the kinds", () => {
  test("are one tab stop with arrow keys", async () => {
    const { member, field } = await find([thread]);
    const kinds = within(screen.getByRole("toolbar", { name: "Search for" })).getAllByRole(
      "button",
    );
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      "All",
      "People",
      "Communities",
      "Threads",
      "Posts",
      "Insights",
      "Announcements",
      "Events",
      "Messages",
    ]);
    expect(kinds.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    kinds[0]?.focus();
    await member.keyboard("{ArrowLeft}");
    expect(document.activeElement?.textContent).toBe("Messages");
    await member.keyboard("{Home}{ArrowRight}{End}{ArrowLeft}{Enter}");
    await waitFor(() => expect(world.requested.at(-1)).toBe("events:merrow"));
    expect(screen.getByRole("button", { name: "Events", pressed: true })).toBeDefined();
    expect(field.value).toBe("merrow");
  });
});

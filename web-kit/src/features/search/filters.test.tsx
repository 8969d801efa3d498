import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchItem } from "../../api/search-types.ts";
import { community, person } from "../../testing/factories.ts";
import { server, servePages } from "../../testing/open-page.tsx";
import {
  directoryEntry,
  openSearchAt,
  type SearchFixture,
  searchFixture,
  serveSearch,
} from "../../testing/search-server.tsx";
import { communityQuery } from "../communities/queries.ts";

servePages();

const post: SearchItem = {
  type: "post",
  id: "p1",
  communityId: "spans",
  communityName: "Long Spans",
  threadId: "cable",
  threadCaption: "Cable replacement",
  author: person("ling", "Ling Zhao"),
  excerpt: "On the deck",
  matches: [[7, 11]],
  created: "2026-11-20T10:00:00Z",
};

let world: SearchFixture;

beforeEach(() => {
  localStorage.clear();
  world = searchFixture();
  world.communities = [
    community("bridges", { name: "Bridges" }),
    community("spans", { name: "Long Spans" }),
    community("quoted", { name: 'The "Old" Guard' }),
  ];
  world.people = [
    directoryEntry("kwame", "Kwame Boateng", "kwame"),
    directoryEntry("ling", "Ling Zhao"),
    { ...directoryEntry("nadia", "Nadia Rahman"), isSelf: true },
  ];
  serveSearch(() => world);
});

async function openSearch(path = "/start") {
  const opened = await openSearchAt(path);
  return { ...opened, field: await opened.open() };
}

const suggested = async () =>
  within(await screen.findByRole("group", { name: "Narrow the search" }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("suggestions", () => {
  test("in: offers the viewer's communities, and stays open after a choice", async () => {
    const { member, field, path } = await openSearch();
    await member.type(field, "deck in:");
    await waitFor(async () => expect(await suggested()).toHaveLength(3));
    await member.type(field, "lon");
    await waitFor(async () => expect(await suggested()).toEqual(['Long Spansin:"Long Spans"']));
    expect(field.getAttribute("aria-activedescendant")).toContain("filter-in");
    await member.keyboard("{Enter}");
    expect(field.value).toBe('deck in:"Long Spans" ');
    expect(document.activeElement).toBe(field);
    expect(path()).toBe("/start");
    await waitFor(() => expect(world.requested.at(-1)).toBe('all:deck in:"Long Spans"'));
  });

  test("a community with quotes in its name is named by its id", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "in:old");
    await screen.findByRole("option", { name: /The "Old" Guard/ });
    await member.keyboard("{Enter}");
    expect(field.value).toBe("in:quoted ");
  });

  test("from: offers the viewer and other people by handle or name", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "from:");
    await waitFor(async () =>
      expect(await suggested()).toEqual([
        "Youfrom:me",
        expect.stringMatching(/Kwame BoatengNorthgatefrom:@kwame$/),
        expect.stringMatching(/Ling ZhaoNorthgatefrom:"Ling Zhao"$/),
      ]),
    );
    await member.keyboard("{ArrowDown}{Enter}");
    expect(field.value).toBe("from:@kwame ");
  });

  test("before: and after: show the format and offer days", async () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 31, 12), toFake: ["Date"] });
    const { member, field } = await openSearch();
    await member.type(field, "after:");
    expect(
      await screen.findByText("Write the day as year-month-day, such as 2026-03-31."),
    ).toBeDefined();
    expect(await suggested()).toEqual([
      "Today2026-03-31after:2026-03-31",
      "A week ago2026-03-24after:2026-03-24",
      "A month ago2026-02-28after:2026-02-28",
    ]);
    await member.type(field, "2026-02");
    expect(await suggested()).toEqual(["A month ago2026-02-28after:2026-02-28"]);
    await member.type(field, "-02");
    expect(screen.queryByText(/^Write the day/)).toBeNull();
    await waitFor(() => expect(world.requested.at(-1)).toBe("all:after:2026-02-02"));
    vi.useRealTimers();
  });

  test("has: offers image, and a complete filter offers nothing", async () => {
    world.items = [post];
    const { member, field, path } = await openSearch();
    await member.type(field, "has:");
    expect(await suggested()).toEqual(["With an imagehas:image"]);
    await member.type(field, "image");
    // Enter opens the first result instead of a suggestion.
    await screen.findByRole("option", { name: /Cable replacement/, selected: true });
    await member.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/communities/spans/threads/cable"));
  });

  test("say that nothing matches, and can be requested again after an error", async () => {
    server.use(
      http.get("/api/communities", () => HttpResponse.json({}, { status: 422 }), { once: true }),
    );
    const { member, field } = await openSearch();
    await member.type(field, "in:xylo");
    expect(await screen.findByText("Failed to load suggestions.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("None of your communities matches.")).toBeDefined();
  });
});

describe("the filters of a text", () => {
  const spans = { name: "in", value: "spans", label: "Long Spans", isKnown: true };
  const image = { name: "has", value: "image", label: null, isKnown: true };

  test("are chips with the names that the server found, and can be removed", async () => {
    world.items = [post];
    world.filters = [spans, image];
    const { member, field } = await openSearch();
    await member.type(field, "in:spans has:image before:2026-03-01 from:me deck");
    const chips = await screen.findByRole("list", { name: "Filters" });
    await within(chips).findByText("In Long Spans");
    expect(
      within(chips)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["In Long Spans", "With an image", "Before 1 March 2026", "From you"]);
    await member.click(screen.getByRole("button", { name: "Remove filter: With an image" }));
    expect(field.value).toBe("in:spans before:2026-03-01 from:me deck");
    expect(document.activeElement).toBe(field);
    await waitFor(() =>
      expect(world.requested.at(-1)).toBe("all:deck in:spans before:2026-03-01 from:me"),
    );
  });

  test("are chips as soon as the server knows them, without further typing", async () => {
    world.items = [post];
    world.filters = [image];
    const { member, field } = await openSearch();
    await member.type(field, "deck has:imag");
    await screen.findByRole("listbox");
    expect(screen.queryByRole("list", { name: "Filters" })).toBeNull();
    await member.type(field, "e");
    const chips = await screen.findByRole("list", { name: "Filters" });
    expect(within(chips).getByText("With an image")).toBeDefined();
  });

  test("leave out pages, actions and recent places", async () => {
    world.items = [post];
    const { member, field } = await openSearch();
    await member.type(field, "home in:spans ");
    await screen.findByRole("option", { name: /Cable replacement/ });
    expect(screen.queryByRole("group", { name: "Go to" })).toBeNull();
    expect(screen.queryByRole("group", { name: "Do" })).toBeNull();
  });

  test("are explained if their values are unknown", async () => {
    world.filters = [
      { name: "in", value: "Nowhere", label: null, isKnown: false },
      { name: "before", value: "spring", label: null, isKnown: false },
    ];
    const { member, field } = await openSearch();
    await member.type(field, "deck in:Nowhere before:spring ");
    expect(
      await screen.findByText("There is no community “Nowhere” that you can search."),
    ).toBeDefined();
    expect(screen.getByText(/^“spring” is not a day/)).toBeDefined();
    expect(screen.getByRole("heading", { name: "Nothing found for “deck”" })).toBeDefined();
    expect(screen.getAllByText("Unknown:")).toHaveLength(2);
  });

  test("do not apply to people and communities", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "has:image ");
    await member.click(screen.getByRole("button", { name: "People" }));
    expect(
      await screen.findByText(/^Filters do not apply to people and communities/),
    ).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Posts" }));
    expect(await screen.findByText("Try other words, or remove a filter.")).toBeDefined();
  });
});

describe("the hint row", () => {
  test("types a filter into the field, with the keyboard as well", async () => {
    const { member, field } = await openSearch();
    const hints = screen.getByRole("group", { name: "Filters for the search" });
    const buttons = within(hints).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      "in:, in a community",
      "from:, from a person",
      "before:, before a day",
      "after:, after a day",
      "has:image, with an image",
    ]);
    buttons[1]?.focus();
    await member.keyboard("{Enter}");
    expect(field.value).toBe("from:");
    expect(document.activeElement).toBe(field);
    expect(await screen.findByRole("option", { name: /^You/ })).toBeDefined();
  });

  test("appears with a search that finds nothing", async () => {
    const { member, field } = await openSearch();
    await member.type(field, "xylo");
    await screen.findByRole("heading", { name: "Nothing found for “xylo”" });
    await member.click(screen.getByRole("button", { name: "has:image, with an image" }));
    expect(field.value).toBe("xylo has:image ");
  });
});

describe("inside a community", () => {
  test("the first offer is to search in it", async () => {
    const { app, member, open } = await openSearchAt("/communities/spans/threads/cable");
    app.cache.setQueryData(
      communityQuery("spans").queryKey,
      community("spans", { name: "Long Spans" }),
    );
    const field = await open();
    expect(await suggested()).toEqual(['Search in Long Spansin:"Long Spans"']);
    await member.keyboard("{Enter}");
    expect(field.value).toBe('in:"Long Spans" ');
    await waitFor(() => expect(world.requested.at(-1)).toBe('all:in:"Long Spans"'));
    expect(screen.queryByRole("option", { name: /^Search in/ })).toBeNull();
  });

  test("it is the last offer for a text, and no result", async () => {
    const { app, member, open } = await openSearchAt("/communities/spans");
    app.cache.setQueryData(
      communityQuery("spans").queryKey,
      community("spans", { name: "Long Spans" }),
    );
    await member.type(await open(), "xylo");
    await screen.findByRole("heading", { name: "Nothing found for “xylo”" });
    expect(await screen.findByText("0 results")).toBeDefined();
    await member.click(screen.getByRole("option", { name: /^Search in Long Spans/ }));
    await waitFor(() => expect(world.requested.at(-1)).toBe('all:xylo in:"Long Spans"'));
  });
});

test("a text that is too long is not sent", async () => {
  const { member, field } = await openSearch();
  await member.click(field);
  await member.paste("deck ".repeat(50));
  expect(
    await screen.findByText(
      "A search has at most 100 characters besides its filters. Shorten the text.",
    ),
  ).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
  await member.keyboard("{Enter}");
  expect(world.requested).toEqual([]);
  // Filters do not count.
  await member.clear(field);
  await member.paste(`${"deck ".repeat(19)} in:"${"Long Spans ".repeat(5)}"`);
  await waitFor(() => expect(world.requested).toHaveLength(1));
});

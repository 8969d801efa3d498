import type { Page } from "@playwright/test";
import { lookFor, openSearch } from "../support/searching.ts";
import { answered, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of the home page and the search. */

const looking = (words: string) => (page: Page) => lookFor(page, words);

const refused = { code: "failed", detail: "No" };

export const searchScreens: readonly Screen[] = [
  ...everywhere({
    name: "home",
    who: "member",
    path: "/home",
    shows: (page) => page.getByRole("list", { name: "Latest posts" }),
  }),
  ...onBothBuilds({
    name: "home-empty",
    who: "member",
    path: "/home",
    prepare: answered("feed", { items: [] }),
    shows: (page) => page.getByRole("heading", { name: "Nothing new yet" }),
  }),
  ...onBothBuilds({
    name: "home-failed",
    who: "member",
    path: "/home",
    prepare: answered("feed", refused, 422),
    shows: (page) => page.getByText("Failed to load community feed"),
    provokes: [/status of 422/],
  }),
  {
    name: "home-communities-failed",
    who: "member",
    door: "ashcombe",
    path: "/home",
    prepare: answered("communities?scope=mine**", refused, 422),
    shows: (page) => page.getByRole("button", { name: "Try Again" }),
    provokes: [/status of 422/],
  },
  ...everywhere({
    name: "search",
    who: "member",
    path: "/communities",
    before: looking("m"),
    shows: (page) => page.getByRole("option").first(),
  }),
  ...onBothBuilds({
    name: "search-opened",
    who: "member",
    path: "/communities",
    before: async (page) => void (await openSearch(page)),
    shows: (page) => page.getByRole("combobox", { name: "Search" }),
  }),
  {
    name: "search-nothing",
    who: "member",
    door: "main",
    path: "/communities",
    before: looking("xylophone"),
    shows: (page) => page.getByText("Nothing found for “xylophone”"),
  },
  {
    name: "search-failed",
    who: "member",
    door: "main",
    path: "/communities",
    prepare: answered("search*", { code: "unexpected" }, 422),
    before: looking("bridge"),
    shows: (page) => page.getByText("Search failed. Please try again."),
    provokes: [/status of 422/],
  },
];

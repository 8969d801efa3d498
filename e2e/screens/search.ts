import type { Page } from "@playwright/test";
import { searchFor, openSearch } from "../support/search.ts";
import { respondWith, everywhere, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of the home page and the search. */

const searching = (words: string) => (page: Page) => searchFor(page, words);

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
    prepare: respondWith("feed", { items: [] }),
    shows: (page) => page.getByRole("heading", { name: "Nothing new yet" }),
  }),
  ...onBothBuilds({
    name: "home-failed",
    who: "member",
    path: "/home",
    prepare: respondWith("feed", refused, 422),
    shows: (page) => page.getByText("Failed to load community feed"),
    provokes: [/status of 422/],
  }),
  {
    name: "home-communities-failed",
    who: "member",
    site: "ashcombe",
    path: "/home",
    prepare: respondWith("communities?scope=mine**", refused, 422),
    shows: (page) => page.getByRole("button", { name: "Try Again" }),
    provokes: [/status of 422/],
  },
  ...everywhere({
    name: "search",
    who: "member",
    path: "/communities",
    before: searching("m"),
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
    site: "main",
    path: "/communities",
    before: searching("xylophone"),
    shows: (page) => page.getByText("Nothing found for “xylophone”"),
  },
  ...onBothBuilds({
    name: "search-suggestions",
    who: "member",
    path: "/communities",
    before: searching("bridge in:"),
    shows: (page) => page.getByRole("group", { name: "Narrow the search" }),
  }),
  ...onBothBuilds({
    name: "search-filtered",
    who: "member",
    path: "/communities",
    before: searching("from:me has:image before:2099-01-01 "),
    shows: (page) => page.getByRole("list", { name: "Filters" }),
  }),
  {
    name: "search-unknown-filter",
    who: "member",
    site: "main",
    path: "/communities",
    before: searching("bridge in:Nowhere "),
    shows: (page) => page.getByText("There is no community “Nowhere”"),
  },
  {
    name: "search-failed",
    who: "member",
    site: "main",
    path: "/communities",
    prepare: respondWith("search*", { code: "unexpected" }, 422),
    before: searching("bridge"),
    shows: (page) => page.getByText("Search failed. Please try again."),
    provokes: [/status of 422/],
  },
];

import type { Page } from "@playwright/test";
import { anArticle, sharedCommunity } from "../support/articles.ts";
import type { Site } from "../support/sites.ts";
import { respondWith, onBothBuilds, type Screen } from "./screen.ts";

/** Screens of Insights: lists, reading, writing, and the public page. */

const insights = async () => `/communities/${(await anArticle(false)).communityId}/insights`;
const reading = async () => `/articles/${(await anArticle(true)).id}`;
const editor = (site: Site) => async () =>
  `/articles/new?community=${await sharedCommunity(["member", "second"], site, "closed")}`;

function draft(title: string, content: string) {
  const updatedAt = "2026-11-20T10:00:00Z";
  const stored = { communityId: "0".repeat(32), articleId: null, title, content, updatedAt };
  return respondWith("communities/*/article-draft", { draft: stored });
}

const startedDraft = draft(
  "How we look after a bridge",
  "We inspect from the deck **down**.\n\n## What to carry\n\n- A lamp for each hand\n- Chalk",
);

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Article menu" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const lists: readonly Screen[] = (["main", "ashcombe"] as const).flatMap((site) => [
  {
    name: "insights",
    who: "member",
    site,
    path: insights,
    shows: (page) => page.getByRole("list", { name: "Insights" }),
  },
  {
    name: "article",
    who: "member",
    site,
    path: reading,
    shows: (page) => page.getByRole("textbox", { name: "Write a comment" }),
  },
  {
    name: "new-article",
    who: "member",
    site,
    path: editor(site),
    prepare: startedDraft,
    shows: (page) => page.getByText(/^Draft saved/),
  },
  {
    name: "shared-article",
    who: null,
    site,
    path: async () => `/shared/${(await anArticle(true)).id}`,
    shows: (page) => page.getByRole("link", { name: "Sign in to comment" }),
  },
  {
    name: "shared-article-for-members",
    who: null,
    site,
    path: async () => `/shared/${(await anArticle(false)).id}`,
    shows: (page) => page.getByRole("heading", { name: "This Insight is not public" }),
    provokes: [/status of 404/],
  },
]);

export const articleScreens: readonly Screen[] = [
  ...lists,
  ...onBothBuilds({
    name: "all-insights",
    who: "member",
    path: "/articles",
    shows: (page) => page.getByRole("combobox", { name: "Community" }),
  }),
  {
    name: "insights-none",
    who: "member",
    site: "main",
    path: insights,
    prepare: respondWith("communities/*/articles*", { items: [], nextCursor: null }),
    shows: (page) => page.getByRole("heading", { name: "No Insights yet" }),
  },
  {
    name: "insights-refused",
    who: "member",
    site: "main",
    path: insights,
    prepare: respondWith("communities/*/articles*", { code: "forbidden", detail: "No" }, 403),
    shows: (page) => page.getByText("Unable to load articles. Please check your permissions."),
    provokes: [/status of 403/],
  },
  {
    name: "article-unknown",
    who: "member",
    site: "main",
    path: `/articles/${"0".repeat(32)}`,
    shows: (page) => page.getByRole("heading", { name: "Article not found" }),
    provokes: [/status of 404/],
  },
  {
    name: "article-report",
    who: "member",
    site: "main",
    path: reading,
    before: (page) => openMenu(page, "Report"),
    anew: true,
    shows: (page) => page.getByRole("dialog", { name: "Report this Insight?" }),
  },
  {
    name: "article-delete",
    who: "affadmin",
    site: "main",
    path: reading,
    before: (page) => openMenu(page, "Delete"),
    anew: true,
    shows: (page) => page.getByRole("dialog", { name: "Delete this Insight?" }),
  },
  {
    name: "edit-article",
    who: "affadmin",
    site: "main",
    path: async () => `/articles/edit/${(await anArticle(true)).id}`,
    shows: (page) => page.getByRole("button", { name: "Publish changes" }),
  },
  {
    name: "new-article-preview",
    who: "member",
    site: "main",
    only: "phone",
    path: editor("main"),
    prepare: startedDraft,
    before: (page) => page.getByRole("tab", { name: "Preview" }).click(),
    shows: (page) => page.getByRole("heading", { name: "What to carry" }),
  },
  {
    name: "new-article-too-long",
    who: "member",
    site: "main",
    path: editor("main"),
    prepare: draft("On length", "word ".repeat(1601).trim()),
    before: (page) => page.getByRole("button", { name: "Publish" }).click(),
    shows: (page) => page.getByText("Article exceeds maximum length of 1600 words"),
  },
  {
    name: "new-article-where",
    who: "member",
    site: "main",
    path: "/articles/new",
    shows: (page) => page.getByText("In which community?"),
  },
  {
    name: "shared-article-unknown",
    who: null,
    site: "main",
    path: `/shared/${"0".repeat(32)}`,
    shows: (page) => page.getByRole("heading", { name: "This Insight is not public" }),
    provokes: [/status of 404/],
  },
];

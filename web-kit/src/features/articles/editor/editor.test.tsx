import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Article, ArticleDraft, Community } from "../../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { article, community } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../../communities/routes.tsx";
import { articlesRoutes } from "../routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const bridges = (changes: Partial<Community> = {}) =>
  community("bridges", { name: "Bridges", visibility: "private", ...changes });

let world: CommunityFixture;
let draft: ArticleDraft | null;
let piers: Article;
let storedDrafts: { title: string; content: string }[];
let published: unknown[];

function draftOf(title: string, content: string, updatedAt: string): ArticleDraft {
  return { communityId: "bridges", articleId: null, title, content, updatedAt };
}

/** A server that stores drafts of new articles and of edits. */
function keepDrafts(path: string) {
  server.use(
    http.get(path, () => HttpResponse.json({ draft })),
    http.put(path, async ({ request }) => {
      const text: { title: string; content: string } = JSON.parse(await request.text());
      storedDrafts.push(text);
      draft = draftOf(text.title, text.content, `2026-11-20T10:00:0${storedDrafts.length}Z`);
      return HttpResponse.json({ draft });
    }),
    http.delete(path, () => {
      draft = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

beforeEach(() => {
  world = communityFixture(me, bridges());
  draft = null;
  storedDrafts = [];
  published = [];
  piers = article("piers", { title: "On piers", content: "Of stone", isMine: true });
  serveCommunity(() => world);
  keepDrafts("/api/communities/bridges/article-draft");
  keepDrafts("/api/articles/piers/draft");
  server.use(
    http.get("/api/communities/:id/articles", () =>
      HttpResponse.json({ items: [], nextCursor: null }),
    ),
    http.post("/api/communities/bridges/articles", async ({ request }) => {
      published.push(await request.json());
      draft = null;
      return HttpResponse.json(piers, { status: 201 });
    }),
    http.get("/api/articles/piers", () => HttpResponse.json(piers)),
    http.get("/api/articles/piers/comments", () =>
      HttpResponse.json({ items: [], nextCursor: null }),
    ),
    http.patch("/api/articles/piers", async ({ request }) => {
      published.push(await request.json());
      draft = null;
      return HttpResponse.json(piers);
    }),
  );
});

const open = (path = "/articles/new?community=bridges") =>
  openPage(path, ({ cache }) => [...communitiesRoutes(cache), ...articlesRoutes()]);
const title = () => screen.findByRole("textbox", { name: "Title" });
const titleNow = () => screen.getByRole("textbox", { name: "Title" });
const text = () => screen.findByRole("textbox", { name: "Text" });
const fill = async (field: Promise<HTMLElement>, value: string) =>
  fireEvent.change(await field, { target: { value } });
const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("writing an Insight", () => {
  test("shows a preview and publishes", async () => {
    const { member, path } = open();
    await fill(title(), "On piers");
    await fill(text(), "## First\n\nOf **stone**");
    expect(await screen.findByRole("heading", { name: "First" })).toBeDefined();
    expect(screen.getByText("4 / 1,600 words")).toBeDefined();
    await member.click(screen.getByRole("checkbox", { name: /^Anyone with the link/ }));
    await member.click(screen.getByRole("button", { name: "Publish" }));
    await waitFor(() => expect(path()).toBe("/articles/piers"));
    const content = "## First\n\nOf **stone**";
    expect(published).toEqual([{ title: "On piers", content, shared: true }]);
  });

  test("gives each paragraph its own direction once one is written from right to left", async () => {
    open();
    await fill(text(), "Of stone\nand wood");
    const area = await text();
    expect(area.style.unicodeBidi).toBe("isolate");
    await fill(text(), "Of stone\n\u05D0\u05D1\u05DF");
    expect(area.style.unicodeBidi).toBe("plaintext");
  });

  test("formats text with the toolbar", async () => {
    const { member } = open();
    await fill(text(), "stone");
    const area = await text();
    if (!(area instanceof HTMLTextAreaElement)) throw new Error("no text area");
    area.setSelectionRange(0, 5);
    await member.click(screen.getByRole("button", { name: "Bold" }));
    expect(area.value).toBe("**stone**");
  });

  test("reports excessive length before sending", async () => {
    const { member } = open();
    await fill(title(), "On piers");
    await fill(text(), words(1601));
    expect(await screen.findByText("1,601 / 1,600 words")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Publish" }));
    const refusal = await screen.findByText("Article exceeds maximum length of 1600 words");
    expect(refusal).toBeDefined();
    expect(published).toEqual([]);
  });

  test("requires a title and a text", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Publish" }));
    expect(await screen.findAllByText("Input is required")).toHaveLength(2);
  });

  test("reports a failure and keeps saving the draft", async () => {
    server.use(
      http.post("/api/communities/bridges/articles", () => new HttpResponse(null, { status: 500 })),
    );
    const { member } = open();
    await fill(title(), "On piers");
    await fill(text(), "Of stone");
    await member.click(screen.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Failed to create article")).toBeDefined();
    await waitFor(() =>
      expect(storedDrafts.at(-1)).toEqual({ title: "On piers", content: "Of stone" }),
    );
  });

  test("offers no sharing choice in a public community", async () => {
    world.community = bridges({ visibility: "public" });
    open();
    const said = "Bridges is public: anyone with the link can read this.";
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  test("is for members only", async () => {
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = bridges({ viewer: { ...bridges().viewer, isMember: false } });
    open();
    expect(await screen.findByText("User is not a member of this community")).toBeDefined();
  });

  test("asks for the community first", async () => {
    const { member } = open("/articles/new");
    await member.click(await screen.findByRole("link", { name: /Bridges/ }));
    expect(await title()).toBeDefined();
  });
});

describe("a draft", () => {
  test("is saved while typing and restored after a reload", async () => {
    open();
    await fill(title(), "On piers");
    await fill(text(), "Of stone");
    expect(await screen.findByText(/^Draft saved/)).toBeDefined();
    expect(storedDrafts).toEqual([{ title: "On piers", content: "Of stone" }]);
  });

  test("is continued", async () => {
    draft = draftOf("On piers", "Of sto", "2026-11-20T10:00:00Z");
    open();
    expect(await title()).toHaveProperty("value", "On piers");
    expect(await text()).toHaveProperty("value", "Of sto");
    expect(screen.getByText(/^Draft saved/)).toBeDefined();
  });

  test("is discarded after a confirmation", async () => {
    draft = draftOf("On piers", "Of sto", "2026-11-20T10:00:00Z");
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Discard draft" }));
    await member.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(titleNow()).toHaveProperty("value", ""));
    expect(draft).toBeNull();
    expect(published).toEqual([]);
  });

  test("is not shown as saved while offline, and saved when online again", async () => {
    open();
    await fill(title(), "On piers");
    act(() => void dispatchEvent(new Event("offline")));
    expect(
      await screen.findByText(/^You are offline. Your last changes are not saved/),
    ).toBeDefined();
    act(() => void dispatchEvent(new Event("online")));
    expect(await screen.findByText(/^Draft saved/)).toBeDefined();
  });

  test("shows why a draft was not saved and allows retrying", async () => {
    let fails = true;
    server.use(
      http.put("/api/communities/bridges/article-draft", () =>
        fails
          ? refusalResponse(403, "no", "User is not a member of this community")
          : HttpResponse.json({ draft: draftOf("On piers", "", "2026-11-20T10:00:00Z") }),
      ),
    );
    const { member } = open();
    await fill(title(), "On piers");
    expect(await screen.findByText("User is not a member of this community")).toBeDefined();
    fails = false;
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText(/^Draft saved/)).toBeDefined();
  });

  test("is saved before leaving without a question", async () => {
    const { member, path } = open();
    await fill(title(), "On piers");
    await member.click(screen.getByRole("link", { name: "Cancel" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/insights"));
    expect(storedDrafts).toEqual([{ title: "On piers", content: "" }]);
  });

  test("asks before leaving with an unsaved draft", async () => {
    server.use(
      http.put("/api/communities/bridges/article-draft", () =>
        refusalResponse(403, "no", "Not now"),
      ),
    );
    const { member, path } = open();
    await fill(title(), "On piers");
    await member.click(screen.getByRole("link", { name: "Cancel" }));
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Stay" }));
    expect(path()).toBe("/articles/new");
    await member.click(await screen.findByRole("link", { name: "Cancel" }));
    await member.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/insights"));
  });

  describe("that was changed in another window", () => {
    const comeBack = () => act(() => void dispatchEvent(new Event("focus")));

    test("is overwritten only on request", async () => {
      draft = draftOf("Mine", "a", "2026-11-20T10:00:00Z");
      const { member } = open();
      expect(await title()).toHaveProperty("value", "Mine");
      draft = draftOf("Theirs", "b", "2026-11-20T11:00:00Z");
      comeBack();
      expect(await screen.findByText(/^This draft was changed in another window/)).toBeDefined();
      await fill(title(), "Mine still");
      await member.click(screen.getByRole("button", { name: "Keep this version" }));
      await waitFor(() => expect(storedDrafts).toEqual([{ title: "Mine still", content: "a" }]));
    });

    test("can replace the local version", async () => {
      draft = draftOf("Mine", "a", "2026-11-20T10:00:00Z");
      const { member } = open();
      expect(await title()).toHaveProperty("value", "Mine");
      draft = draftOf("Theirs", "b", "2026-11-20T11:00:00Z");
      comeBack();
      await member.click(await screen.findByRole("button", { name: "Use the other version" }));
      expect(await title()).toHaveProperty("value", "Theirs");
      expect(storedDrafts).toEqual([]);
    });

    test("may have been deleted", async () => {
      draft = draftOf("Mine", "a", "2026-11-20T10:00:00Z");
      const { member } = open();
      expect(await title()).toHaveProperty("value", "Mine");
      draft = null;
      comeBack();
      const said = "This draft was published or discarded in another window.";
      expect(await screen.findByText(said)).toBeDefined();
      await member.click(screen.getByRole("button", { name: "Start with an empty page" }));
      expect(await title()).toHaveProperty("value", "");
    });
  });
});

describe("editing an Insight", () => {
  test("starts with its text and publishes the changes", async () => {
    const { member, path } = open("/articles/edit/piers");
    expect(await title()).toHaveProperty("value", "On piers");
    await fill(text(), "Of steel");
    await member.click(screen.getByRole("button", { name: "Publish changes" }));
    await waitFor(() => expect(path()).toBe("/articles/piers"));
    expect(published).toEqual([{ title: "On piers", content: "Of steel", shared: false }]);
  });

  test("restores the stored draft of an edit", async () => {
    draft = draftOf("On piers", "Of ste", "2026-11-20T10:00:00Z");
    open("/articles/edit/piers");
    expect(await text()).toHaveProperty("value", "Of ste");
  });

  test("is for its author only", async () => {
    piers = article("piers");
    open("/articles/edit/piers");
    expect(await screen.findByText("You can only change your own articles")).toBeDefined();
  });
});

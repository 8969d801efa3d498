import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Article, ArticleComment, ArticleSummary } from "../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { adminOf, article, comment, community, person } from "../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { draftKey, drafts } from "../posts/drafts.ts";
import { articlesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
const bridges = (viewer = community("x").viewer) =>
  community("bridges", { name: "Bridges", viewer });

let world: CommunityFixture;
let articles: ArticleSummary[];
let piers: Article | null;
let comments: ArticleComment[];

beforeEach(() => {
  drafts.write(draftKey(me.id, "piers"), { text: "", replyTo: null });
  world = communityFixture(me, bridges());
  piers = article("piers", { title: "On piers", html: "<h2>First</h2><p>Of stone.</p>" });
  articles = [piers, article("decks", { title: "On decks" })];
  comments = [comment("first", { content: "Well said" })];
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/articles", () =>
      HttpResponse.json({ items: articles, nextCursor: null }),
    ),
    http.get("/api/articles/piers", () =>
      piers === null
        ? refusalResponse(404, "article-not-found", "Article not found")
        : HttpResponse.json(piers),
    ),
    http.get("/api/articles/piers/comments", () =>
      HttpResponse.json({ items: comments, nextCursor: null }),
    ),
  );
});

const open = (path: string) =>
  openPage(path, ({ cache }) => [...communitiesRoutes(cache), ...articlesRoutes()]);
const listed = () =>
  within(screen.getByRole("list", { name: "Insights" }))
    .getAllByRole("link")
    .map((row) => row.getAttribute("href"));
const list = async () => {
  await screen.findByRole("list", { name: "Insights" });
  return listed();
};

describe("a community's Insights", () => {
  test("are shown next to the threads and open the reading screen", async () => {
    const { member, path } = open("/communities/bridges");
    await member.click(await screen.findByRole("link", { name: "Insights" }));
    expect(path()).toBe("/communities/bridges/insights");
    expect(await list()).toEqual(["/articles/piers", "/articles/decks"]);
    expect(screen.getByRole("link", { name: "Write an Insight" }).getAttribute("href")).toBe(
      "/articles/new?community=bridges",
    );
    await member.click(screen.getByRole("link", { name: /^On piers/ }));
    expect(await screen.findByRole("heading", { name: "On piers", level: 1 })).toBeDefined();
  });

  test("have a count next to their name if there are any", async () => {
    world.community = { ...world.community, totalArticles: 2 };
    open("/communities/bridges");
    expect(await screen.findByRole("link", { name: "Insights 2" })).toBeDefined();
  });

  test("are loaded ten at a time", async () => {
    server.use(
      http.get("/api/communities/:id/articles", ({ request }) => {
        const { searchParams } = new URL(request.url);
        const older = searchParams.get("cursor") === "older";
        expect(searchParams.get("limit")).toBe("10");
        return HttpResponse.json(
          older
            ? { items: [article("old")], nextCursor: null }
            : { items: [article("new")], nextCursor: "older" },
        );
      }),
    );
    open("/communities/bridges/insights");
    // Older Insights are loaded when the end of the list approaches, which is immediately the case
    // here.
    await list();
    await waitFor(() => expect(listed()).toEqual(["/articles/new", "/articles/old"]));
    expect(screen.queryByRole("button", { name: "Show older Insights" })).toBeNull();
  });

  test("can be started by writers if there are none", async () => {
    articles = [];
    open("/communities/bridges/insights");
    expect(await screen.findByRole("heading", { name: "No Insights yet" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Write the first" })).toBeDefined();
  });

  test("cannot be started during a timeout", async () => {
    articles = [];
    const timeout = { endDate: "2099-01-01T00:00:00Z", reason: "" };
    world.community = bridges({ ...community("x").viewer, timeout });
    open("/communities/bridges/insights");
    expect(await screen.findByRole("heading", { name: "No Insights yet" })).toBeDefined();
    expect(screen.queryByRole("link", { name: /Write/ })).toBeNull();
  });

  test("report missing access or a failure", async () => {
    const refuse = (status: number) =>
      server.use(
        http.get("/api/communities/:id/articles", () => refusalResponse(status, "x", "No")),
      );
    refuse(403);
    open("/communities/bridges/insights");
    const words = "Unable to load articles. Please check your permissions.";
    expect(await screen.findByText(words)).toBeDefined();
  });

  test("can be reloaded after a failure", async () => {
    let fails = true;
    server.use(
      http.get("/api/communities/:id/articles", () =>
        fails
          ? refusalResponse(422, "x", "No")
          : HttpResponse.json({ items: [article("new")], nextCursor: null }),
      ),
    );
    const { member } = open("/communities/bridges/insights");
    expect(await screen.findByText("Failed to load articles. Please try again.")).toBeDefined();
    fails = false;
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await list()).toEqual(["/articles/new"]);
  });

  test("are on one page, one community at a time", async () => {
    open("/articles");
    expect(await screen.findByRole("heading", { name: "Insights" })).toBeDefined();
    expect(await screen.findByRole("combobox", { name: "Community" })).toBeDefined();
    expect(await list()).toEqual(["/articles/piers", "/articles/decks"]);
  });
});

describe("reading an Insight", () => {
  test("shows author, date, reading time and views", async () => {
    const content = Array.from({ length: 660 }, () => "word").join(" ");
    piers = article("piers", { content, views: 12, html: "<h2>First</h2><p>Of stone.</p>" });
    open("/articles/piers");
    expect(await screen.findByRole("heading", { name: "First" })).toBeDefined();
    expect(screen.getByText("3 min read")).toBeDefined();
    expect(screen.getByText("12 views")).toBeDefined();
    expect(screen.getByRole("button", { name: "Kwame Boateng" })).toBeDefined();
  });

  test("runs no script that the server failed to remove", async () => {
    piers = article("piers", {
      html: '<p>Safe</p><script>alert(1)</script><img src="x" onerror="y"><a href="javascript:z">link</a>',
    });
    open("/articles/piers");
    const words = await screen.findByText("Safe");
    const text = words.closest("[data-article]");
    expect(text?.innerHTML).toBe("<p>Safe</p>link");
  });

  test("reports an unknown article", async () => {
    piers = null;
    open("/articles/piers");
    expect(await screen.findByRole("heading", { name: "Article not found" })).toBeDefined();
  });

  test("reports an article deleted while open without another request", async () => {
    open("/articles/piers");
    await screen.findByRole("heading", { name: "On piers" });
    const requested = vi.fn(() => new HttpResponse(null, { status: 500 }));
    server.use(http.get("/api/articles/piers", requested));
    streams[0]?.tell(1, {
      type: "article.removed",
      communityId: "bridges",
      articleId: "piers",
    });
    expect(await screen.findByRole("heading", { name: "Article not found" })).toBeDefined();
    expect(requested).not.toHaveBeenCalled();
  });

  test("adds a like and a reaction with the server's counts", async () => {
    server.use(
      http.post("/api/articles/piers/like", () =>
        HttpResponse.json({ id: "piers", articleId: "piers", likes: 3, liked: true }),
      ),
      http.post("/api/articles/piers/reactions", async ({ request }) => {
        expect(await request.json()).toEqual({ emoji: "💡" });
        const reactions = [
          { emoji: "👏", count: 0, mine: false },
          { emoji: "💡", count: 1, mine: true },
        ];
        return HttpResponse.json({ id: "piers", articleId: "piers", reactions });
      }),
    );
    const { member } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Like, 0" }));
    expect(await screen.findByRole("button", { name: "Like, 3", pressed: true })).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Insightful, 0" }));
    const reacted = { name: "Insightful, 1", pressed: true };
    expect(await screen.findByRole("button", reacted)).toBeDefined();
  });

  test("lists who reacted as soon as there is a reaction", async () => {
    server.use(
      http.get("/api/articles/piers/reactions", () =>
        HttpResponse.json({
          items: [{ person: person("ling", "Ling Zhao"), emoji: "💡", at: "2026-11-20T10:00:00Z" }],
          nextCursor: null,
        }),
      ),
      http.post("/api/articles/piers/reactions", () => {
        const reactions = [{ emoji: "💡", count: 2, mine: true }];
        return HttpResponse.json({ id: "piers", articleId: "piers", reactions });
      }),
    );
    const { member } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Insightful, 0" }));
    await member.click(await screen.findByRole("button", { name: "Show who reacted" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who reacted" }));
    expect((await dialog.findByRole("link")).textContent).toContain("Ling Zhao");
  });

  test("counts a double click once", async () => {
    const told = vi.fn(() =>
      HttpResponse.json({ id: "piers", articleId: "piers", likes: 1, liked: true }),
    );
    server.use(http.post("/api/articles/piers/like", told));
    open("/articles/piers");
    await pressTwice(await screen.findByRole("button", { name: "Like, 0" }));
    const liked = await screen.findByRole("button", { name: "Like, 1", pressed: true });
    expect(told).toHaveBeenCalledOnce();

    // After the response the button can be pressed again.
    await pressTwice(liked);
    await waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  });

  test("shows why a like was refused", async () => {
    server.use(
      http.post("/api/articles/piers/like", () => new HttpResponse(null, { status: 500 })),
    );
    const { member } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Like, 0" }));
    expect(await screen.findByText("Failed to like article")).toBeDefined();
  });

  test("can be reported by readers and removed by moderators", async () => {
    world.community = bridges(adminOf());
    const requested: unknown[] = [];
    server.use(
      http.post("/api/articles/piers/reports", async ({ request }) => {
        requested.push(await request.json());
        return HttpResponse.json({ id: "r" }, { status: 201 });
      }),
      http.post("/api/articles/piers/removal", async ({ request }) => {
        requested.push(await request.json());
        articles = [article("decks", { title: "On decks" })];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Article menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Report" }));
    await member.type(await screen.findByRole("textbox", { name: "Reason" }), "Not true");
    await member.click(screen.getByRole("button", { name: "Report" }));
    expect(await screen.findByText("Report sent")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Article menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Remove" }));
    await member.type(await screen.findByRole("textbox", { name: "Reason" }), "Off topic");
    await member.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(path()).toBe("/communities/bridges/insights"));
    expect(await list()).toEqual(["/articles/decks"]);
    expect(requested).toEqual([{ reason: "Not true" }, { reason: "Off topic" }]);
  });

  test("is deleted by its author", async () => {
    piers = article("piers", { isMine: true });
    server.use(
      http.delete("/api/articles/piers", () => {
        articles = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Article menu" }));
    expect(screen.getByRole("menuitem", { name: "Edit" }).getAttribute("href")).toBe(
      "/articles/edit/piers",
    );
    expect(screen.queryByRole("menuitem", { name: "Report" })).toBeNull();
    await member.click(screen.getByRole("menuitem", { name: "Delete" }));
    await member.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Insight deleted")).toBeDefined();
    expect(path()).toBe("/communities/bridges/insights");
  });
});

describe("comments", () => {
  const said = () =>
    within(screen.getByRole("list", { name: "Comments" }))
      .getAllByRole("listitem")
      .map((row) => row.textContent);

  test("are appended below", async () => {
    server.use(
      http.post("/api/articles/piers/comments", async ({ request }) => {
        expect(await request.json()).toEqual({ content: "I **agree**" });
        expect(request.headers.get("Idempotency-Key")).not.toBeNull();
        const written = comment("mine", { authorId: "nadia", content: "I **agree**" });
        comments = [...comments, written];
        return HttpResponse.json(written, { status: 201 });
      }),
    );
    const { member } = open("/articles/piers");
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    await member.type(field, "I **agree**");
    await member.click(screen.getByRole("button", { name: "Comment" }));
    await waitFor(() => expect(said().at(-1)).toMatch(/You.*I agree/));
    expect(screen.getByRole("textbox", { name: "Write a comment" })).toHaveProperty("value", "");
  });

  test("keep a draft when the member navigates away", async () => {
    const { member } = open("/articles/piers");
    await member.type(await screen.findByRole("textbox", { name: "Write a comment" }), "I agree");
    const way = screen.getByRole("navigation", { name: "Breadcrumb" });
    await member.click(within(way).getByRole("link", { name: "Insights" }));
    await member.click(await screen.findByRole("link", { name: /^On piers/ }));
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    expect(field).toHaveProperty("value", "I agree");
  });

  test("have the markup of articles and are validated before sending", async () => {
    const { member } = open("/articles/piers");
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    await member.type(field, "drop table by table;");
    expect(screen.getByRole("button", { name: "Comment" })).toHaveProperty("disabled", false);
    await member.type(field, " javascript:alert(1)");
    expect(await screen.findByText("Content contains potentially harmful code")).toBeDefined();
    expect(screen.getByRole("button", { name: "Comment" })).toHaveProperty("disabled", true);
  });

  test("keep their text if the server's refusal has no message", async () => {
    server.use(
      http.post("/api/articles/piers/comments", () => new HttpResponse(null, { status: 500 })),
    );
    const { member } = open("/articles/piers");
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    await member.type(field, "I agree");
    await member.click(screen.getByRole("button", { name: "Comment" }));
    expect(await screen.findByText("Failed to create comment")).toBeDefined();
    expect(field).toHaveProperty("value", "I agree");
  });

  test("are sent again under the same key if the response was lost", async () => {
    const sentUnder: (string | null)[] = [];
    server.use(
      http.post("/api/articles/piers/comments", ({ request }) => {
        sentUnder.push(request.headers.get("Idempotency-Key"));
        return HttpResponse.error();
      }),
    );
    const { member } = open("/articles/piers");
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    await member.type(field, "I agree");
    await member.click(screen.getByRole("button", { name: "Comment" }));
    await screen.findByText("Network error. Please check your connection and try again.");
    const way = screen.getByRole("navigation", { name: "Breadcrumb" });
    await member.click(within(way).getByRole("link", { name: "Insights" }));
    await member.click(await screen.findByRole("link", { name: /^On piers/ }));
    await member.click(await screen.findByRole("button", { name: "Comment" }));
    await waitFor(() => expect(sentUnder).toHaveLength(2));
    const [first, second] = sentUnder;
    expect(first).not.toBeNull();
    expect(second).toBe(first);
  });

  test("are deleted by their author only", async () => {
    comments = [...comments, comment("mine", { authorId: "nadia" })];
    server.use(
      http.delete("/api/articles/piers/comments/mine", () => {
        comments = comments.filter(({ id }) => id !== "mine");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: "Delete your comment" }));
    expect(screen.queryByRole("button", { name: /Remove the comment of/ })).toBeNull();
    await member.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(said()).toHaveLength(1));
  });

  test("are removed with a reason by moderators", async () => {
    world.community = bridges(adminOf());
    let requested: unknown = null;
    server.use(
      http.post("/api/articles/piers/comments/first/removal", async ({ request }) => {
        requested = await request.json();
        comments = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open("/articles/piers");
    await member.click(await screen.findByRole("button", { name: /Remove the comment of/ }));
    await member.click(await screen.findByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Input is required")).toBeDefined();
    await member.type(screen.getByRole("textbox", { name: /Reason/ }), "Off topic");
    await member.click(screen.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("No comments yet.")).toBeDefined();
    expect(requested).toEqual({ reason: "Off topic" });
    expect(screen.getByText("This comment has been removed")).toBeDefined();
  });

  test("are loaded fifty at a time, and new ones appear live", async () => {
    server.use(
      http.get("/api/articles/piers/comments", ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get("cursor") === null
            ? { items: comments, nextCursor: "later" }
            : { items: [comment("last")], nextCursor: null },
        ),
      ),
    );
    open("/articles/piers");
    await screen.findByRole("list", { name: "Comments" });
    await waitFor(() => expect(said()).toHaveLength(2));
    comments = [...comments, comment("second", { content: "Just now" })];
    streams[0]?.tell(1, {
      type: "comment.created",
      communityId: "bridges",
      articleId: "piers",
      commentId: "second",
      commentCount: 3,
    });
    await waitFor(() => expect(said()).toHaveLength(3));
  });

  test("can be written by members only", async () => {
    world.me = buildMember({ id: "nadia", isStaff: true });
    world.community = bridges({ ...community("x").viewer, isMember: false });
    open("/articles/piers");
    expect(await screen.findByText("Only members can write here.")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Write a comment" })).toBeNull();
  });
});

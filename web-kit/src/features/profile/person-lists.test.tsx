import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { FeedItem, UserProfile } from "../../api/types.ts";
import { buildCord } from "../../testing/cords.ts";
import { article, person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildProfile } from "../../testing/people.ts";
import type { PersonInsight } from "./queries.ts";
import { profileRoutes } from "./routes.tsx";

servePages();

let kwame: UserProfile;
let posts: FeedItem[];
let insights: PersonInsight[];

function item(id: string): FeedItem {
  return {
    id,
    postId: id,
    communityId: "bridges",
    communityName: "Bridges & Tall Structures",
    threadId: "cable",
    threadCaption: `About ${id}`,
    parentPostId: null,
    author: person("kwame"),
    content: `Words of ${id}`,
    created: "2026-11-20T10:00:00Z",
    likes: 2,
    replyCount: 1,
  };
}

/** One item per page. */
function pageOf(items: readonly unknown[], request: Request) {
  const at = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
  const nextCursor = at + 1 < items.length ? String(at + 1) : null;
  return HttpResponse.json({ items: items.slice(at, at + 1), nextCursor });
}

const failure = () =>
  HttpResponse.json({ status: 500, code: "internal", detail: "No" }, { status: 500 });

beforeEach(() => {
  kwame = buildProfile({ userId: "kwame" });
  posts = [item("first"), item("second")];
  insights = [
    { ...article("piers"), communityName: "Bridges & Tall Structures" },
    { ...article("decks"), communityName: "Site Safety" },
  ];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/me/cords", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/users/:id", ({ params }) => {
      if (params.id === "kwame") return HttpResponse.json(kwame);
      const viewer = { ...kwame.viewer, isSelf: true };
      return HttpResponse.json(buildProfile({ userId: "nadia", viewer }));
    }),
    http.get("/api/users/kwame/cord", () => HttpResponse.json(buildCord("kwame"))),
    http.get("/api/users/:id/posts", ({ request }) => pageOf(posts, request)),
    http.get("/api/users/:id/articles", ({ request }) => pageOf(insights, request)),
  );
});

const open = (path: string) => openPage(path, (app) => profileRoutes(app.cache));

describe("the tabs of a profile", () => {
  test("begin with the posts, page by page", async () => {
    const { member } = open("/profile/kwame");
    expect(await screen.findByRole("tab", { name: "Posts", selected: true })).toBeDefined();
    const list = within(await screen.findByRole("list", { name: "Posts" }));
    expect(list.getByRole("link", { name: "About first" }).getAttribute("href")).toBe(
      "/communities/bridges/threads/cable#post-first",
    );
    expect(list.getByRole("button", { name: "2 likes: show who liked this" })).toBeDefined();
    expect(list.queryByRole("link", { name: "About second" })).toBeNull();
    await member.click(screen.getByRole("button", { name: "Show more" }));
    expect(await list.findByRole("link", { name: "About second" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("list Insights with their communities", async () => {
    const { member, address } = open("/profile/kwame");
    await member.click(await screen.findByRole("tab", { name: "Insights" }));
    expect(address()).toBe("/profile/kwame?tab=insights");
    const list = within(await screen.findByRole("list", { name: "Insights" }));
    expect(list.getByRole("link", { name: "Title of piers" }).getAttribute("href")).toBe(
      "/articles/piers",
    );
    expect(list.getByText("Bridges & Tall Structures")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Show more" }));
    expect(await list.findByRole("link", { name: "Title of decks" })).toBeDefined();
  });

  test("open from the address", async () => {
    open("/profile/kwame?tab=communities");
    const list = within(await screen.findByRole("list", { name: "Communities" }));
    expect(list.getByRole("link", { name: "Bridges & Tall Structures" })).toBeDefined();
  });

  test("explain empty lists of others", async () => {
    [posts, insights] = [[], []];
    const { member } = open("/profile/kwame");
    expect(await screen.findByText("No posts that you can see.")).toBeDefined();
    await member.click(screen.getByRole("tab", { name: "Insights" }));
    expect(await screen.findByText("No Insights that you can see.")).toBeDefined();
  });

  test("explain the viewer's own empty lists", async () => {
    [posts, insights] = [[], []];
    const { member } = open("/profile");
    expect(await screen.findByText("You have no posts yet.")).toBeDefined();
    await member.click(screen.getByRole("tab", { name: "Insights" }));
    expect(await screen.findByText("You have no Insights yet.")).toBeDefined();
  });

  test("can be retried after a failure", async () => {
    server.use(
      http.get("/api/users/:id/posts", failure, { once: true }),
      http.get("/api/users/:id/articles", failure, { once: true }),
    );
    const { member } = open("/profile/kwame");
    expect(await screen.findByText("Failed to load the posts. Please try again.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: "About first" })).toBeDefined();
    await member.click(screen.getByRole("tab", { name: "Insights" }));
    const message = "Failed to load the Insights. Please try again.";
    expect(await screen.findByText(message)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: "Title of piers" })).toBeDefined();
  });

  test("are missing on a private profile", async () => {
    kwame = buildProfile({ userId: "kwame", about: null });
    open("/profile/kwame");
    expect(await screen.findByRole("heading", { name: /Kwame Boateng/ })).toBeDefined();
    expect(screen.queryByRole("tab")).toBeNull();
  });
});

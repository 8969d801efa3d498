import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Post } from "../../api/types.ts";
import { refusalResponse } from "../../testing/community-server.ts";
import { linkPreview, poll, postFile } from "../../testing/attachments.ts";
import { adminOf, community, post } from "../../testing/factories.ts";
import { servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { openThread, servePosts, setOnline } from "../../testing/post-server.ts";
import { estimatedHeight } from "./row-height.ts";

servePages();

const me = buildMember({ id: "nadia" });
const P = "/api/communities/bridges/threads/cable/posts/aa";
let current: Post;
let viewer: ReturnType<typeof adminOf>;

beforeEach(() => {
  current = post("aa");
  viewer = community("x").viewer;
});
afterEach(() => setOnline(true));

function open() {
  servePosts(me, community("bridges", { viewer }), () => [current]);
  return openThread();
}

describe("the files of a post", () => {
  test("are downloaded under their names", async () => {
    const long = "Minutes of the third meeting about the load test.csv";
    current = post("aa", {
      files: [postFile("plan"), postFile("f2", { name: long, mediaType: "text/csv", size: 900 })],
    });
    open();
    const list = within(await screen.findByRole("list", { name: "Files" }));
    const plan = list.getByRole("link", { name: "Download plan.pdf, PDF, 2.3 MB" });
    expect(plan.getAttribute("href")).toBe("/api/files/plan");
    expect(plan.getAttribute("download")).toBe("plan.pdf");
    const minutes = list.getByRole("link", { name: `Download ${long}, CSV, 1 KB` });
    // The middle of a long name is cut, so that its end stays visible.
    const parts = [...minutes.querySelectorAll("bdi span")].map((part) => part.textContent);
    expect(parts).toEqual(["Minutes of the third meeting about the load", " test.csv"]);
  });

  test("are not shown on a removed post", async () => {
    current = post("aa", { removed: "removed", content: "", replyCount: 1 });
    open();
    expect(await screen.findByText("This post was removed.")).toBeDefined();
    expect(screen.queryByRole("list", { name: "Files" })).toBeNull();
  });
});

describe("the link previews of a post", () => {
  const previews = [
    linkPreview("https://bridges.example/news", {
      title: "A new bridge",
      description: "Opened yesterday",
      siteName: "Bridge News",
    }),
  ];

  test("are links that name the page and its host", async () => {
    current = post("aa", { previews });
    open();
    const card = await screen.findByRole("link", { name: /^A new bridge/ });
    expect(card.getAttribute("href")).toBe("https://bridges.example/news");
    expect(card.getAttribute("rel")).toContain("noopener");
    expect(card.getAttribute("rel")).toContain("nofollow");
    expect(card.textContent).toContain("Opened yesterday");
    expect(card.textContent).toContain("bridges.example");
    expect(screen.queryByRole("button", { name: "Remove preview" })).toBeNull();
  });

  test("have no unsafe address", async () => {
    const unsafe = linkPreview("javascript:alert(1)", { title: "A trap" });
    current = post("aa", { previews: [unsafe, ...previews] });
    open();
    await screen.findByRole("link", { name: /^A new bridge/ });
    expect(screen.queryByText("A trap")).toBeNull();
  });

  test.each(["the author", "an admin"])("are removed by %s", async (who) => {
    if (who === "an admin") viewer = adminOf();
    current = post("aa", { previews, authorId: who === "an admin" ? "kwame" : me.id });
    const removed: string[] = [];
    server.use(
      http.delete(`${P}/previews`, ({ request }) => {
        removed.push(request.method);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Remove preview" }));
    expect(screen.queryByRole("list", { name: "Link preview" })).toBeNull();
    await waitFor(() => expect(removed).toEqual(["DELETE"]));
    expect(document.activeElement?.id).toBe("post-aa");
  });

  test("return if the server refuses", async () => {
    current = post("aa", { previews, authorId: me.id });
    server.use(
      http.delete(`${P}/previews`, () => refusalResponse(403, "timed-out", "You are timed out")),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Remove preview" }));
    expect(await screen.findByText("You are timed out")).toBeDefined();
    expect(await screen.findByRole("link", { name: /^A new bridge/ })).toBeDefined();
  });

  test("cannot be removed without a connection", async () => {
    current = post("aa", { previews, authorId: me.id });
    open();
    await screen.findByRole("button", { name: "Remove preview" });
    setOnline(false);
    expect(screen.queryByRole("button", { name: "Remove preview" })).toBeNull();
  });
});

test("the estimated height of a row counts what is below its text", () => {
  const heightOf = (changes: Partial<Post>) =>
    estimatedHeight({ kind: "post", key: "aa", connected: false, post: post("aa", changes) });
  const bare = heightOf({});
  expect(heightOf({ files: [postFile("a"), postFile("b")] }) - bare).toBe(108);
  expect(heightOf({ previews: [linkPreview("https://a.example/")] }) - bare).toBe(100);
  expect(heightOf({ poll: poll() }) - bare).toBe(184);
});

test("an empty thread is no feed", async () => {
  servePosts(me, community("bridges", { viewer }), () => []);
  openThread();
  expect(await screen.findByText("No posts yet")).toBeDefined();
  expect(screen.queryByRole("feed")).toBeNull();
});

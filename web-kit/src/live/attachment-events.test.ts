import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Post } from "../api/types.ts";
import { linkPreview, poll, postFile } from "../testing/attachments.ts";
import { pagesOf, post } from "../testing/factories.ts";
import { applyEvent } from "./apply.ts";
import { readEvent } from "./events.ts";
import type { Pages } from "./reducers.ts";

let cache: QueryClient;
const place = { communityId: "bridges", threadId: "cable", postId: "a" };
const viewing = { viewerId: "nadia", threadId: null };

beforeEach(() => {
  cache = new QueryClient();
  const voted = poll({ chosen: ["north"], voters: 1, mayClose: true });
  cache.setQueryData(
    keys.posts("bridges", "cable"),
    pagesOf([post("a", { poll: voted, files: [postFile("plan")] }), post("b")]),
  );
});

const posts = () => cache.getQueryData<Pages<Post>>(keys.posts("bridges", "cable"));
const first = () => posts()?.pages[0]?.items[0];
/** Applies an event as the stream delivers it. */
function deliver(event: object): void {
  const read = readEvent(JSON.stringify({ ...place, ...event }));
  if (read === null) throw new Error("the event is not known");
  applyEvent(cache, read, viewing);
}

function counts(changes: object = {}) {
  const options = [
    { id: "north", text: "North pier", votes: 2 },
    { id: "south", text: "South pier", votes: 3 },
  ];
  const told = { id: "poll", multiple: false, secret: false, closesAt: null, closed: false };
  return { type: "poll.updated", poll: { ...told, voters: 5, options, ...changes } };
}

describe("poll.updated", () => {
  test("changes the counts and keeps the viewer's choice", () => {
    deliver(counts());
    const changed = first()?.poll;
    expect(changed?.voters).toBe(5);
    expect(changed?.options.map((option) => option.votes)).toEqual([2, 3]);
    expect(changed?.chosen).toEqual(["north"]);
    expect(changed?.mayClose).toBe(true);
  });

  test("closes the poll, which an earlier event does not open again", () => {
    deliver(counts({ closed: true }));
    deliver(counts({ voters: 1 }));
    expect(first()?.poll).toMatchObject({ closed: true, voters: 5 });
  });

  test("about another poll or post changes nothing", () => {
    const before = posts();
    deliver(counts({ id: "another" }));
    deliver({ ...counts(), postId: "b" });
    deliver({ ...counts(), postId: "not loaded" });
    expect(posts()).toEqual(before);
  });
});

describe("post.previews", () => {
  test("shows the previews of a post, and hides them", () => {
    const previews = [linkPreview("https://bridges.example/")];
    deliver({ type: "post.previews", previews });
    expect(first()?.previews).toEqual(previews);
    deliver({ type: "post.previews", previews: [] });
    expect(first()?.previews).toEqual([]);
  });
});

test("a removed post has no files, poll or previews, also after a late event", () => {
  deliver({ type: "post.removed", removed: "removed", isTombstone: true });
  deliver(counts());
  deliver({ type: "post.previews", previews: [linkPreview("https://bridges.example/")] });
  expect(first()).toMatchObject({ removed: "removed", files: [], poll: null, previews: [] });
});

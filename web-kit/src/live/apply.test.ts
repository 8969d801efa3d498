import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../api/keys.ts";
import type { Community, Post, Thread } from "../api/types.ts";
import { applyEvent, type ViewingContext } from "./apply.ts";
import { community, idsOf, pagesOf, person, post, thread } from "../testing/factories.ts";
import type { Pages } from "./reducers.ts";

const elsewhere: ViewingContext = { viewerId: "nadia", threadId: null };
const inThread: ViewingContext = { viewerId: "nadia", threadId: "cable" };
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(keys.posts("bridges", "cable"), pagesOf([post("b"), post("c")], [post("a")]));
  cache.setQueryData(
    keys.threadList("bridges", "activity"),
    pagesOf([thread("cable"), thread("codes", { lastUpdated: "2026-11-19T10:00:00Z" })]),
  );
  cache.setQueryData(
    keys.communityList("mine"),
    pagesOf([community("alumni"), community("bridges")]),
  );
  cache.setQueryData(keys.community("bridges"), community("bridges"));
});

const posts = () => cache.getQueryData<Pages<Post>>(keys.posts("bridges", "cable"));
const threads = () => cache.getQueryData<Pages<Thread>>(keys.threadList("bridges", "activity"));
const mine = () => cache.getQueryData<Pages<Community>>(keys.communityList("mine"));
const one = () => cache.getQueryData<Community>(keys.community("bridges"));

function created(id: string, changes: Partial<Post> = {}) {
  const told = post(id, { created: "2026-11-20T11:00:00Z", ...changes });
  return {
    type: "post.created" as const,
    communityId: "bridges",
    threadId: "cable",
    post: told,
  };
}

describe("post.created", () => {
  test("appends to the newest page once", () => {
    applyEvent(cache, created("d"), elsewhere);
    applyEvent(cache, created("d"), elsewhere);
    expect(idsOf(posts())).toEqual(["b", "c", "d", "a"]);
  });

  test("is inserted by time if it arrives late", () => {
    applyEvent(cache, created("d"), elsewhere);
    applyEvent(cache, created("x", { created: "2026-11-20T10:30:00Z" }), elsewhere);
    expect(posts()?.pages[0]?.items.map((item) => item.id)).toEqual(["b", "c", "x", "d"]);
  });

  test("is not unread for a guest", () => {
    const { viewer } = community("bridges");
    const foreign = community("bridges", { viewer: { ...viewer, isMember: false } });
    cache.setQueryData(keys.community("bridges"), foreign);
    cache.setQueryData(keys.badges, { communities: 0 });
    cache.setQueryData(keys.feed, []);
    applyEvent(cache, created("d"), elsewhere);
    expect(idsOf(posts())).toEqual(["b", "c", "d", "a"]);
    expect(cache.getQueryData(keys.badges)).toEqual({ communities: 0 });
    expect(cache.getQueryData(keys.feedNews)).toBeUndefined();
    expect(one()?.viewer.unread).toBe(foreign.viewer.unread);
  });

  test("increments its parent's reply count once, wherever loaded", () => {
    applyEvent(cache, created("d", { parentPostId: "a" }), elsewhere);
    applyEvent(cache, created("d", { parentPostId: "a" }), elsewhere);
    expect(posts()?.pages[1]?.items[0]?.replyCount).toBe(1);
  });

  test("marks its thread and community as unread and moves the community up", () => {
    applyEvent(cache, created("d"), elsewhere);
    expect(threads()?.pages[0]?.items[0]?.unreadMessages).toBe(1);
    expect(idsOf(mine())).toEqual(["bridges", "alumni"]);
    expect(mine()?.pages[0]?.items[0]?.viewer.unread).toBe(1);
    expect(one()?.viewer.unread).toBe(1);
  });

  test("counts as read if its thread is on screen", () => {
    applyEvent(cache, created("d"), inThread);
    expect(threads()?.pages[0]?.items[0]?.unreadMessages).toBe(0);
    expect(one()?.viewer.unread).toBe(0);
  });

  test("moves its author to the front, and counts participants if all are listed", () => {
    const [kwame, ling] = [person("kwame"), person("ling")];
    const known = { participants: [kwame], users: ["kwame"], participantCount: 1 };
    cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([thread("cable", known)]));
    cache.setQueryData(keys.thread("bridges", "cable"), thread("cable", known));
    applyEvent(cache, created("d", { authorId: "ling", author: ling }), elsewhere);
    applyEvent(cache, created("d", { authorId: "ling", author: ling }), elsewhere);
    const after = { participants: [ling, kwame], users: ["ling", "kwame"], participantCount: 2 };
    expect(threads()?.pages[0]?.items[0]).toMatchObject(after);
    expect(cache.getQueryData<Thread>(keys.thread("bridges", "cable"))).toMatchObject(after);
    const crowd = ["a", "b", "c", "d"].map((id) => person(id));
    const many = { participants: crowd, participantCount: 9 };
    cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([thread("cable", many)]));
    applyEvent(cache, created("e", { authorId: "ling", author: ling }), elsewhere);
    const { participants, participantCount } = threads()?.pages[0]?.items[0] ?? thread("none");
    expect(participants.map(({ userId }) => userId)).toEqual(["ling", "a", "b", "c"]);
    expect(participantCount).toBe(9);
  });

  test("is never unread for its author", () => {
    applyEvent(cache, created("d", { authorId: "nadia" }), elsewhere);
    expect(threads()?.pages[0]?.items[0]?.unreadMessages).toBe(0);
    expect(one()?.viewer.unread).toBe(0);
  });

  test("does not create a list that was never loaded", () => {
    applyEvent(cache, { ...created("d"), threadId: "other" }, elsewhere);
    expect(cache.getQueryData(keys.posts("bridges", "other"))).toBeUndefined();
  });
});

describe("post.liked", () => {
  const liked = {
    type: "post.liked" as const,
    communityId: "bridges",
    threadId: "cable",
    postId: "c",
    likes: 3,
    userId: "tomasz",
    liked: true,
  };

  test("sets the count and the users, but not this viewer's own like", () => {
    applyEvent(cache, liked, elsewhere);
    applyEvent(cache, liked, elsewhere);
    expect(posts()?.pages[0]?.items[1]).toMatchObject({
      likes: 3,
      likedBy: ["tomasz"],
      likedByMe: false,
    });
  });

  test("applies this viewer's like and unlike from another tab", () => {
    applyEvent(cache, { ...liked, userId: "nadia" }, elsewhere);
    expect(posts()?.pages[0]?.items[1]?.likedByMe).toBe(true);
    applyEvent(cache, { ...liked, userId: "nadia", liked: false, likes: 2 }, elsewhere);
    expect(posts()?.pages[0]?.items[1]).toMatchObject({ likedByMe: false, likes: 2, likedBy: [] });
  });
});

describe("threads", () => {
  test("prepends a new thread once", () => {
    const event = {
      type: "thread.created" as const,
      communityId: "bridges",
      thread: thread("new", { lastUpdated: "2026-11-20T12:00:00Z" }),
    };
    applyEvent(cache, event, elsewhere);
    applyEvent(cache, event, elsewhere);
    expect(idsOf(threads())).toEqual(["new", "cable", "codes"]);
  });

  test("a later update moves a thread up, an earlier one is ignored", () => {
    const update = {
      type: "thread.updated" as const,
      communityId: "bridges",
      threadId: "codes",
      numposts: 9,
      lastUpdated: "2026-11-20T13:00:00Z",
      lastPost: {
        postId: "moved",
        authorId: "hannah",
        authorName: "Hannah Weiss",
        excerpt: "We moved",
        created: "2026-11-20T13:00:00Z",
      },
    };
    applyEvent(cache, update, elsewhere);
    applyEvent(cache, { ...update, numposts: 2, lastUpdated: "2026-11-20T09:00:00Z" }, elsewhere);
    expect(idsOf(threads())).toEqual(["codes", "cable"]);
    expect(threads()?.pages[0]?.items[0]?.numposts).toBe(9);
  });
});

describe("post.edited", () => {
  const at = "2026-11-20T12:00:00Z";
  const edited = (content: string, editedAt = at) => ({
    type: "post.edited" as const,
    communityId: "bridges",
    threadId: "cable",
    postId: "c",
    post: { content, editedAt },
  });

  test("replaces the text without a request", () => {
    applyEvent(cache, edited("Better words"), elsewhere);
    const after = { content: "Better words", isEdited: true, editedAt: at };
    expect(posts()?.pages[0]?.items[1]).toMatchObject(after);
    expect(cache.getQueryState(keys.posts("bridges", "cable"))?.isInvalidated).toBe(false);
  });

  test("updates the mentions", () => {
    const mentions = [{ userId: "ling", handle: "ling" }];
    const event = edited("Ask @ling");
    applyEvent(cache, { ...event, post: { ...event.post, mentions } }, elsewhere);
    expect(posts()?.pages[0]?.items[1]?.mentions).toEqual(mentions);
  });

  test("ignores an earlier edit that arrives late", () => {
    applyEvent(cache, edited("Later"), elsewhere);
    applyEvent(cache, edited("Earlier", "2026-11-20T11:59:00Z"), elsewhere);
    expect(posts()?.pages[0]?.items[1]?.content).toBe("Later");
  });

  test("does not fill a placeholder", () => {
    applyEvent(cache, removal("c", true), elsewhere);
    applyEvent(cache, edited("Back"), elsewhere);
    expect(posts()?.pages[0]?.items[1]).toMatchObject({ content: "", removed: "removed" });
  });
});

function removal(postId: string, isTombstone: boolean) {
  return {
    type: "post.removed" as const,
    communityId: "bridges",
    threadId: "cable",
    postId,
    removed: "removed" as const,
    isTombstone,
  };
}

describe("post.removed", () => {
  const answered = (changes: Partial<Post> = {}) =>
    cache.setQueryData(
      keys.posts("bridges", "cable"),
      pagesOf([post("c", { parentPostId: "a" })], [post("a", { replyCount: 1, ...changes })]),
    );

  test("removes a post without replies, without a request", () => {
    applyEvent(cache, removal("c", false), elsewhere);
    expect(idsOf(posts())).toEqual(["b", "a"]);
    expect(cache.getQueryState(keys.posts("bridges", "cable"))?.isInvalidated).toBe(false);
  });

  test("leaves a placeholder without text, author and likes if there are replies", () => {
    answered({ likes: 2, likedBy: ["nadia", "ling"], likedByMe: true, isEdited: true });
    applyEvent(cache, removal("a", true), elsewhere);
    const { author, ...empty } = posts()?.pages[1]?.items[0] ?? post("none");
    const bare = { content: "", likes: 0, likedBy: [], likedByMe: false, isEdited: false };
    expect(empty).toMatchObject({ removed: "removed", replyCount: 1, ...bare });
    expect(author.displayName).toBe("Former member");
  });

  test("decrements its parent's reply count once", () => {
    answered({ replyCount: 2 });
    applyEvent(cache, removal("c", false), elsewhere);
    applyEvent(cache, removal("c", false), elsewhere);
    expect(posts()?.pages[1]?.items[0]?.replyCount).toBe(1);
  });

  test("removes its text from the list of threads", () => {
    const lastPost = {
      postId: "c",
      authorId: "kwame",
      authorName: "Kwame",
      excerpt: "Gone",
      created: "2026-11-20T10:00:00Z",
    };
    const spoken = thread("cable", { lastPost, numposts: 3 });
    cache.setQueryData(keys.threadList("bridges", "activity"), pagesOf([spoken]));
    cache.setQueryData(keys.thread("bridges", "cable"), spoken);
    applyEvent(cache, { ...removal("b", false), numposts: 2 }, elsewhere);
    expect(threads()?.pages[0]?.items[0]).toMatchObject({ numposts: 2, lastPost });
    expect(cache.getQueryState(keys.threadList("bridges", "activity"))?.isInvalidated).toBe(false);
    applyEvent(cache, { ...removal("c", false), numposts: 1 }, elsewhere);
    expect(threads()?.pages[0]?.items[0]).toMatchObject({ numposts: 1, lastPost: null });
    expect(cache.getQueryData<Thread>(keys.thread("bridges", "cable"))?.lastPost).toBeNull();
    expect(cache.getQueryState(keys.threadList("bridges", "activity"))?.isInvalidated).toBe(true);
  });

  test("removes a placeholder with its last reply", () => {
    answered({ removed: "deleted", content: "" });
    applyEvent(cache, removal("c", false), elsewhere);
    expect(idsOf(posts())).toEqual([]);
  });
});

describe("membership", () => {
  test("a former member loses all cached conversation", () => {
    applyEvent(
      cache,
      { type: "membership.removed", communityId: "bridges", userId: "nadia" },
      elsewhere,
    );
    expect(posts()).toBeUndefined();
    expect(threads()).toBeUndefined();
    expect(cache.getQueryState(keys.communityList("mine"))?.isInvalidated).toBe(true);
  });

  test("a demoted member keeps it", () => {
    applyEvent(
      cache,
      { type: "membership.demoted", communityId: "bridges", userId: "nadia" },
      elsewhere,
    );
    expect(posts()).toBeDefined();
    expect(cache.getQueryState(keys.community("bridges"))?.isInvalidated).toBe(true);
    expect(cache.getQueryState(keys.communityList("mine"))?.isInvalidated).toBe(true);
  });

  test("another member's change reloads the members only", () => {
    applyEvent(
      cache,
      { type: "membership.joined", communityId: "bridges", userId: "ling" },
      elsewhere,
    );
    expect(posts()).toBeDefined();
    expect(cache.getQueryState(keys.community("bridges"))?.isInvalidated).toBe(true);
    expect(cache.getQueryState(keys.communityList("mine"))?.isInvalidated).toBe(false);
  });
});

test("resync invalidates everything", () => {
  applyEvent(cache, { type: "resync" }, elsewhere);
  expect(cache.getQueryState(keys.threadList("bridges", "activity"))?.isInvalidated).toBe(true);
  expect(cache.getQueryState(keys.posts("bridges", "cable"))?.isInvalidated).toBe(true);
});

describe("reports", () => {
  const queues = {
    theirs: keys.communityReports("bridges"),
    all: keys.allReports,
    article: keys.article("piers"),
  };
  const about = { type: "report.opened" as const, communityId: "bridges" };
  const isStale = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated;

  beforeEach(() => {
    for (const key of Object.values(queues)) cache.setQueryData(key, pagesOf([]));
  });

  test("invalidates both queues when a report is opened or closed", () => {
    applyEvent(cache, about, elsewhere);
    expect(isStale(queues.theirs)).toBe(true);
    expect(isStale(queues.all)).toBe(true);
    expect(isStale(queues.article)).toBe(true);
  });
});

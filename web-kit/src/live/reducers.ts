import type { InfiniteData } from "@tanstack/react-query";
import type { ThreadSort } from "../api/keys.ts";
import type { Announcement, Community, Page, Person, Post, Thread } from "../api/types.ts";
import type { LiveEvent } from "./events.ts";

/** The cached data of a paged list. */
export type Pages<Item> = InfiniteData<Page<Item>, string | null>;
/** The pages without their cursors, for readers. */
export type LoadedPages<Item> = Pick<Pages<Item>, "pages">;
type EventOf<Type extends LiveEvent["type"]> = Extract<LiveEvent, { type: Type }>;

export function mapItems<Item>(pages: Pages<Item>, change: (item: Item) => Item): Pages<Item> {
  let changed = false;
  const next = pages.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => {
      const after = change(item);
      if (after !== item) changed = true;
      return after;
    }),
  }));
  return changed ? { ...pages, pages: next } : pages;
}

export function hasItem<Item extends { id: string }>(pages: Pages<Item>, id: string): boolean {
  return findItem(pages, id) !== undefined;
}

function findItem<Item extends { id: string }>(pages: Pages<Item>, id: string): Item | undefined {
  return pages.pages.flatMap((page) => page.items).find((item) => item.id === id);
}

/**
 * Posts are paged backwards: the first page holds the newest; within a page the oldest comes first.
 */
export function addPost(pages: Pages<Post>, post: Post): Pages<Post> {
  // A cached post has more information: an event does not say whether the viewer likes the post.
  if (hasItem(pages, post.id)) return pages;
  const answered = mapItems(pages, (item) =>
    item.id === post.parentPostId ? { ...item, replyCount: item.replyCount + 1 } : item,
  );
  const [newest, ...older] = answered.pages;
  if (newest === undefined) return pages;
  const later = newest.items.findIndex((item) => item.created > post.created);
  const items = [...newest.items];
  items.splice(later === -1 ? items.length : later, 0, post);
  return { ...answered, pages: [{ ...newest, items }, ...older] };
}

export function applyLike(
  pages: Pages<Post>,
  event: Pick<EventOf<"post.liked">, "postId" | "likes" | "userId" | "liked">,
  viewerId: string | null,
): Pages<Post> {
  return mapItems(pages, (post) => {
    if (post.id !== event.postId) return post;
    const others = post.likedBy.filter((userId) => userId !== event.userId);
    return {
      ...post,
      likes: event.likes,
      likedByMe: event.userId === viewerId ? event.liked : post.likedByMe,
      likedBy: event.liked ? [...others, event.userId] : others,
    };
  });
}

/** An edited post. Events may arrive out of order; the latest edit wins. */
export function editPost(
  pages: Pages<Post>,
  { postId, post: told }: Pick<EventOf<"post.edited">, "postId" | "post">,
): Pages<Post> {
  return mapItems(pages, (post) => {
    if (post.id !== postId || post.removed !== null) return post;
    if (post.editedAt !== null && post.editedAt > told.editedAt) return post;
    const { content, editedAt, mentions = post.mentions } = told;
    return { ...post, content, mentions, isEdited: true, editedAt };
  });
}

/** A removed post leaves a placeholder if it has replies; otherwise it disappears. */
export function removePost(
  pages: Pages<Post>,
  event: Pick<EventOf<"post.removed">, "postId" | "removed" | "isTombstone">,
): Pages<Post> {
  const gone = findItem(pages, event.postId);
  // The removal was already applied.
  if (gone === undefined || gone.removed !== null) return pages;
  const uncounted = mapItems(pages, (post) =>
    post.id === gone.parentPostId
      ? { ...post, replyCount: Math.max(0, post.replyCount - 1) }
      : post,
  );
  if (!event.isTombstone) return withoutDeleted(uncounted, gone);
  return mapItems(uncounted, (post) =>
    post.id === gone.id ? tombstone(post, event.removed) : post,
  );
}

/** Removes a post, and each placeholder above it that has no other replies. */
function withoutDeleted(pages: Pages<Post>, gone: Post): Pages<Post> {
  const left = dropItems(pages, (post) => post.id === gone.id);
  const above = gone.parentPostId === null ? undefined : findItem(left, gone.parentPostId);
  if (above === undefined || above.removed === null || isAnswered(left, above.id)) return left;
  return withoutDeleted(left, above);
}

/** Replies are newer than their parent, so if the parent is loaded, they are too. */
function isAnswered(pages: Pages<Post>, postId: string): boolean {
  return pages.pages.some((page) => page.items.some((post) => post.parentPostId === postId));
}

/** The server's author of a removed post. */
const NOBODY: Person = {
  userId: "00000000000000000000000000000000",
  displayName: "Former member",
  firstName: "Former",
  lastName: "member",
  handle: null,
  profilePicture: null,
  isVerified: false,
  affiliationName: null,
  affiliations: [],
};

/** A placeholder for a removed post, as the server returns it. */
function tombstone(post: Post, removed: "deleted" | "removed"): Post {
  return {
    ...post,
    removed,
    content: "",
    images: [],
    files: [],
    poll: null,
    previews: [],
    mentions: [],
    likes: 0,
    likedBy: [],
    likedByMe: false,
    reactions: [],
    isEdited: false,
    editedAt: null,
    author: NOBODY,
    authorId: NOBODY.userId,
    authorHandle: null,
  };
}

/**
 * Sorts the threads of all loaded pages: the newest ones, or those with the latest activity, first.
 * Pinned threads come before them, except among the unread ones.
 */
export function sortThreads(pages: Pages<Thread>, sort: ThreadSort = "activity"): Pages<Thread> {
  const all = pages.pages.flatMap((page) => page.items);
  const by = sort === "newest" ? "created" : "lastUpdated";
  all.sort(
    (a, b) =>
      (sort === "unread" ? 0 : pinOrder(a) - pinOrder(b)) ||
      (a[by] < b[by] ? 1 : a[by] > b[by] ? -1 : 0),
  );
  let from = 0;
  const next = pages.pages.map((page) => {
    const items = all.slice(from, from + page.items.length);
    from += page.items.length;
    return { ...page, items };
  });
  return { ...pages, pages: next };
}

/** At most five threads of a community are pinned, at the positions from 1. */
function pinOrder({ pinnedPosition }: Thread): number {
  return pinnedPosition ?? Number.MAX_SAFE_INTEGER;
}

export function addThread(
  pages: Pages<Thread>,
  thread: Thread,
  sort: ThreadSort = "activity",
): Pages<Thread> {
  const [first, ...rest] = pages.pages;
  if (first === undefined || hasItem(pages, thread.id)) return pages;
  if (sort === "unread" && thread.unreadMessages === 0) return pages;
  const extended = [{ ...first, items: [thread, ...first.items] }, ...rest];
  return sortThreads({ ...pages, pages: extended }, sort);
}

/** The server's maximum number of participants per thread. */
const SPEAKERS_MAX = 4;

/**
 * Moves the author to the front. The participant count is certain only if all participants are
 * listed.
 */
export function addParticipant(thread: Thread, speaker: Person): Thread {
  const others = thread.participants.filter(({ userId }) => userId !== speaker.userId);
  const isNew = others.length === thread.participants.length;
  const allNamed = thread.participants.length === thread.participantCount;
  const participants = [speaker, ...others].slice(0, SPEAKERS_MAX);
  return {
    ...thread,
    participants,
    users: participants.map(({ userId }) => userId),
    participantCount: thread.participantCount + (isNew && allNamed ? 1 : 0),
  };
}

/**
 * The thread without a removed post. The new last post may arrive later or be hidden from this
 * viewer.
 */
export function withoutPost(
  thread: Thread,
  event: Pick<EventOf<"post.removed">, "postId" | "numposts">,
): Thread {
  const numposts = event.numposts ?? thread.numposts;
  const isLast = thread.lastPost?.postId === event.postId;
  return { ...thread, numposts, lastPost: isLast ? null : thread.lastPost };
}

export function updateThread(thread: Thread, event: EventOf<"thread.updated">): Thread {
  // Events may arrive out of order; an older one must not overwrite a newer one.
  if (thread.id !== event.threadId || event.lastUpdated < thread.lastUpdated) return thread;
  return {
    ...thread,
    numposts: event.numposts,
    lastUpdated: event.lastUpdated,
    lastPost: event.lastPost,
  };
}

export function countUnread<Item extends Thread | Community>(item: Item, by: number): Item {
  if ("unreadMessages" in item) {
    return { ...item, unreadMessages: Math.max(0, item.unreadMessages + by) };
  }
  return { ...item, viewer: { ...item.viewer, unread: Math.max(0, item.viewer.unread + by) } };
}

/** A community with new content moves to the top of the list. */
export function moveCommunityToTop(
  pages: Pages<Community>,
  communityId: string,
  at: string,
): Pages<Community> {
  const all = pages.pages.flatMap((page) => page.items);
  const touched = all.find((item) => item.id === communityId);
  if (touched === undefined || touched.lastUpdated >= at) return pages;
  const order = [{ ...touched, lastUpdated: at }, ...all.filter((item) => item.id !== communityId)];
  let from = 0;
  const next = pages.pages.map((page) => {
    const items = order.slice(from, from + page.items.length);
    from += page.items.length;
    return { ...page, items };
  });
  return { ...pages, pages: next };
}

/** Prepends an item unless the list contains it. */
export function addItem<Item extends { id: string }>(pages: Pages<Item>, item: Item): Pages<Item> {
  const [first, ...rest] = pages.pages;
  if (first === undefined || hasItem(pages, item.id)) return pages;
  return { ...pages, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

/** Appends an item to the loaded pages unless the list contains it. */
export function addLast<Item extends { id: string }>(pages: Pages<Item>, item: Item): Pages<Item> {
  const last = pages.pages.at(-1);
  if (last === undefined || hasItem(pages, item.id)) return pages;
  return {
    ...pages,
    pages: [...pages.pages.slice(0, -1), { ...last, items: [...last.items, item] }],
  };
}

export function dropItems<Item>(pages: Pages<Item>, isGone: (item: Item) => boolean): Pages<Item> {
  const drop = (page: Page<Item>) => ({
    ...page,
    items: page.items.filter((item) => !isGone(item)),
  });
  return { ...pages, pages: pages.pages.map(drop) };
}

/** The pinned announcement comes first, then the newest; ended ones are hidden. */
export function insertAnnouncement(
  pages: Pages<Announcement>,
  told: Announcement,
): Pages<Announcement> {
  const others = dropItems(pages, (item) => item.id === told.id);
  const [first, ...rest] = others.pages;
  if (first === undefined || !told.isActive) return others;
  const all = [told, ...others.pages.flatMap((page) => page.items)].toSorted(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || (a.createdAt < b.createdAt ? 1 : -1),
  );
  // An announcement older than all loaded ones belongs to a page that is not loaded.
  const isBeyond = all.at(-1) === told && (others.pages.at(-1)?.nextCursor ?? null) !== null;
  if (isBeyond) return others;
  const emptied = rest.map((page) => ({ ...page, items: [] }));
  return { ...others, pages: [{ ...first, items: all }, ...emptied] };
}

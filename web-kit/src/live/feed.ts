import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { FeedItem } from "../api/types.ts";
import { isGuest } from "./change-community.ts";
import type { LiveEvent } from "./events.ts";

/**
 * Applies an event to the loaded home feed. A new post is only counted, because inserting it would
 * move what the reader is looking at.
 */
export function applyToFeed(cache: QueryClient, event: LiveEvent, viewerId: string | null): void {
  const cached = cache.getQueryData<FeedItem[]>(keys.feed);
  if (cached === undefined) return;
  switch (event.type) {
    case "post.created":
      if (event.post.authorId !== viewerId && !isGuest(cache, event.post.communityId)) {
        countNew(cache, cached, event.post.id);
      }
      change(cache, event.post.parentPostId, (item) => ({
        ...item,
        replyCount: item.replyCount + 1,
      }));
      return;
    case "post.liked":
      change(cache, event.postId, (item) => ({ ...item, likes: event.likes }));
      return;
    case "post.edited":
      // The server truncates the texts of the feed.
      if (cached.some(({ id }) => id === event.postId)) refetchFeed(cache);
      return;
    case "post.removed":
      dropNewPost(cache, event.postId);
      filterFeed(cache, ({ id }) => id !== event.postId);
      change(cache, event.parentPostId ?? null, (item) => ({
        ...item,
        replyCount: Math.max(0, item.replyCount - 1),
      }));
      return;
    case "community.deleted":
      leave(cache, event.communityId);
      return;
    case "membership.left":
    case "membership.removed":
      if (event.userId === viewerId) leave(cache, event.communityId);
      return;
    case "membership.joined":
      if (event.userId === viewerId) refetchFeed(cache);
      return;
    case "community.updated":
    case "me.changed":
      refetchFeed(cache);
      return;
    default:
  }
}

function countNew(cache: QueryClient, cached: FeedItem[], postId: string): void {
  if (cached.some(({ id }) => id === postId)) return;
  cache.setQueryData<string[]>(keys.feedNews, (news = []) => [...new Set([...news, postId])]);
}

function dropNewPost(cache: QueryClient, postId: string): void {
  cache.setQueryData<string[]>(keys.feedNews, (news = []) => news.filter((id) => id !== postId));
}

function change(
  cache: QueryClient,
  postId: string | null,
  after: (item: FeedItem) => FeedItem,
): void {
  cache.setQueryData<FeedItem[]>(keys.feed, (items) =>
    items?.map((item) => (item.id === postId ? after(item) : item)),
  );
}

function filterFeed(cache: QueryClient, isKept: (item: FeedItem) => boolean): void {
  cache.setQueryData<FeedItem[]>(keys.feed, (items) => items?.filter(isKept));
}

/** Removes a community's posts from the feed after the viewer lost access. */
function leave(cache: QueryClient, communityId: string): void {
  filterFeed(cache, (item) => item.communityId !== communityId);
  refetchFeed(cache);
}

function refetchFeed(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.feed });
}

import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import { refreshEverything } from "../api/refresh.ts";
import type { Badges, Community, Post, Thread } from "../api/types.ts";
import { applyAffiliation } from "./affiliation-events.ts";
import { applyArticle } from "./articles.ts";
import { changeCommunity, isGuest } from "./change-community.ts";
import { changePosts } from "./change-posts.ts";
import { changeThread, isMuted } from "./change-thread.ts";
import { applyCommunityEvent } from "./community-events.ts";
import { applyMessage } from "./conversations.ts";
import type { LiveEvent } from "./events.ts";
import { applyToFeed } from "./feed.ts";
import { dropMemberData } from "./drop-member-data.ts";
import { updateCachedCount } from "./pending-updates.ts";
import {
  addPost,
  addParticipant,
  addThread,
  applyLike,
  countUnread,
  editPost,
  withoutPost,
  hasItem,
  mapItems,
  type Pages,
  removePost,
  sortThreads,
  moveCommunityToTop,
  updateThread,
} from "./reducers.ts";
import { applyReport } from "./report-events.ts";
import { applySupport } from "./support-events.ts";
import { applyThreadEvent } from "./thread-events.ts";

/** The viewer and the open thread: a post in that thread counts as read on arrival. */
export interface ViewingContext {
  viewerId: string | null;
  communityId: string | null;
  threadId: string | null;
}

/** Applies an event to the query cache. Data that is not cached is left to the next load. */
export function applyEvent(cache: QueryClient, event: LiveEvent, viewing: ViewingContext): void {
  applyToFeed(cache, event, viewing.viewerId);
  switch (event.type) {
    case "hello":
    case "session.ended":
      return;
    case "resync":
      void refreshEverything(cache);
      return;
    case "me.changed":
      void cache.invalidateQueries({ queryKey: keys.me });
      void cache.invalidateQueries({ queryKey: keys.communities });
      return;
    case "notification.created":
    case "activity.changed":
      // Only the server knows the item's texts and place, and which other items were read with it.
      void cache.invalidateQueries({ queryKey: keys.activity });
      void cache.invalidateQueries({ queryKey: keys.badges });
      return;
    case "introduction.changed":
      void cache.invalidateQueries({ queryKey: keys.introductions });
      return;
    case "post.created":
      applyPost(cache, event.post, viewing);
      return;
    case "post.liked":
      changePosts(cache, event, (pages) => applyLike(pages, event, viewing.viewerId));
      return;
    case "post.edited":
      changePosts(cache, event, (pages) => editPost(pages, event));
      return;
    case "post.removed":
      changePosts(cache, event, (pages) => removePost(pages, event));
      clearLastPost(cache, event);
      // Reports about the removed post are closed.
      void cache.invalidateQueries({ queryKey: keys.communityReports(event.communityId) });
      return;
    case "report.opened":
    case "report.closed":
    case "message-report.changed":
      applyReport(cache, event);
      return;
    case "support.ticket-changed":
    case "support.message-created":
    case "support.conversation-changed":
    case "support.chat-message":
    case "support.viewing-changed":
      applySupport(cache, event, viewing.viewerId);
      return;
    case "affiliation-request.changed":
    case "affiliation.changed":
      applyAffiliation(cache, event);
      return;
    case "thread.created":
      updateCachedCount<Pages<Thread>>(cache, keys.threads(event.communityId), (pages) =>
        addThread(pages, event.thread),
      );
      invalidateLists(cache, event.communityId, event.thread.created);
      void cache.invalidateQueries({ queryKey: keys.community(event.communityId) });
      return;
    case "thread.updated":
      applyThreadUpdate(cache, event);
      return;
    case "thread.changed":
    case "threads.pinned":
    case "thread.moved":
    case "thread.removed":
      applyThreadEvent(cache, event);
      return;
    case "community.created":
    case "community.updated":
      applyCommunity(cache, event);
      return;
    case "community.deleted":
      dropMemberData(cache, event.communityId);
      void cache.invalidateQueries({ queryKey: keys.communityLists });
      return;
    case "membership.joined":
    case "membership.left":
    case "membership.removed":
    case "membership.promoted":
    case "membership.demoted":
      applyMembership(cache, event, viewing);
      return;
    case "article.created":
    case "article.updated":
    case "article.removed":
    case "comment.created":
    case "comment.removed":
      applyArticle(cache, event);
      return;
    case "message.created":
    case "message.updated":
    case "conversation.changed":
    case "conversation.left":
    case "conversation.receipts":
    case "conversation.typing":
    case "presence.changed":
      applyMessage(cache, event, viewing.viewerId);
      return;
    default:
      applyCommunityEvent(cache, event, viewing.viewerId);
  }
}

function applyCommunity(
  cache: QueryClient,
  event: { communityId: string; historyFromJoin?: boolean | undefined },
): void {
  const { communityId } = event;
  void cache.invalidateQueries({ queryKey: keys.community(communityId) });
  void cache.invalidateQueries({ queryKey: keys.communityLists });
  // The viewer's access to older posts has changed.
  if (event.historyFromJoin === undefined) return;
  void cache.invalidateQueries({ queryKey: keys.threads(communityId) });
  void cache.invalidateQueries({ queryKey: keys.communityPosts(communityId) });
  void cache.invalidateQueries({ queryKey: keys.articles(communityId) });
}

function applyPost(cache: QueryClient, post: Post, viewing: ViewingContext): void {
  const cached = cache.getQueryData<Pages<Post>>(keys.posts(post.communityId, post.threadId));
  const known = cached !== undefined && hasItem(cached, post.id);
  changePosts(cache, post, (pages) => addPost(pages, post));
  invalidateLists(cache, post.communityId, post.created);
  changeThread(cache, post, (thread) => addParticipant(thread, post.author));
  if (known || post.authorId === viewing.viewerId) return;
  if (post.threadId !== viewing.threadId) {
    const count = (thread: Thread) =>
      thread.id === post.threadId ? countUnread(thread, 1) : thread;
    updateCachedCount<Pages<Thread>>(cache, keys.threads(post.communityId), (pages) =>
      mapItems(pages, count),
    );
  }
  if (isMuted(cache, post)) return;
  if (post.communityId !== viewing.communityId && !isGuest(cache, post.communityId)) {
    changeCommunity(cache, post.communityId, (community) => countUnread(community, 1));
    updateCachedCount<Badges>(cache, keys.badges, (badges) => ({
      ...badges,
      communities: badges.communities + 1,
    }));
  }
}

function applyThreadUpdate(
  cache: QueryClient,
  event: Extract<LiveEvent, { type: "thread.updated" }>,
): void {
  changeThread(cache, event, (thread) => updateThread(thread, event));
  const listKey = keys.threads(event.communityId);
  const listed = cache.getQueryData<Pages<Thread>>(listKey);
  if (listed === undefined) return;
  // The thread moves up from a page that is not loaded.
  if (!hasItem(listed, event.threadId)) void cache.invalidateQueries({ queryKey: listKey });
  else cache.setQueryData<Pages<Thread>>(listKey, sortThreads(listed));
}

/**
 * The list of threads shows the text of the last post, so a removed one must disappear there. Only
 * readers of that thread receive the new last post.
 */
function clearLastPost(
  cache: QueryClient,
  event: Extract<LiveEvent, { type: "post.removed" }>,
): void {
  const [listKey, ownKey] = [
    keys.threads(event.communityId),
    keys.thread(event.communityId, event.threadId),
  ];
  const listed = cache.getQueryData<Pages<Thread>>(listKey)?.pages.flatMap(({ items }) => items);
  const cached = [...(listed ?? []), cache.getQueryData<Thread>(ownKey)];
  changeThread(cache, event, (thread) => withoutPost(thread, event));
  if (!cached.some((thread) => thread?.lastPost?.postId === event.postId)) return;
  void cache.invalidateQueries({ queryKey: listKey });
  void cache.invalidateQueries({ queryKey: ownKey });
}

/** Events after which the member is still in the community. */
const isStillMember = new Set(["membership.joined", "membership.promoted", "membership.demoted"]);

function applyMembership(
  cache: QueryClient,
  event: { type: string; communityId: string; userId: string },
  viewing: ViewingContext,
): void {
  const { communityId } = event;
  void cache.invalidateQueries({ queryKey: keys.members(communityId) });
  if (event.userId !== viewing.viewerId) {
    void cache.invalidateQueries({ queryKey: keys.community(communityId) });
    return;
  }
  void cache.invalidateQueries({ queryKey: keys.communityLists });
  void cache.invalidateQueries({ queryKey: keys.me });
  if (isStillMember.has(event.type)) {
    void cache.invalidateQueries({ queryKey: keys.ownJoinRequests });
    void cache.invalidateQueries({ queryKey: keys.community(communityId) });
    void cache.invalidateQueries({ queryKey: keys.threads(communityId) });
    void cache.invalidateQueries({ queryKey: keys.communityPosts(communityId) });
    return;
  }
  // While the viewer's own leaving is in progress, the screen still shows data that must not be
  // requested again.
  if (cache.isMutating({ mutationKey: keys.leaving(communityId) }) > 0) return;
  dropMemberData(cache, communityId);
}

function invalidateLists(cache: QueryClient, communityId: string, at: string): void {
  updateCachedCount<Pages<Community>>(cache, keys.communityList("mine"), (pages) =>
    moveCommunityToTop(pages, communityId, at),
  );
}

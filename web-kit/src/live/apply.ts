import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import { refreshEverything } from "../api/refresh.ts";
import type { Community, Post } from "../api/types.ts";
import { applyAffiliation } from "./affiliation-events.ts";
import { applyAnswer } from "./answer-events.ts";
import { applyAttachmentEvent } from "./attachment-events.ts";
import { applyArticle } from "./articles.ts";
import { changePosts } from "./change-posts.ts";
import {
  cachedThread,
  changeThread,
  changeThreadLists,
  refetchListsWithout,
} from "./change-thread.ts";
import { applyCommunityEvent } from "./community-events.ts";
import { applyMessage } from "./conversations.ts";
import { reloadLastPost, showLastPost } from "./community-last-post.ts";
import { publishDraftEvent } from "./draft-events.ts";
import type { LiveEvent } from "./events.ts";
import { applyToFeed } from "./feed.ts";
import { dropMemberData } from "./drop-member-data.ts";
import { updateCachedCount } from "./pending-updates.ts";
import { applyReaction } from "./reaction-events.ts";
import {
  addPost,
  addParticipant,
  addThread,
  applyLike,
  editPost,
  withoutPost,
  hasItem,
  type Pages,
  removePost,
  sortThreads,
  moveCommunityToTop,
  updateThread,
} from "./reducers.ts";
import { applyRead, countUnreadPost, invalidateReadState } from "./read-marks.ts";
import { applyReport } from "./report-events.ts";
import { applySupport } from "./support-events.ts";
import { applyThreadEvent } from "./thread-events.ts";

/** The viewer and the thread whose end is in view: a post in it counts as read on arrival. */
export interface ViewingContext {
  viewerId: string | null;
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
      publishDraftEvent(event);
      return;
    case "draft.updated":
    case "draft.removed":
      publishDraftEvent(event);
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
    case "poll.answered":
    case "announcement.answered":
      applyAnswer(cache, event);
      return;
    case "poll.updated":
    case "post.previews":
      applyAttachmentEvent(cache, event);
      return;
    case "post.reacted":
      applyReaction(cache, event, viewing.viewerId);
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
      changeThreadLists(cache, event.communityId, (pages, sort) =>
        addThread(pages, event.thread, sort),
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
    case "thread.read":
    case "community.read":
    case "communities.read":
      applyRead(cache, event);
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
  if (known || post.authorId === viewing.viewerId || post.threadId === viewing.threadId) return;
  countUnreadPost(cache, post);
}

function applyThreadUpdate(
  cache: QueryClient,
  event: Extract<LiveEvent, { type: "thread.updated" }>,
): void {
  const { communityId, threadId } = event;
  changeThread(cache, event, (thread) => updateThread(thread, event));
  showLastPost(cache, event);
  changeThreadLists(cache, communityId, (pages, sort) =>
    hasItem(pages, threadId) ? sortThreads(pages, sort) : pages,
  );
  // The thread moves up from a page that is not loaded.
  refetchListsWithout(cache, event);
}

/**
 * The list of threads shows the text of the last post, so a removed one must disappear there. Only
 * readers of that thread receive the new last post.
 */
function clearLastPost(
  cache: QueryClient,
  event: Extract<LiveEvent, { type: "post.removed" }>,
): void {
  const cached = cachedThread(cache, event);
  changeThread(cache, event, (thread) => withoutPost(thread, event));
  reloadLastPost(cache, event, cached);
  // Only the server knows whether the removed post was unread.
  if (cached !== undefined && cached.unreadMessages > 0) {
    invalidateReadState(cache, event.communityId);
    return;
  }
  if (cached?.lastPost?.postId !== event.postId) return;
  void cache.invalidateQueries({ queryKey: keys.threads(event.communityId) });
  void cache.invalidateQueries({ queryKey: keys.thread(event.communityId, event.threadId) });
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

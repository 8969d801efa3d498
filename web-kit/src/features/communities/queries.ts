import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { type CommunityScope, keys, type ThreadSort } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  Announcement,
  Community,
  CommunityMember,
  NewCommunity,
  NextUnreadThread,
  Page,
  ReadMark,
  Thread,
  ThreadReadMark,
} from "../../api/types.ts";

export const communityListQuery = (scope: CommunityScope) =>
  infiniteQueryOptions({
    queryKey: keys.communityList(scope),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Community>>("GET", "/api/communities", {
        signal,
        query: { scope, cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const communityQuery = (communityId: string) =>
  queryOptions({
    queryKey: keys.community(communityId),
    queryFn: ({ signal }) => call<Community>("GET", `/api/communities/${communityId}`, { signal }),
  });

export const membersQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keys.members(communityId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<CommunityMember>>("GET", `/api/communities/${communityId}/members`, {
        signal,
        query: { cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Members whose name or handle begins with this text; the first ones if it is empty. */
export const memberSearchQuery = (communityId: string, begin: string) =>
  queryOptions({
    queryKey: keys.membersCalled(communityId, begin),
    queryFn: ({ signal }) =>
      call<Page<CommunityMember>>("GET", `/api/communities/${communityId}/members`, {
        signal,
        query: { query: begin === "" ? null : begin, limit: 20 },
      }),
  });

export const threadsQuery = (communityId: string, sort: ThreadSort = "activity") =>
  infiniteQueryOptions({
    queryKey: keys.threadList(communityId, sort),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Thread>>("GET", `/api/communities/${communityId}/threads`, {
        signal,
        // The default order is not sent.
        query: { sort: sort === "activity" ? null : sort, cursor: pageParam, limit: 50 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const threadQuery = (communityId: string, threadId: string) =>
  queryOptions({
    queryKey: keys.thread(communityId, threadId),
    queryFn: ({ signal }) =>
      call<Thread>("GET", `/api/communities/${communityId}/threads/${threadId}`, { signal }),
  });

/** Current announcements: the pinned one first, then the newest. */
export const announcementsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keys.announcements(communityId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Announcement>>("GET", `/api/communities/${communityId}/announcements`, {
        signal,
        query: { cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export function createCommunity(body: NewCommunity, idempotencyKey: string): Promise<Community> {
  return call<Community>("POST", "/api/communities", { body, idempotencyKey });
}

export function joinCommunity(communityId: string): Promise<Community> {
  return call<Community>("POST", `/api/communities/${communityId}/join`, { body: {} });
}

export function leaveCommunity(communityId: string): Promise<null> {
  return call<null>("POST", `/api/communities/${communityId}/leave`, { body: {} });
}

export function removeMember(communityId: string, userId: string): Promise<null> {
  return call<null>("DELETE", `/api/communities/${communityId}/members/${userId}`);
}

export function createThread(
  communityId: string,
  caption: string,
  idempotencyKey: string,
): Promise<Thread> {
  return call<Thread>("POST", `/api/communities/${communityId}/threads`, {
    body: { caption },
    idempotencyKey,
  });
}

export const readPath = (communityId: string) => `/api/communities/${communityId}/read`;

export function markCommunityRead(communityId: string) {
  return call<ReadMark>("POST", readPath(communityId), { body: {} });
}

/** Marks everything on this site as read. */
export function markEverythingRead() {
  return call<{ communities: number }>("PUT", "/api/me/read-marks", { body: {} });
}

export const threadReadPath = (communityId: string, threadId: string) =>
  `/api/communities/${communityId}/threads/${threadId}/read`;

export function markThreadRead(communityId: string, threadId: string, upTo: string) {
  const path = threadReadPath(communityId, threadId);
  return call<ThreadReadMark>("PUT", path, { body: { upTo } });
}

export const unreadFromPath = (communityId: string, threadId: string) =>
  `/api/communities/${communityId}/threads/${threadId}/unread-from`;

export function markUnreadFrom(communityId: string, threadId: string, postId: string) {
  const path = unreadFromPath(communityId, threadId);
  return call<ThreadReadMark>("PUT", path, { body: { postId } });
}

/** The next thread with unread posts, first in the given community. */
export function loadNextUnread(from: { after: string | null; community: string | null }) {
  return call<NextUnreadThread>("GET", "/api/me/next-unread-thread", { query: from });
}

import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { Page, SubscriptionLevel, Thread } from "../../../api/types.ts";

/** Most pinned threads of a community. */
export const PINS_MAX = 5;

type ThreadIds = Pick<Thread, "id" | "communityId">;

function threadPath({ id, communityId }: ThreadIds): string {
  return `/api/communities/${communityId}/threads/${id}`;
}

export function renameThread(thread: ThreadIds, caption: string): Promise<Thread> {
  return call<Thread>("PATCH", threadPath(thread), { body: { caption } });
}

export function closeThread(thread: ThreadIds, reason: string): Promise<Thread> {
  return call<Thread>("PUT", `${threadPath(thread)}/closure`, { body: { reason } });
}

export function reopenThread(thread: ThreadIds): Promise<Thread> {
  return call<Thread>("DELETE", `${threadPath(thread)}/closure`);
}

export interface RemovedThread {
  id: string;
  communityId: string;
}

export function removeThread(thread: ThreadIds, reason: string): Promise<RemovedThread> {
  return call<RemovedThread>("POST", `${threadPath(thread)}/removal`, { body: { reason } });
}

export function moveThread(thread: ThreadIds, communityId: string): Promise<Thread> {
  return call<Thread>("POST", `${threadPath(thread)}/move`, { body: { communityId } });
}

export function subscribe(thread: ThreadIds, level: SubscriptionLevel) {
  return call<{ level: SubscriptionLevel }>("PUT", `${threadPath(thread)}/subscription`, {
    body: { level },
  });
}

/** The first readable post at or after a time, else the last one; null without posts. */
export function postAt(thread: ThreadIds, time: string) {
  return call<{ postId: string | null }>("GET", `${threadPath(thread)}/posts/at`, {
    query: { time },
  });
}

/** The pinned threads of a community in order: the list of threads begins with them. */
export const pinnedThreadsQuery = (communityId: string) =>
  queryOptions({
    queryKey: keys.pinnedThreads(communityId),
    queryFn: async ({ signal }) => {
      const { items } = await call<Page<Thread>>("GET", `/api/communities/${communityId}/threads`, {
        signal,
        query: { limit: 2 * PINS_MAX },
      });
      return items.filter(({ pinnedPosition }) => pinnedPosition !== null);
    },
    staleTime: 0,
  });

/** Sets all pinned threads of a community, in order. */
export async function setPins(
  communityId: string,
  threadIds: readonly string[],
): Promise<string[]> {
  const path = `/api/communities/${communityId}/pinned-threads`;
  const { items } = await call<{ items: Thread[] }>("PUT", path, { body: { threadIds } });
  return items.map(({ id }) => id);
}

/** The thread in the community where it is now. */
export const threadLocationQuery = (threadId: string) =>
  queryOptions({
    queryKey: keys.threadLocation(threadId),
    queryFn: ({ signal }) => call<Thread>("GET", `/api/threads/${threadId}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { call, ProblemError } from "../api/client.ts";
import { keys, communityQueryKeys } from "../api/keys.ts";
import type { Community, Me } from "../api/types.ts";
import { recordStreamFailure, recordStreamSuccess } from "../recovery/stream-health.ts";
import { applyEvent } from "./apply.ts";
import type { LiveState } from "./connection.ts";
import { publishSessionEnded } from "./session-ended.ts";
import { SharedConnection } from "./shared-connection.ts";
import { currentlyViewed } from "./viewing.ts";

interface Running {
  connection: SharedConnection;
  cache: QueryClient;
  viewerId: string;
  /** The server has ended the session. */
  hasEnded: boolean;
  users: number;
  /** Ends what `open` has started. */
  close: () => void;
}

/**
 * How long the connection outlives its last screen. A next screen continues with it; and after a
 * sign-out, the other tabs have learned of it before one of them would reconnect.
 */
const LINGER_MS = 1000;

let running: Running | null = null;
/** The watched community of a staff member who is not in it. */
let watched: string | null = null;
let state: LiveState = "closed";
const stateListeners = new Set<() => void>();

/** Takes part in the browser's live stream while a member's screen is mounted. */
export function useLive(viewerId: string | null): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (viewerId === null) return;
    const release = acquireConnection(cache, viewerId);
    return release;
  }, [cache, viewerId]);
}

/** Subscribes staff to a community that they are not a member of, while a screen shows it. */
export function useWatchCommunity(me: Me, community: Community | null): void {
  const isGuest = me.isStaff && community?.viewer.isMember === false;
  const communityId = isGuest ? community.id : null;
  useEffect(() => {
    if (communityId === null) return;
    watch(communityId);
    return () => watch(null);
  }, [communityId]);
}

function watch(communityId: string | null): void {
  watched = communityId;
  running?.connection.watch(communityId);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}

function acquireConnection(cache: QueryClient, viewerId: string): () => void {
  if (running !== null && !isReusable(running, cache, viewerId)) running.close();
  running ??= open(cache, viewerId);
  running.users += 1;
  const mine = running;
  return () => {
    mine.users -= 1;
    setTimeout(() => {
      if (mine.users === 0) mine.close();
    }, LINGER_MS);
  };
}

/** A connection continues for the same viewer; after the end of a session a new one is opened. */
function isReusable(opened: Running, cache: QueryClient, viewerId: string): boolean {
  const hasSession = !opened.hasEnded || opened.users > 0;
  return opened.cache === cache && opened.viewerId === viewerId && hasSession;
}

function open(cache: QueryClient, viewerId: string): Running {
  const connection = new SharedConnection({
    viewerId,
    readAfter: cache.getQueryData<Me>(keys.me)?.eventCursor ?? null,
    onEvent: (event) => {
      applyEvent(cache, event, { viewerId, ...currentlyViewed() });
      if (event.type !== "session.ended") return;
      opened.hasEnded = true;
      publishSessionEnded(event.reason);
    },
    onState: (next) => {
      state = next;
      for (const listener of stateListeners) listener();
    },
    onWatched: (communityId) => refetchAll(cache, communityId),
    onDelivery: recordStreamSuccess,
    onFailure: (hadOpened) => void recordFailure(hadOpened),
  });
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener("online", () => connection.hurry(), { signal });
  // The page may be kept for the Back button: not with an open stream, and not with a held lock.
  window.addEventListener("pagehide", () => connection.stop(), { signal });
  window.addEventListener("pageshow", ({ persisted }) => persisted && connection.start(), {
    signal,
  });
  document.addEventListener("visibilitychange", () => connection.wake(), { signal });
  const opened: Running = {
    connection,
    cache,
    viewerId,
    hasEnded: false,
    users: 0,
    close: () => {
      ending.abort();
      connection.stop();
      if (running === opened) running = null;
    },
  };
  connection.watch(watched);
  connection.start();
  return opened;
}

/** EventSource hides the status of a refusal; a request reveals it, and whether it was a fault. */
async function recordFailure(hadOpened: boolean): Promise<void> {
  const isRefusal = !hadOpened && (await isRefused());
  if (!isRefusal) recordStreamFailure();
}

async function isRefused(): Promise<boolean> {
  try {
    await call("GET", "/api/me");
    return false;
  } catch (error) {
    return error instanceof ProblemError && [401, 403, 429].includes(error.status);
  }
}

/** Invalidates data of a community that was loaded before its events arrived. */
function refetchAll(cache: QueryClient, communityId: string): void {
  const opened = [keys.openThreads(communityId), keys.openArticles, keys.allComments];
  for (const queryKey of [
    keys.community(communityId),
    ...communityQueryKeys(communityId),
    ...opened,
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}

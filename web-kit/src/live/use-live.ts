import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../api/client.ts";
import { keys, communityQueryKeys } from "../api/keys.ts";
import type { Community, Me } from "../api/types.ts";
import { applyEvent } from "./apply.ts";
import { LiveConnection, type LiveState } from "./connection.ts";
import { currentlyViewed } from "./viewing.ts";

type EndedListener = (reason: string) => void;

interface Running {
  connection: LiveConnection;
  viewerId: string;
  users: number;
}

let running: Running | null = null;
/** The watched community of a staff member who is not in it. */
let watched: string | null = null;
let state: LiveState = "closed";
const stateListeners = new Set<() => void>();
const endedListeners = new Set<EndedListener>();

/**
 * Notifies the shell that the server ended this session: signed out elsewhere, suspended or
 * deleted.
 */
export function onSessionEnded(listener: EndedListener): () => void {
  endedListeners.add(listener);
  return () => endedListeners.delete(listener);
}

/** Keeps the tab's single live stream open while a member's screen is mounted. */
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
  if (running !== null && running.viewerId !== viewerId) {
    running.connection.stop();
    running = null;
  }
  running ??= open(cache, viewerId);
  running.users += 1;
  const mine = running;
  return () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    mine.connection.stop();
    if (running === mine) running = null;
  };
}

function open(cache: QueryClient, viewerId: string): Running {
  const connection = new LiveConnection({
    readAfter: cache.getQueryData<Me>(keys.me)?.eventCursor ?? null,
    onEvent: (event) => {
      applyEvent(cache, event, { viewerId, ...currentlyViewed() });
      if (event.type !== "session.ended") return;
      for (const listener of endedListeners) listener(event.reason);
    },
    onState: (next) => {
      state = next;
      for (const listener of stateListeners) listener();
    },
    onWatched: (communityId) => refetchAll(cache, communityId),
    // EventSource hides the status of a refusal; this request reveals it.
    onRefused: () => {
      call("GET", "/api/me").catch(() => undefined);
    },
  });
  window.addEventListener("online", () => connection.hurry());
  connection.watch(watched);
  connection.start();
  return { connection, viewerId, users: 0 };
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

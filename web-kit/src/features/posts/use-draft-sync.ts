import { useEffect } from "react";
import { call } from "../../api/client.ts";
import type { Me } from "../../api/types.ts";
import { onDraftEvent, type ServerDraft } from "../../live/draft-events.ts";
import { isOnline } from "../../ui/use-online.ts";
import type { DraftSync } from "./draft-sync.ts";
import { drafts } from "./drafts.ts";

interface Running {
  viewerId: string;
  users: number;
  close: () => void;
}

let running: Running | null = null;

/** How long the synchronisation outlives the last composer, so that the next screen continues it. */
const LINGER_MS = 1000;

/** Synchronises the viewer's drafts with their other devices while a composer is open. */
export function useDraftSync(me: Me): void {
  // A member whose view staff look at has drafts of their own.
  const viewerId = me.viewedAs == null ? me.id : null;
  useEffect(() => {
    if (viewerId === null) return undefined;
    if (running !== null && running.viewerId !== viewerId) running.close();
    running ??= start(viewerId);
    const mine = running;
    mine.users += 1;
    return () => {
      mine.users -= 1;
      setTimeout(() => {
        if (mine.users === 0) mine.close();
      }, LINGER_MS);
    };
  }, [viewerId]);
}

function start(viewerId: string): Running {
  const ending = new AbortController();
  const { signal } = ending;
  const started: Running = {
    viewerId,
    users: 0,
    close: () => {
      ending.abort();
      if (running === started) running = null;
    },
  };
  void open(viewerId, signal);
  return started;
}

/** The code is loaded with the first composer; without it the drafts stay in this browser. */
async function open(viewerId: string, signal: AbortSignal): Promise<void> {
  const loaded = await import("./draft-sync.ts").catch(() => null);
  if (loaded === null || signal.aborted) return;
  const sync = new loaded.DraftSync(drafts, viewerId, {
    list: async () => (await call<{ items: ServerDraft[] }>("GET", "/api/me/drafts")).items,
    save: (place, { text, replyTo }, outlivesPage) =>
      call<ServerDraft>("PUT", draftPath(place), { body: { text, replyTo }, outlivesPage }),
    remove: (place, outlivesPage) => call("DELETE", draftPath(place), { outlivesPage }),
    isOnline,
  });
  listen(sync, signal);
  sync.pull();
}

function draftPath(place: string): string {
  return `/api/me/drafts/${encodeURIComponent(place)}`;
}

function listen(sync: DraftSync, signal: AbortSignal): void {
  const unsubscribe = onDraftEvent((event) => {
    if (event.type === "resync") sync.pull();
    else if (event.type === "draft.updated") sync.handleUpdated(event.place, event.updated);
    else sync.handleRemoved(event.place);
  });
  window.addEventListener("online", () => sync.pull(), { signal });
  window.addEventListener("pagehide", () => sync.flush(), { signal });
  const flushHidden = () => document.visibilityState === "hidden" && sync.flush();
  document.addEventListener("visibilitychange", flushHidden, { signal });
  signal.addEventListener("abort", () => {
    sync.flush();
    sync.stop();
    unsubscribe();
  });
}

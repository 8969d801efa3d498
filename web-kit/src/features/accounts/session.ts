import type { QueryClient } from "@tanstack/react-query";
import { call, onSessionLost, ProblemError } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { onSessionEnded } from "../../live/use-live.ts";
import { toast } from "../../ui/toast-store.ts";
import { fetchMe, meQuery } from "./queries.ts";
import { forgetPath, rememberPath } from "./return-path.ts";
import { hasSessionCookie, SessionMonitor } from "./session-monitor.ts";

/** The router, as far as the session needs it. */
export interface Way {
  go: (path: string) => Promise<void>;
  here: () => string;
}

// After a sign-out the server may still be ending the session; nothing new begins meanwhile.
const settleMs = 2000;

interface Session {
  cache: QueryClient;
  way: Way;
  monitor: SessionMonitor;
}

let session: Session | null = null;
let leaving = false;
let leftAt = Number.NEGATIVE_INFINITY;

function current(): Session {
  if (session === null) throw new Error("the session was not started");
  return session;
}

/** Begins watching: a session that vanishes, here or on the server, ends the visit. Returns the way to stop. */
export function startSession(cache: QueryClient, way: Way): () => void {
  const monitor = new SessionMonitor({
    isPresent: hasSessionCookie,
    check: checkSession,
    onLost: () => void endSession("Session expired. Please log in again."),
  });
  session = { cache, way, monitor };
  const stops = [
    onSessionLost(() => void endSession("Session expired. Please log in again.")),
    onSessionEnded(() => void refreshAfterEnd()),
    () => monitor.stop(),
  ];
  if (hasSessionCookie()) monitor.start();
  return () => {
    for (const stop of stops) stop();
    session = null;
  };
}

/** Exchanges the proof of a password for a session, then loads who it belongs to. */
export async function openSession(idToken: string, staySignedIn: boolean): Promise<void> {
  const { cache, monitor } = current();
  const restMs = leftAt + settleMs - Date.now();
  if (restMs > 0) await new Promise((done) => setTimeout(done, restMs));
  await call("POST", "/api/usersSignin", { body: { idToken, staySignedIn }, quiet: true });
  await fetchMe(cache);
  monitor.start();
}

/** What a transfer or a confirmed link leaves behind: a session that is already there. */
export async function adoptSession(): Promise<void> {
  const { cache, monitor } = current();
  await fetchMe(cache);
  monitor.start();
}

export async function signOut(): Promise<void> {
  if (leaving) return;
  leaving = true;
  try {
    await call("POST", "/api/usersSignout", { body: {}, quiet: true });
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 401)) {
      toast.error("Logout failed. Please try again.");
      return;
    }
  } finally {
    leaving = false;
  }
  leftAt = Date.now();
  await leave("/login");
}

/** The session is gone without the member's doing. */
export async function endSession(words: string): Promise<void> {
  const { cache, way } = current();
  const viewer = cache.getQueryData(meQuery.queryKey);
  if (leaving || !viewer) return;
  leaving = true;
  try {
    const path = way.here();
    await leave("/login", () => rememberPath(path, viewer.id));
    toast.info(words);
  } finally {
    leaving = false;
  }
}

async function leave(path: string, remember: () => void = () => undefined) {
  const { cache, way, monitor } = current();
  monitor.stop();
  forgetPath();
  remember();
  cache.setQueryData(meQuery.queryKey, null);
  await way.go(path);
  // Only now: a screen still standing would ask again for what was just thrown away.
  cache.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.me[0] });
}

// The stream also ends for a pause or a lost membership, where the session itself lives on.
async function refreshAfterEnd() {
  const { cache } = current();
  const viewer = await fetchMe(cache).catch(() => undefined);
  if (viewer === null) await endSession("Session expired. Please log in again.");
}

async function checkSession(): Promise<boolean> {
  if (leaving || Date.now() - leftAt < settleMs) return true;
  try {
    await call("POST", "/api/usersCheckAuthStatus", { body: {}, quiet: true });
    return true;
  } catch (error) {
    // Only a clear no ends a session; a network that is away says nothing about it.
    return !(error instanceof ProblemError && error.status === 401);
  }
}

import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { call, onPortalUnavailable, onSessionLost, ProblemError } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Me } from "../../api/types.ts";
import { onSessionEnded } from "../../live/session-ended.ts";
import { clearOfflineData } from "../../offline/service-worker.ts";
import { toast } from "../../ui/toast-store.ts";
import { endPush, renewPush } from "../notifications/push-session.ts";
import { deleteUnsentTexts } from "./unsent-texts.ts";
import { viewHasEnded } from "./view-session.ts";
import { leavingProblem } from "./leaving-problem.ts";
import { fetchMe, meQuery } from "./queries.ts";
import { isPausedReason, showPausedNotice, waitForPausedNotice } from "./paused-portal.ts";
import { clearReturnPath, isSignInPath, rememberReturnPath } from "./return-path.ts";
import { staysOnScreen } from "./session-end-screens.ts";
import { hasSessionCookie, SessionMonitor } from "./session-monitor.ts";
import type { SessionRouter } from "./session-router.ts";
import { listenToTabs, type TabMessage, broadcastToTabs } from "./session-tabs.ts";

// Time after a sign-out in which no sign-in starts: the server may still be ending the session.
const SETTLE_MS = 2000;
// One sign-in opens one session, however often a screen asks for it.
const openPauseMs = 30_000;

interface Session {
  cache: QueryClient;
  way: SessionRouter;
  monitor: SessionMonitor;
  /** Id of the last known signed-in member. Kept until their sign-out has been handled. */
  viewerId: string | null;
}

// Delay before a lost session is handled, so that another tab's sign-out message arrives first.
const tabMs = 300;
const expired = () => t`Session expired. Please log in again.`;
const signedOutElsewhere = () => t`You signed out in another tab.`;

let session: Session | null = null;
let isLeaving = false;
let leftAt = Number.NEGATIVE_INFINITY;
let openedAt = Number.NEGATIVE_INFINITY;
let isFailing = false;
/** Message to show if the server confirms that the session has ended. */
let signOutMessage: string | null = null;

function current(): Session {
  if (session === null) throw new Error("the session was not started");
  return session;
}

/** Starts watching the session, locally and on the server. Returns a function that stops it. */
export function startSession(cache: QueryClient, way: SessionRouter): () => void {
  const monitor = new SessionMonitor({
    isPresent: hasSessionCookie,
    check: checkSession,
    onLost: (words) => void endAfterTabs(words ?? expired()),
  });
  session = { cache, way, monitor, viewerId: null };
  const stops = [
    onSessionLost(() => void endAfterTabs(expired())),
    listenToTabs((message) => void receiveFromTab(message)),
    // The stream also ends for a pause or a lost membership, where the session itself lives on.
    // A sign-out that the member requested needs no check.
    onSessionEnded((reason) => {
      if (!isLeaving) void (isPausedReason(reason) ? leavePausedPortal() : checkAfterTabs());
    }),
    onPortalUnavailable(() => showPausedNotice(way.reload)),
    cache.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === keys.me[0]) recordViewer(cache.getQueryData(meQuery.queryKey));
    }),
    () => monitor.stop(),
  ];
  if (hasSessionCookie()) monitor.start();
  return () => {
    for (const stop of stops) stop();
    session = null;
  };
}

/** Waits until a sign-out has settled: the server takes no proof that may be older than it. */
export async function signOutSettled(): Promise<void> {
  const restMs = leftAt + SETTLE_MS - Date.now();
  if (restMs > 0) await new Promise((done) => setTimeout(done, restMs));
}

/** Exchanges an id token for a session, then loads its member. */
export async function openSession(idToken: string, staySignedIn: boolean): Promise<void> {
  const { cache, monitor } = current();
  if (isLeaving) throw leavingProblem();
  await signOutSettled();
  if (Date.now() - openedAt >= openPauseMs || !hasSessionCookie()) {
    await call("POST", "/api/usersSignin", { body: { idToken, staySignedIn }, quiet: true });
    openedAt = Date.now();
  }
  const me = await fetchMe(cache);
  monitor.start();
  renewPush(me?.id ?? null);
  if (me !== null) broadcastToTabs({ type: "signed-in", userId: me.id });
}

/** Cleans up after all sessions of the member were ended on request. The current screen stays. */
export function handleSessionsEnded(): void {
  const { cache, monitor } = current();
  monitor.stop();
  deleteUnsentTexts(current().viewerId);
  broadcastSignOut();
  current().viewerId = null;
  openedAt = Number.NEGATIVE_INFINITY;
  clearReturnPath();
  cache.setQueryData(meQuery.queryKey, null);
  cache.removeQueries({ predicate: isOfViewer });
  void clearOfflineData();
}

/** Starts using a session that a transfer or a verification link has already opened. */
export async function adoptSession(): Promise<void> {
  const { cache, monitor } = current();
  const me = await fetchMe(cache);
  monitor.start();
  renewPush(me?.id ?? null);
  if (me !== null) broadcastToTabs({ type: "signed-in", userId: me.id });
}

export async function signOut(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  try {
    await call("POST", "/api/usersSignout", { body: {}, quiet: true });
  } catch (error) {
    // A session that was already gone is as good as ended.
    if (!(error instanceof ProblemError && error.status === 401)) {
      isLeaving = false;
      const answered = error instanceof ProblemError && error.status !== 0;
      toast.error(
        answered ? t`Failed to logout. Please try again.` : t`Logout failed. Please try again.`,
      );
      return;
    }
  }
  leftAt = Date.now();
  deleteUnsentTexts(current().viewerId);
  broadcastSignOut();
  await leave("/login");
}

/**
 * Runs `work`, which ends all sessions of the member, then signs out and shows the message. The end
 * of the session may be reported before the response; it is then not reported twice.
 */
export async function endSessionAfter<T>(work: () => Promise<T>, words: (done: T) => string) {
  isLeaving = true;
  let said: string;
  try {
    said = words(await work());
  } catch (error) {
    isLeaving = false;
    // `work` failed. If the session ended during it, that was ignored and is handled now.
    const refused = error instanceof ProblemError && error.status === 401;
    if (refused || !hasSessionCookie()) await endSession(expired());
    throw error;
  }
  leftAt = Date.now();
  deleteUnsentTexts(current().viewerId);
  broadcastSignOut();
  await leave("/login");
  toast.info(said);
}

function broadcastSignOut() {
  endPush();
  const { viewerId } = current();
  if (viewerId !== null) broadcastToTabs({ type: "signed-out", userId: viewerId });
}

/** Handles a sign-in or sign-out in another tab, by asking the server for the current state. */
async function receiveFromTab(message: TabMessage): Promise<void> {
  const { cache, way, viewerId, monitor } = current();
  if (isLeaving) return;
  if (message.type === "signed-out") {
    if (viewerId !== message.userId) return;
    // Shown only if the server confirms that the session has ended.
    signOutMessage = signedOutElsewhere();
    await fetchMe(cache).catch(() => undefined);
    signOutMessage = null;
    return;
  }
  const me = await fetchMe(cache).catch(() => null);
  if (me === null || viewerId === me.id) return;
  // If another member signed in, `recordViewer` reloads the page.
  if (viewerId !== null) return;
  monitor.start();
  toast.info(t`You signed in as ${{ name: me.displayName }} in another tab.`);
  if (isSignInPath(way.here())) await way.go("/");
}

/** Ends the session with this message, unless another tab has already handled it. */
async function endAfterTabs(words: string): Promise<void> {
  await new Promise((done) => setTimeout(done, tabMs));
  if (session !== null) await endSession(words);
}

/** Asks the server who is signed in, unless another tab ends the visit meanwhile. */
async function checkAfterTabs(): Promise<void> {
  await new Promise((done) => setTimeout(done, tabMs));
  if (session === null || isLeaving || session.viewerId === null) return;
  await fetchMe(session.cache).catch(() => undefined);
}

/** A paused portal's sessions have ended; the screen stays until the notice replaces it. */
async function leavePausedPortal(): Promise<void> {
  isLeaving = true;
  const isPaused = await waitForPausedNotice();
  isLeaving = false;
  if (!isPaused) await checkAfterTabs();
}

/** The session is gone without the member's doing. */
export async function endSession(words: string): Promise<void> {
  const { way, viewerId } = current();
  if (isLeaving || viewerId === null) return;
  isLeaving = true;
  const path = way.here();
  await leave(staysOnScreen(path) ? null : "/login", () => rememberReturnPath(path, viewerId));
  toast.info(words);
}

/** Clears the member's data and navigates to `path`; null stays on the screen. */
async function leave(path: string | null, remember: () => void = () => undefined) {
  const { cache, way, monitor } = current();
  monitor.stop();
  current().viewerId = null;
  openedAt = Number.NEGATIVE_INFINITY;
  clearReturnPath();
  remember();
  cache.setQueryData(meQuery.queryKey, null);
  void clearOfflineData();
  try {
    if (path !== null) await way.go(path);
    // After the navigation, because a mounted screen would refetch the removed queries.
    cache.removeQueries({ predicate: isOfViewer });
  } finally {
    isLeaving = false;
  }
}

/** Returns whether a query holds data of the signed-in member: all except the one for `me`. */
const isOfViewer = (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== keys.me[0];

/** Stores the signed-in member; ends the session if there is none any more. */
function recordViewer(viewer: Me | null | undefined) {
  if (viewer === undefined || session === null) return;
  const before = session.viewerId;
  if (viewer === null) {
    if (before !== null && !isLeaving) void endSession(signOutMessage ?? expired());
    return;
  }
  session.viewerId = viewer.id;
  if (before === null || before === viewer.id) return;
  // Another member signed in from another tab: nothing on this page is theirs to see. Drafts are kept
  // by member, and those of the first are there when they come back.
  clearReturnPath();
  void clearOfflineData();
  session.way.reload();
}

/** Checks the session on the server. Returns the reason if it has ended, otherwise null. */
async function checkSession(): Promise<string | null> {
  if (isLeaving || Date.now() - leftAt < SETTLE_MS) return null;
  if (current().cache.getQueryData(meQuery.queryKey)?.viewedAs != null)
    return viewHasEnded(current().cache, expired());
  try {
    const { customToken, uid } = await call<{ customToken?: string; uid?: string }>(
      "POST",
      "/api/usersCheckAuthStatus",
      { body: {}, quiet: true },
    );
    isFailing = false;
    if (customToken === undefined || customToken === "") return t`No custom token received`;
    const { cache, viewerId } = current();
    if (uid !== undefined && viewerId !== null && uid !== viewerId) await fetchMe(cache);
    return null;
  } catch (error) {
    const status = error instanceof ProblemError ? error.status : 0;
    if (status === 401) return expired();
    if (error instanceof ProblemError && error.code === "view-as-read-only")
      return viewHasEnded(current().cache, expired());
    // Only 401 ends a session. Network errors and temporary server errors are ignored until the
    // next check; other errors are reported once.
    if (status >= 400 && ![429, 502, 503, 504].includes(status)) {
      if (!isFailing) toast.error(t`Failed to check auth status`);
      isFailing = true;
    }
    return null;
  }
}

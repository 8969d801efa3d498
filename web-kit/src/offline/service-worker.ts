/**
 * The page's side of the service worker: registration, updates, and deleting offline data. Each
 * site is an origin of its own, so nothing here reaches another site.
 */
import { isWorkerDisabled } from "../recovery/flags.ts";
import { isStartedOffline } from "./page-build.ts";
import { showAppBadge } from "./app-badge.ts";
import { isWorkerNotice, type WorkerRequest } from "./worker-messages.ts";

const WORKER_PATH = "/sw.js";
/** Time in which a new worker must become active; a slow connection downloads within it. */
const INSTALL_TIMEOUT_MS = 60_000;

/** Age until which a page counts as just loaded. */
const NEW_PAGE_MS = 30_000;

export type UpdateStep = "downloading" | "installing" | "caching" | "finalizing";

/** Registers the site's service worker, unless it is disabled. Called after the first screen. */
export function registerWorker(options: { openPath?: (path: string) => void } = {}): void {
  const workers = workersOfBrowser();
  if (workers === null || isWorkerDisabled()) return;
  workers.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isWorkerNotice(data)) options.openPath?.(data.path);
  });
  workers
    .register(WORKER_PATH, { scope: "/", updateViaCache: "none" })
    .then((registration) => {
      activateNewWorker(registration);
      return workers.ready;
    })
    .then(({ active }) => active !== null && reportFiles(active))
    // A browser that forbids workers has no offline mode; the site works without it.
    .catch(() => undefined);
}

/** Unregisters the site's worker and deletes its caches. */
export async function disableWorker(): Promise<void> {
  const { clearCaches, unregisterWorkers } = await import("../recovery/worker-reset.ts");
  await unregisterWorkers();
  await clearCaches();
}

/** Deletes everything that was stored for reading offline, on sign-out and on account change. */
export async function clearOfflineData(): Promise<void> {
  // The number on the app's icon is the person's, too.
  void showAppBadge(0);
  try {
    const { deleteOfflineData } = await import("./offline-data.ts");
    await deleteOfflineData();
  } catch {
    // Without storage there is nothing to delete.
  }
}

/**
 * Downloads the current worker and lets it take over. The page must be reloaded afterwards. Rejects
 * if the worker could not be downloaded or installed.
 */
export async function installUpdate(onStep: (step: UpdateStep) => void): Promise<void> {
  onStep("downloading");
  const registration = await workersOfBrowser()?.getRegistration();
  if (registration === undefined) {
    // Without a worker the reload loads the new build.
    for (const step of ["installing", "caching", "finalizing"] as const) onStep(step);
    return;
  }
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  onStep("installing");
  if (next !== null) await reachState(next, "installed");
  onStep("caching");
  if (next !== null) {
    send(next, { type: "take-over" });
    await reachState(next, "activated");
  }
  onStep("finalizing");
}

/** The registration for push subscriptions, or null if the site has no worker. */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | null> {
  const workers = workersOfBrowser();
  if (workers === null || isWorkerDisabled()) return null;
  if ((await workers.getRegistration()) === undefined) return null;
  // A subscription requires an active worker.
  return workers.ready;
}

/** Null where the browser has none, such as on plain HTTP. */
function workersOfBrowser(): ServiceWorkerContainer | null {
  return "serviceWorker" in navigator ? navigator.serviceWorker : null;
}

function send(worker: ServiceWorker, request: WorkerRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
  worker.postMessage(request);
}

/**
 * Lets a new worker take over if this page was just loaded: it is of the new build already. A page
 * that was open before waits for {@link installUpdate}.
 */
function activateNewWorker(registration: ServiceWorkerRegistration): void {
  if (isStartedOffline()) return;
  const takeOver = () => {
    const next = registration.waiting ?? registration.installing;
    if (next === null || registration.active === null || performance.now() > NEW_PAGE_MS) return;
    reachState(next, "installed")
      .then(() => send(next, { type: "take-over" }))
      // It is installed again with the next page.
      .catch(() => undefined);
  };
  takeOver();
  registration.addEventListener("updatefound", takeOver);
}

/**
 * Tells the worker which files this page has loaded, until the worker controls the page and sees
 * their requests itself.
 */
function reportFiles(active: ServiceWorker): void {
  const observer = new PerformanceObserver((loaded) => {
    const paths = filePaths(loaded.getEntries());
    if (paths.length > 0) send(active, { type: "keep-files", paths });
    if (navigator.serviceWorker.controller !== null) observer.disconnect();
  });
  observer.observe({ type: "resource", buffered: true });
}

function filePaths(entries: PerformanceEntryList): string[] {
  const paths = entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  return [...new Set(paths)];
}

const ORDER: readonly ServiceWorkerState[] = ["installing", "installed", "activating", "activated"];

/** Resolves when a worker has reached this state or a later one. */
function reachState(worker: ServiceWorker, wanted: ServiceWorkerState): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(
      () => failed(new Error("the worker was not installed in time")),
      INSTALL_TIMEOUT_MS,
    );
    const check = () => {
      const isFailed = worker.state === "redundant";
      if (!isFailed && ORDER.indexOf(worker.state) < ORDER.indexOf(wanted)) return;
      clearTimeout(timer);
      worker.removeEventListener("statechange", check);
      if (isFailed) failed(new Error("the worker could not be installed"));
      else done();
    };
    worker.addEventListener("statechange", check);
    check();
  });
}

/**
 * The page's side of the service worker: registration, updates, and deleting offline data. Each
 * site is an origin of its own, so nothing here reaches another site.
 */
import { isWorkerDisabled } from "../recovery/flags.ts";
import { isWorkerNotice, type WorkerRequest } from "./worker-messages.ts";

const WORKER_PATH = "/sw.js";
/** Time in which a new worker must become active; a slow connection downloads within it. */
const INSTALL_TIMEOUT_MS = 60_000;

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
    .then(() => workers.ready)
    .then(({ active }) => active !== null && send(active, keptFiles()))
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

/** The files that this page has loaded so far; the worker has not seen their requests. */
function keptFiles(): WorkerRequest {
  const paths = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
    .filter((path) => path.startsWith("/assets/"));
  return { type: "keep-files", paths: [...new Set(paths)] };
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

import { clearRecoveryFlags } from "./flags.ts";
import { recoveryState } from "./recovery-state.ts";
import { resetAndReload } from "./reset.ts";
import { clearCaches, unregisterWorkers } from "./worker-reset.ts";

/** Consecutive failures that start a recovery (A-251, G-006). */
export const FAILURES_MAX = 3;
/** Pause between the deletion of the caches and the health check. */
export const RECOVERY_PAUSE_MS = 1000;
/** A recovery that did not help is not repeated within this time. */
const REPEAT_AFTER_MS = 5 * 60_000;

let failures = 0;
let recoveredAt: number | null = null;
let running: Promise<void> | null = null;

/** The live stream delivered something, so its connection works. */
export function recordStreamSuccess(): void {
  failures = 0;
  recoveredAt = null;
}

/**
 * The live stream failed to open or broke. A lost session is no failure, and neither is a device
 * without a connection. The third in a row starts the recovery.
 */
export function recordStreamFailure(): void {
  // The worker marks a page that it answered without a connection.
  if (!navigator.onLine || document.documentElement.hasAttribute("data-offline")) return;
  failures += 1;
  if (failures < FAILURES_MAX || running !== null) return;
  if (recoveredAt !== null && Date.now() - recoveredAt < REPEAT_AFTER_MS) return;
  running = recover().finally(() => {
    running = null;
  });
}

async function recover(): Promise<void> {
  const health = await checkHealth();
  if (health === "unreachable" && !(await isWorkerAtFault())) {
    // Nothing can be reached: the worker and its caches are what keeps the app usable.
    failures = 0;
    return;
  }
  if (health === "unreachable") {
    await resetAndReload();
    return;
  }
  recoveredAt = Date.now();
  recoveryState.set("fixing");
  await unregisterWorkers();
  await clearCaches();
  clearRecoveryFlags();
  await new Promise((done) => setTimeout(done, RECOVERY_PAUSE_MS));
  const isHealthy = (await checkHealth()) === "healthy";
  recoveryState.set("idle");
  if (isHealthy) failures = 0;
  else console.warn("The connection was not restored; a reload may be needed.");
}

type Health = "healthy" | "unhealthy" | "unreachable";

async function checkHealth(): Promise<Health> {
  try {
    const response = await fetch("/api/health", { cache: "no-store" });
    return response.ok ? "healthy" : "unhealthy";
  } catch {
    return "unreachable";
  }
}

/** An update check bypasses the worker: if it works although requests fail, the worker is at fault. */
async function isWorkerAtFault(): Promise<boolean> {
  if (!("serviceWorker" in navigator) || navigator.serviceWorker.controller === null) return false;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (registration === undefined) return false;
  return registration.update().then(
    () => true,
    () => false,
  );
}

const DATABASE_FAULTS = ["terminated", "aborted", "channel"];

/** Recognises an error of the connection by its message. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const words = error.message.toLowerCase();
  return (
    words.includes("aborted binding") ||
    words.includes("write channel") ||
    (words.includes("database") && DATABASE_FAULTS.some((fault) => words.includes(fault)))
  );
}

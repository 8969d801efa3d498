import type { ComponentType } from "react";
import { deviceStorage } from "../recovery/device-storage.ts";
import { recoveryKeys } from "../recovery/keys.ts";
import { type Load, loadWithRetry } from "../recovery/load-with-retry.ts";

/** Local storage key: the time of the last failed chunk load. */
export const failedAtKey = recoveryKeys.chunkFailedAt;
// Within this time after a reload, another reload would not help.
const RELOAD_INTERVAL_MS = 60_000;

/**
 * Records a failed chunk load; returns true if a page reload may help, which is not the case within
 * a minute of the last failure.
 */
export function mayReload(): boolean {
  const last = deviceStorage.readTime(failedAtKey) ?? 0;
  deviceStorage.writeTime(failedAtKey);
  return Date.now() - last >= RELOAD_INTERVAL_MS;
}

/**
 * A route's screen, loaded on first use: `lazy: lazyScreen(() => import("…"), (m) =>
 * m.AboutScreen)`.
 */
export function lazyScreen<Module>(load: Load<Module>, pick: (module: Module) => ComponentType) {
  return { Component: async () => pick(await loadWithRetry(load)) };
}

/** The chunks to preload, with their delays after the first screen. */
export type PreloadPlan = readonly { afterMs: number; load: Load<unknown> }[];

/**
 * Preloads chunks of likely next screens while the browser is idle, unless the connection is slow.
 */
export function preload(plan: PreloadPlan): void {
  if (isSlow()) return;
  for (const { afterMs, load } of plan) {
    setTimeout(() => whenOnline(() => void load().catch(() => undefined)), afterMs);
  }
}

/** Calls `act` now, or when the browser is online again. */
function whenOnline(act: () => void): void {
  if (navigator.onLine) act();
  else addEventListener("online", act, { once: true });
}

function isSlow(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  if (typeof connection !== "object" || connection === null) return false;
  const kind: unknown = Reflect.get(connection, "effectiveType");
  return kind === "2g" || kind === "slow-2g" || Reflect.get(connection, "saveData") === true;
}

import type { ComponentType } from "react";
import { isLoadError } from "./load-errors.ts";

const delaysMs = [1000, 2000];
/** Kept on the device: when a part of the app last could not be loaded. */
export const failedAtKey = "dynamic-import-errors";
// A page that was reloaded for this a moment ago is not helped by another reload.
const reloadPauseMs = 60_000;

type Load<Module> = () => Promise<Module>;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Tries a part of the app three times; what then still fails is for the error screen, which starts the page anew. */
export async function loadWithRetry<Module>(load: Load<Module>): Promise<Module> {
  for (const delayMs of delaysMs) {
    try {
      return await load();
    } catch (error) {
      if (!isLoadError(error)) throw error;
      await wait(delayMs);
    }
  }
  return load();
}

/** Notes that a part could not be loaded; whether loading the whole page anew may help, which it does not within a minute of the last failure. */
export function mayReload(): boolean {
  const last = Number(localStorage.getItem(failedAtKey) ?? 0);
  localStorage.setItem(failedAtKey, String(Date.now()));
  return Date.now() - last >= reloadPauseMs;
}

/** A route's screen, fetched when it is first shown: `lazy: lazyScreen(() => import("…"), (m) => m.AboutScreen)`. */
export function lazyScreen<Module>(load: Load<Module>, pick: (module: Module) => ComponentType) {
  return { Component: async () => pick(await loadWithRetry(load)) };
}

/** What to fetch ahead, and how long after the first screen. */
export type PreloadPlan = readonly { afterMs: number; load: Load<unknown> }[];

/** Fetches screens likely to come next, while nothing else happens and only on a connection that bears it. */
export function preload(plan: PreloadPlan): void {
  if (isSlow()) return;
  for (const { afterMs, load } of plan) {
    setTimeout(() => whenOnline(() => void load().catch(() => undefined)), afterMs);
  }
}

/** Does it now, or when there is a network again. */
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

import type { Query, QueryClient } from "@tanstack/react-query";
import { ProblemError } from "../api/problem.ts";
import { beginChange, type StoredResponse } from "./database.ts";
import { lockNames, withLock } from "./locks.ts";
import { claimOfflineData, OWNER_KEY } from "./offline-data.ts";
import { pageBuild } from "./page-build.ts";
import { firstPages, isStoredQuery, responseLimits } from "./stored-queries.ts";

/** Changes are collected for this time. */
const COLLECT_MS = 1500;

/**
 * Stores the person's responses for reading offline, now and as they change. Returns a function
 * that stops.
 */
export function storeResponses(cache: QueryClient, viewerId: string): () => void {
  const build = pageBuild();
  const dirty = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStopped = false;
  const claimed = claimOfflineData(viewerId);
  // A blocked storage is handled where something is to be written.
  claimed.catch(() => undefined);
  const write = () => {
    timer = null;
    if (isStopped) return;
    const changes = [...dirty];
    dirty.clear();
    claimed
      .then(() => writeChanges(changes, viewerId, build))
      // The storage is full or blocked: there is less to read offline.
      .catch(() => undefined);
  };
  const add = (query: Query) => {
    if (!isStoredQuery(query.queryKey)) return;
    dirty.add(query);
    timer ??= setTimeout(write, COLLECT_MS);
  };
  const queries = cache.getQueryCache();
  for (const query of queries.getAll()) add(query);
  const stop = queries.subscribe((change) => {
    if (change.type === "updated") add(change.query);
  });
  const writeWhenHidden = () => {
    if (document.visibilityState === "hidden") write();
  };
  document.addEventListener("visibilitychange", writeWhenHidden);
  return () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    stop();
    document.removeEventListener("visibilitychange", writeWhenHidden);
  };
}

async function writeChanges(queries: readonly Query[], viewerId: string, build: string) {
  const refused = queries.filter(({ state }) => isRefusal(state.error));
  const records = queries.flatMap((query) => toRecord(query, viewerId, build) ?? []);
  // A deletion that began before waits for nothing of this page, and one that follows deletes it.
  await withLock(
    lockNames.data,
    async () => {
      const transaction = await beginChange("responses", "owner");
      const responses = transaction.objectStore("responses");
      // After a sign-out in another tab, this page's data is not stored any more.
      if ((await transaction.objectStore("owner").get(OWNER_KEY)) === viewerId) {
        await Promise.all(refused.map(({ queryHash }) => responses.delete([viewerId, queryHash])));
        await Promise.all(records.map((record) => responses.put(record)));
        let surplus = (await responses.count()) - responseLimits.count;
        let oldest = await responses.index("savedAt").openCursor();
        while (oldest !== null && (surplus > 0 || isOutdated(oldest.value))) {
          // oxlint-disable-next-line no-await-in-loop -- a cursor advances step by step
          await oldest.delete();
          surplus -= 1;
          // oxlint-disable-next-line no-await-in-loop
          oldest = await oldest.continue();
        }
      }
      await transaction.done;
    },
    "shared",
  );
}

/** Null for a query without data, and for one that is too large. */
function toRecord({ queryKey, queryHash, state }: Query, viewerId: string, build: string) {
  if (state.data === undefined || isRefusal(state.error)) return null;
  const data = firstPages(state.data);
  if (JSON.stringify(data).length > responseLimits.length) return null;
  return {
    viewerId,
    hash: queryHash,
    queryKey,
    build,
    savedAt: state.dataUpdatedAt,
    data,
  } satisfies StoredResponse;
}

/** The person may no longer see it, or it is gone. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && [403, 404, 410].includes(error.status);
}

export function isOutdated({ savedAt }: StoredResponse): boolean {
  return Date.now() - savedAt > responseLimits.ageMs;
}

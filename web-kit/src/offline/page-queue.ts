import type { QueryClient } from "@tanstack/react-query";
import { newIdempotencyKey } from "../api/idempotency-key.ts";
import { keys } from "../api/keys.ts";
import type { Me } from "../api/types.ts";
import { activeLanguage } from "../language/active-language.ts";
import type { QueuedRequest } from "./queue-request.ts";
import type { RequestQueue } from "./request-queue.ts";

const queues = new WeakMap<QueryClient, Promise<RequestQueue>>();

/** The page's queue of unsent requests. Its code is loaded after the first screen. */
export function queueOf(cache: QueryClient): Promise<RequestQueue> {
  const known = queues.get(cache);
  if (known !== undefined) return known;
  const opening = import("./open-page-queue.ts").then(({ openPageQueue }) => openPageQueue(cache));
  queues.set(cache, opening);
  // A download that failed is tried again with the next request.
  opening.catch(() => queues.delete(cache));
  return opening;
}

/** Sends a change as soon as there is a connection, in the name of the signed-in person. */
export async function queueRequest(
  cache: QueryClient,
  change: Pick<QueuedRequest, "kind" | "method" | "path" | "body"> & { item?: unknown },
): Promise<void> {
  const viewerId = cache.getQueryData<Me | null>(keys.me)?.id;
  if (viewerId === undefined) return;
  const queue = await queueOf(cache);
  await queue.add({
    ...change,
    item: change.item ?? null,
    key: newIdempotencyKey(),
    viewerId,
    language: activeLanguage(),
    created: Date.now(),
    attemptedAt: null,
    problem: null,
  });
  await queue.flushLater(viewerId);
}

import type { QueryClient } from "@tanstack/react-query";
import { noteLostSession } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Me } from "../api/types.ts";
import { toast } from "../ui/toast-store.ts";
import { isOnline } from "../ui/use-online.ts";
import { openQueueStore } from "./queue-store.ts";
import { RequestQueue } from "./request-queue.ts";
import { sendRequest } from "./send-request.ts";

/** Creates the queue of a page, with what to do about changes that no outbox shows. */
export async function openPageQueue(cache: QueryClient): Promise<RequestQueue> {
  const queue = new RequestQueue({
    store: await openQueueStore(),
    send: sendRequest,
    isOnline,
    viewerId: () => cache.getQueryData<Me | null>(keys.me)?.id ?? null,
    now: () => Date.now(),
    onSessionLost: (outcome) => {
      if (outcome.type === "later") noteLostSession(outcome.problem);
    },
    registerSync,
  });
  handleChange(queue, cache, "like", [keys.allPosts]);
  handleChange(queue, cache, "reaction", [keys.allMessages, keys.allPosts]);
  queue.handle("read-mark", {
    // The live stream brings the counts of the thread and its community.
    onSent: () => cache.invalidateQueries({ queryKey: keys.badges }),
    // The unread count returns with the next load.
    onRefused: () => undefined,
  });
  return queue;
}

/** A change that is on screen already. Its refusal restores what the server has. */
function handleChange(
  queue: RequestQueue,
  cache: QueryClient,
  kind: "like" | "reaction",
  queryKeys: readonly (readonly string[])[],
): void {
  queue.handle(kind, {
    onSent: () => Promise.resolve(),
    onRefused: ({ problem }) => {
      if (problem !== null) toast.error(problem.detail);
      for (const queryKey of queryKeys) void cache.invalidateQueries({ queryKey });
    },
  });
}

/** Background Sync (WICG), which TypeScript does not know. */
interface SyncManager {
  register: (tag: string) => Promise<void>;
}

async function registerSync(tag: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active === null || registration === undefined) return;
  await syncManagerOf(registration)?.register(tag);
}

function syncManagerOf(registration: ServiceWorkerRegistration): SyncManager | null {
  const sync: unknown = Reflect.get(registration, "sync");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- defined by the WICG draft
  return typeof sync === "object" && sync !== null ? (sync as SyncManager) : null;
}

import { publishQueueNotice } from "../offline/queue-channel.ts";
import { flushQueue, SYNC_TAG } from "../offline/flush-queue.ts";
import { readOwner } from "../offline/offline-data.ts";
import { openQueueStore } from "../offline/queue-store.ts";
import { sendRequest } from "../offline/send-request.ts";

/**
 * Sends the queue after the browser is online again, also without an open page. Rejects if a part
 * remains, so that the browser repeats it later.
 */
export async function sendInBackground(tag: string): Promise<void> {
  if (tag !== SYNC_TAG) return;
  const viewerId = await readOwner();
  if (viewerId === null) return;
  const result = await flushQueue(viewerId, {
    store: await openQueueStore(),
    send: sendRequest,
    mayContinue: async () => (await readOwner()) === viewerId,
    publish: publishQueueNotice,
    now: () => Date.now(),
  });
  if (result.isIncomplete) throw new Error("some queued requests were not sent");
}

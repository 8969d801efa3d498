import type { QueuedRequest } from "./queue-request.ts";

/** A change of the queue, for the other pages of the site. */
export type QueueNotice =
  /** The server has performed a request. */
  | { type: "sent"; request: QueuedRequest; response: unknown }
  /** Requests were added, removed or refused. */
  | { type: "changed" };

const NAME = "guildhall.queue";

/** Notifies the other pages, from the worker or from a page without a channel of its own. */
export function publishQueueNotice(notice: QueueNotice): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(notice);
  channel.close();
}

/** Calls back for the notices of the worker and of other pages. Returns a function that stops. */
export function listenToQueue(onNotice: (notice: QueueNotice) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<QueueNotice>) => onNotice(data));
  return () => channel.close();
}

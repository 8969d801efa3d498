/** A message from one tab to the browser's other tabs. */
export type TabMessage =
  | { type: "signed-in"; userId: string }
  | { type: "signed-out"; userId: string };

const name = "guildhall.session";

let channel: BroadcastChannel | null = null;

function isMessage(value: unknown): value is TabMessage {
  if (typeof value !== "object" || value === null) return false;
  const type: unknown = Reflect.get(value, "type");
  const userId: unknown = Reflect.get(value, "userId");
  return (type === "signed-in" || type === "signed-out") && typeof userId === "string";
}

/**
 * Subscribes to messages of other tabs. A message is only a hint to refetch from the server.
 * Returns a function that unsubscribes.
 */
export function listenToTabs(onMessage: (message: TabMessage) => void): () => void {
  // Without BroadcastChannel, a tab notices a change when it becomes visible again.
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const opened = new BroadcastChannel(name);
  opened.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) onMessage(data);
  });
  channel = opened;
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}

/** Notifies the other tabs, but not this one. */
export function broadcastToTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel?.postMessage(message);
}

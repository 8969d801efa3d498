/** What one tab tells the others of this browser. */
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
 * Listens to the other tabs of this browser. A message is only a hint that something has changed: the
 * server says what. Returns the way to stop.
 */
export function listenToTabs(onMessage: (message: TabMessage) => void): () => void {
  // Without it a tab learns of a change when it is looked at next.
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

/** Tells the other tabs, never this one. */
export function tellTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel?.postMessage(message);
}

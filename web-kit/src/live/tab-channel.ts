import * as z from "zod/mini";

const liveState = z.enum(["connecting", "open", "waiting", "closed"]);
const ids = z.array(z.string());

/** Messages between the tabs that share a live stream. */
const tabMessage = z.discriminatedUnion("type", [
  /** A message of the stream; `after` is the last change of the listening tab before it. */
  z.object({
    type: z.literal("event"),
    data: z.string(),
    eventId: z.string(),
    after: z.nullable(z.string()),
  }),
  /** The listening tab has heard from the server. */
  z.object({ type: z.literal("alive") }),
  z.object({
    type: z.literal("state"),
    state: liveState,
    /** The watched communities that the stream is subscribed to. */
    communities: ids,
    lastChange: z.nullable(z.string()),
  }),
  /** A new tab asks for the state of the stream, and which communities the others watch. */
  z.object({ type: z.literal("join") }),
  z.object({ type: z.literal("watch"), tab: z.string(), communities: ids }),
]);
export type TabMessage = z.infer<typeof tabMessage>;

export interface TabChannel {
  post: (message: TabMessage) => void;
  close: () => void;
}
export type OpenChannel = (name: string, onMessage: (message: TabMessage) => void) => TabChannel;

/** Opens the channel of this name to the browser's other tabs on this site. */
export const openTabChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = tabMessage.safeParse(data);
    if (message.success) onMessage(message.data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
};

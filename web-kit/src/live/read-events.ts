import { z } from "zod/mini";
import type { ThreadReadMark } from "../api/types.ts";

/** Events about the viewer's own read state, sent to all their tabs and devices. */
export type ReadEvent =
  | ({ type: "thread.read" } & ThreadReadMark)
  | { type: "community.read"; communityId: string; lastReadTimestamp: string }
  | { type: "communities.read" };

const id = z.string();

/** Schemas of the JSON events. */
export const readEvents = [
  z.object({
    type: z.literal("thread.read"),
    communityId: id,
    threadId: id,
    lastReadTimestamp: z.string(),
    unreadMessages: z.number(),
    communityUnread: z.number(),
  }),
  z.object({
    type: z.literal("community.read"),
    communityId: id,
    lastReadTimestamp: z.string(),
  }),
  z.object({ type: z.literal("communities.read") }),
] as const;

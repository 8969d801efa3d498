import { z } from "zod/mini";
import type { Person, ThreadClosure } from "../api/types.ts";

/** Changes to a thread by its community's admins and moderators. */
export type ThreadEvent =
  | {
      type: "thread.changed";
      communityId: string;
      threadId: string;
      caption: string;
      closed: ThreadClosure | null;
      pinnedPosition: number | null;
    }
  /** All pinned threads of the community in order. */
  | { type: "threads.pinned"; communityId: string; threadIds: string[] }
  | { type: "thread.moved"; communityId: string; threadId: string; toCommunityId: string }
  | { type: "thread.removed"; communityId: string; threadId: string };

const id = z.string();
const person = z.custom<Person>((value) => typeof value === "object" && value !== null);

export const threadEvents = [
  z.object({
    type: z.literal("thread.changed"),
    communityId: id,
    threadId: id,
    caption: z.string(),
    closed: z.nullable(
      z.object({ at: z.string(), by: z.nullable(person), reason: z.catch(z.string(), "") }),
    ),
    pinnedPosition: z.nullable(z.number()),
  }),
  z.object({ type: z.literal("threads.pinned"), communityId: id, threadIds: z.array(id) }),
  z.object({
    type: z.literal("thread.moved"),
    communityId: id,
    threadId: id,
    toCommunityId: id,
  }),
  z.object({ type: z.literal("thread.removed"), communityId: id, threadId: id }),
] as const;

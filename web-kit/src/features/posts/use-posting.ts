import { serverNow } from "../../api/server-clock.ts";
import { useMemo, useSyncExternalStore } from "react";
import { type Draft, draftPlace, drafts, picturesOf, sentAs } from "./drafts.ts";
import { toContent } from "./markup.ts";
import type { PendingPost } from "./outbox.ts";
import { draftOf, useOutbox } from "./use-outbox.ts";

export interface Posting {
  /** The viewer's own unsaved posts in the thread. */
  pending: readonly PendingPost[];
  /** A request is in flight, so no other may start. */
  busy: boolean;
  /** Returns false if the post could not be accepted now. */
  send: (draft: Draft) => boolean;
  edit: (pending: PendingPost) => void;
  discard: (pending: PendingPost) => void;
}

export function usePosting(place: {
  viewerId: string;
  communityId: string;
  threadId: string;
}): Posting {
  const { viewerId, communityId, threadId } = place;
  const outbox = useOutbox();
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const pending = useMemo(
    () => all.filter((held) => held.threadId === threadId && held.viewerId === viewerId),
    [all, threadId, viewerId],
  );
  return {
    pending,
    busy: outbox.inFlight,
    send: (draft) =>
      outbox.submit({
        key: sentAs(draft).key,
        viewerId,
        communityId,
        threadId,
        parentPostId: draft.replyTo?.parentPostId ?? null,
        replyTo: draft.replyTo?.name ?? null,
        draft: draft.text,
        content: toContent(draft.text),
        images: picturesOf(draft).flatMap((picture) => picture.image ?? []),
        created: new Date(serverNow()).toISOString(),
      }),
    edit: (held) => {
      const taken = outbox.withdraw(held.key);
      if (taken !== null) drafts.giveBack(draftPlace(viewerId, threadId), draftOf(taken));
    },
    discard: (held) => void outbox.withdraw(held.key),
  };
}

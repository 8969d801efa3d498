import { serverNow } from "../../api/server-clock.ts";
import { useMemo, useSyncExternalStore } from "react";
import { isOnline } from "../../ui/use-online.ts";
import { type Draft, draftKey, drafts, picturesOf, submissionOf } from "./drafts.ts";
import { toContent } from "./markup.ts";
import type { PendingPost } from "./outbox.ts";
import { toDraft, useOutbox } from "./use-outbox.ts";

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
    () => all.filter((cached) => cached.threadId === threadId && cached.viewerId === viewerId),
    [all, threadId, viewerId],
  );
  return {
    pending,
    busy: outbox.inFlight,
    send: (draft) => {
      if (outbox.inFlight && isOnline()) return false;
      outbox.submit({
        key: submissionOf(draft).key,
        viewerId,
        communityId,
        threadId,
        parentPostId: draft.replyTo?.parentPostId ?? null,
        replyTo: draft.replyTo?.name ?? null,
        draft: draft.text,
        content: toContent(draft.text),
        images: picturesOf(draft).flatMap((picture) => picture.image ?? []),
        created: new Date(serverNow()).toISOString(),
      });
      return true;
    },
    edit: (cached) =>
      void outbox.withdraw(cached.key).then((taken) => {
        if (taken !== null) drafts.giveBack(draftKey(viewerId, threadId), toDraft(taken));
      }),
    discard: (cached) => void outbox.withdraw(cached.key),
  };
}

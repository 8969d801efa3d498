import { t } from "@lingui/core/macro";
import { type RefObject, useMemo, useSyncExternalStore } from "react";
import { serverNow } from "../../api/server-clock.ts";
import { isOnline } from "../../ui/use-online.ts";
import { picturesOf } from "./draft-parts.ts";
import { type Draft, draftKey, submissionOf } from "./drafts.ts";
import { filesOf } from "./files/draft-file.ts";
import { toContent } from "./markup.ts";
import type { PendingPost } from "./outbox.ts";
import { toNewPoll } from "./polls/draft-poll.ts";
import { toDraft, useOutbox } from "./use-outbox.ts";
import { useWithdrawal, type Withdrawal } from "./use-withdrawal.ts";

export interface Posting {
  /** The viewer's own unsaved posts in the thread. */
  pending: readonly PendingPost[];
  /** A request is in flight, so no other may start. */
  busy: boolean;
  /** Returns false if the post could not be accepted now. */
  send: (draft: Draft) => boolean;
  withdrawal: Withdrawal<PendingPost>;
}

export function usePosting(place: {
  viewerId: string;
  communityId: string;
  threadId: string;
  area: RefObject<HTMLTextAreaElement | null>;
}): Posting {
  const { viewerId, communityId, threadId, area } = place;
  const outbox = useOutbox();
  const withdrawal = useWithdrawal({
    outbox,
    place: draftKey(viewerId, threadId),
    area,
    toDraft,
    discarded: t`Post discarded`,
  });
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
        files: filesOf(draft).flatMap((file) => file.stored ?? []),
        poll: draft.poll === undefined ? null : toNewPoll(draft.poll),
        created: new Date(serverNow()).toISOString(),
      });
      return true;
    },
    withdrawal,
  };
}

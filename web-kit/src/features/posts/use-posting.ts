import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { addPost, type Pages } from "../../live/reducers.ts";
import { toast } from "../../ui/toast-store.ts";
import { asDrafted } from "./draft-pictures.ts";
import { type Draft, draftPlace, drafts, picturesOf, sentAs, sentUnder } from "./drafts.ts";
import { toContent } from "./markup.ts";
import { isLeaving } from "./leaving.ts";
import { Outbox, type PendingPost } from "./outbox.ts";
import { createPost } from "./queries.ts";

export interface Posting {
  /** This member's own unsaved posts in the thread. */
  pending: readonly PendingPost[];
  /** Something is on its way, so nothing else may start. */
  busy: boolean;
  /** False when the post could not be taken now. */
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
  const outbox = outboxOf(useQueryClient());
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const pending = useMemo(
    () => all.filter((held) => held.threadId === threadId && held.viewerId === viewerId),
    [all, threadId, viewerId],
  );
  useEffect(() => {
    const flush = () => outbox.flush(viewerId);
    flush();
    window.addEventListener("online", flush);
    return () => window.removeEventListener("online", flush);
  }, [outbox, viewerId]);
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
        created: new Date().toISOString(),
      }),
    edit: (held) => {
      const taken = outbox.withdraw(held.key);
      if (taken !== null) drafts.giveBack(draftPlace(viewerId, threadId), draftOf(taken));
    },
    discard: (held) => void outbox.withdraw(held.key),
  };
}

const outboxes = new WeakMap<QueryClient, Outbox>();

function outboxOf(cache: QueryClient): Outbox {
  const known = outboxes.get(cache);
  if (known !== undefined) return known;
  const outbox = new Outbox({
    send: createPost,
    isOnline: () => navigator.onLine,
    isLeaving,
    store: window.localStorage,
    onSaved: (pending, post) =>
      cache.setQueryData<Pages<Post>>(
        keys.posts(pending.communityId, pending.threadId),
        (pages) => pages && addPost(pages, post),
      ),
    onFailed: (pending, problem) => {
      drafts.giveBack(draftPlace(pending.viewerId, pending.threadId), draftOf(pending));
      toast.error(failureOf(pending, problem));
      // Refused for who they are here: a timeout or a lost membership is not on screen yet.
      if (problem instanceof ProblemError && problem.status === 403) {
        void cache.invalidateQueries({ queryKey: keys.community(pending.communityId) });
      }
    },
  });
  outboxes.set(cache, outbox);
  return outbox;
}

function draftOf(pending: PendingPost): Draft {
  const { key, parentPostId, replyTo, draft, images } = pending;
  return sentUnder(key, {
    text: draft,
    replyTo: parentPostId === null ? null : { parentPostId, name: replyTo ?? "a post" },
    pictures: images.map(asDrafted),
  });
}

function failureOf(pending: PendingPost, problem: unknown): string {
  if (problem instanceof ProblemError && problem.status < 500) return problem.detail;
  return pending.parentPostId === null ? "Failed to create post" : "Failed to create reply";
}

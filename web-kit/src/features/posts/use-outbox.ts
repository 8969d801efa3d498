import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import { changePosts } from "../../live/change-posts.ts";
import { addPost } from "../../live/reducers.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "../accounts/queries.ts";
import { toDraftPicture } from "./draft-pictures.ts";
import { type Draft, draftKey, drafts, withSubmission } from "./drafts.ts";
import { isUnloading } from "./page-unload.ts";
import { Outbox, type PendingPost } from "./outbox.ts";
import { browserStore, removedPostKey } from "./outbox-store.ts";
import { createPost } from "./queries.ts";

/**
 * Sends the member's queued posts on any screen, now and whenever the connection returns. Null for
 * visitors.
 */
export function useSendWaiting(viewerId: string | null): void {
  const outbox = useOutbox();
  useEffect(() => {
    if (viewerId === null) return;
    const flush = () => outbox.flush(viewerId);
    flush();
    window.addEventListener("online", flush);
    return () => window.removeEventListener("online", flush);
  }, [outbox, viewerId]);
}

export function useOutbox(): Outbox {
  return outboxOf(useQueryClient());
}

const outboxes = new WeakMap<QueryClient, Outbox>();

function outboxOf(cache: QueryClient): Outbox {
  const known = outboxes.get(cache);
  if (known !== undefined) return known;
  const outbox = new Outbox({
    send: createPost,
    isOnline: () => navigator.onLine,
    viewerId: () => cache.getQueryData(meQuery.queryKey)?.id ?? null,
    isUnloading,
    store: browserStore(),
    onSaved: (pending, post) => {
      changePosts(cache, pending, (pages) => addPost(pages, post));
      // The cache notifies its observers asynchronously; this callback is scheduled after them.
      return new Promise((told) => notifyManager.schedule(told));
    },
    onFailed: (pending, problem) => {
      drafts.giveBack(draftKey(pending.viewerId, pending.threadId), toDraft(pending));
      toast.error(failureOf(pending, problem));
      // 403: a timeout or a lost membership that this page does not show yet.
      if (problem instanceof ProblemError && problem.status === 403) {
        void cache.invalidateQueries({ queryKey: keys.community(pending.communityId) });
      }
    },
  });
  // A post that another tab has sent or withdrawn must not be sent from this tab.
  addEventListener("storage", (event) => {
    const key = removedPostKey(event);
    if (key !== null) outbox.withdraw(key);
  });
  outboxes.set(cache, outbox);
  return outbox;
}

/** Converts a pending post back to a draft. */
export function toDraft(pending: PendingPost): Draft {
  const { key, parentPostId, replyTo, draft, images } = pending;
  return withSubmission(key, {
    text: draft,
    replyTo: parentPostId === null ? null : { parentPostId, name: replyTo ?? "a post" },
    pictures: images.map(toDraftPicture),
  });
}

function failureOf(pending: PendingPost, problem: unknown): string {
  if (problem instanceof ProblemError && problem.status < 500) return problem.detail;
  return pending.parentPostId === null ? "Failed to create post" : "Failed to create reply";
}

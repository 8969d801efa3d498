import { t } from "@lingui/core/macro";
import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { changePosts } from "../../live/change-posts.ts";
import { addPost } from "../../live/reducers.ts";
import { Outbox } from "../../offline/outbox.ts";
import { queueOf } from "../../offline/page-queue.ts";
import type { RequestQueue } from "../../offline/request-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import { toDraftPicture } from "./draft-pictures.ts";
import { type Draft, draftKey, drafts, withSubmission } from "./drafts.ts";
import { toDraftFile } from "./files/draft-files.ts";
import { earlierPosts } from "./earlier-outbox.ts";
import { readPost, type NewPost, type PendingPost, type PostOutbox } from "./outbox.ts";
import { toDraftPoll } from "./polls/draft-poll.ts";
import { isUnloading } from "./page-unload.ts";
import { createPostRequest } from "./queries.ts";

/**
 * Sends everything that the member has queued on any screen, now and whenever the connection
 * returns. Null for visitors.
 */
export function useSendWaiting(viewerId: string | null): void {
  const outbox = useOutbox();
  useEffect(() => {
    if (viewerId === null) return;
    // Without its code the queue stays as it is, until the next page or connection.
    const flush = () => void outbox.flush(viewerId).catch(() => undefined);
    flush();
    window.addEventListener("online", flush);
    return () => window.removeEventListener("online", flush);
  }, [outbox, viewerId]);
}

export function useOutbox(): PostOutbox {
  return outboxOf(useQueryClient());
}

const outboxes = new WeakMap<QueryClient, PostOutbox>();

function outboxOf(cache: QueryClient): PostOutbox {
  const known = outboxes.get(cache);
  if (known !== undefined) return known;
  const outbox: PostOutbox = new Outbox<PendingPost, Post>({
    kind: "post",
    laneOf: () => "posts",
    toRequest: createPostRequest,
    readItem: readPost,
    send: (post) => {
      const { path, body } = createPostRequest(post);
      return call<Post>("POST", path, { body, idempotencyKey: post.key });
    },
    openQueue: async () => {
      const queue = await queueOf(cache);
      await adoptEarlierPosts(queue);
      return queue;
    },
    isOnline,
    isUnloading,
    onSaved: (pending, post) => {
      changePosts(cache, pending, (pages) => addPost(pages, post));
      // The cache notifies its observers asynchronously; this callback is scheduled after them.
      return new Promise((told) => notifyManager.schedule(told));
    },
    onFailed: (failed, problem) => {
      for (const pending of failed) returnToComposer(cache, pending, problem);
    },
  });
  outboxes.set(cache, outbox);
  return outbox;
}

function returnToComposer(cache: QueryClient, pending: NewPost, problem: unknown): void {
  drafts.giveBack(draftKey(pending.viewerId, pending.threadId), toDraft(pending));
  toast.error(failureOf(pending, problem));
  // 403: a timeout or a lost membership that this page does not show yet.
  if (problem instanceof ProblemError && problem.status === 403) {
    void cache.invalidateQueries({ queryKey: keys.community(pending.communityId) });
  }
  // 409: the thread was closed, which this page does not show yet.
  if (problem instanceof ProblemError && problem.status === 409) {
    const { communityId, threadId } = pending;
    void cache.invalidateQueries({ queryKey: keys.thread(communityId, threadId) });
  }
}

/** Moves posts of an earlier release into the queue. */
async function adoptEarlierPosts(queue: RequestQueue): Promise<void> {
  const { posts, remove } = earlierPosts(localStorage);
  for (const post of posts) {
    // oxlint-disable-next-line no-await-in-loop -- the order of writing is kept
    await queue.add({
      ...createPostRequest(post),
      key: post.key,
      viewerId: post.viewerId,
      kind: "post",
      item: post,
      created: Date.parse(post.created),
      attemptedAt: null,
      problem: null,
    });
  }
  remove();
}

/** Converts a pending post back to a draft. */
export function toDraft(pending: NewPost): Draft {
  const { key, parentPostId, replyTo, draft, images, files, poll } = pending;
  return withSubmission(key, {
    text: draft,
    replyTo: parentPostId === null ? null : { parentPostId, name: replyTo ?? t`a post` },
    pictures: images.map(toDraftPicture),
    files: files.map(toDraftFile),
    ...(poll !== null && { poll: toDraftPoll(poll) }),
  });
}

function failureOf(pending: NewPost, problem: unknown): string {
  if (problem instanceof ProblemError && problem.status < 500) return problem.detail;
  return pending.parentPostId === null ? t`Failed to create post` : t`Failed to create reply`;
}

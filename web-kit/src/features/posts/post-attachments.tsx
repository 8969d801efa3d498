import { lazy, Suspense } from "react";
import type { Post } from "../../api/types.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { PostFiles } from "./files/post-files.tsx";
import { pollHeight } from "./polls/poll-height.ts";
import { PostPictures } from "./post-pictures.tsx";
import { PostPreviews } from "./previews/post-previews.tsx";
import { useMayManage } from "./use-may-manage.ts";

const PostPoll = lazy(async () => ({
  default: (await loadWithRetry(() => import("./polls/post-poll.tsx"))).PostPoll,
}));

/** What a post contains below its text: pictures, poll, files and link previews. */
export function PostAttachments({ post, own }: { post: Post; own: boolean }) {
  const { poll, previews } = post;
  const isManageable = poll !== null || previews.length > 0;
  return (
    <>
      <PostPictures images={post.images} />
      <PostFiles files={post.files} />
      {isManageable && <ManagedAttachments {...{ post, own }} />}
    </>
  );
}

/** Those that the author and the admins of the community can end. */
function ManagedAttachments({ post, own }: { post: Post; own: boolean }) {
  const { poll } = post;
  const mayManage = useMayManage(post, own);
  return (
    <>
      {poll !== null && (
        <Suspense fallback={<div style={{ height: pollHeight(poll) }} />}>
          <PostPoll {...{ post, poll, mayManage }} />
        </Suspense>
      )}
      <PostPreviews {...{ post, mayManage }} />
    </>
  );
}

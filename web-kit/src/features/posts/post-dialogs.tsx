import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Post, RemovedPost } from "../../api/types.ts";
import { changePosts } from "../../live/change-posts.ts";
import { removePost } from "../../live/reducers.ts";
import { toast } from "../../ui/toast-store.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { RemovalDialog } from "../reports/removal-dialog.tsx";
import { ReportDialog } from "../reports/report-dialog.tsx";
import { deletePost } from "./queries.ts";

export type PostAction = "delete" | "remove" | "report";

const FAILED = t`Failed to delete post`;

/** The confirmation dialog of a post action. */
export function PostDialog(props: { action: PostAction; post: Post; onClose: () => void }) {
  const { action, post, onClose } = props;
  const cache = useQueryClient();
  const takeAway = (gone: RemovedPost) =>
    changePosts(cache, gone, (pages) => removePost(pages, gone));
  if (action === "report") {
    return (
      <ReportDialog subject="post" endpoint={`/api/posts/${post.id}/reports`} onClose={onClose} />
    );
  }
  if (action === "remove") {
    return (
      <RemovalDialog<RemovedPost>
        subject="post"
        endpoint={`/api/posts/${post.id}/removal`}
        failed={FAILED}
        onRemoved={takeAway}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      danger
      title={t`Delete this post?`}
      text={
        post.replyCount === 0
          ? t`This deletes it for everyone and cannot be undone.`
          : t`Its text is deleted for everyone, and its replies stay. This cannot be undone.`
      }
      confirm={t`Delete`}
      failed={FAILED}
      run={async () => {
        const gone = await deletePost(post.id);
        toast.success(t`Post deleted`);
        takeAway(gone);
      }}
      onClose={onClose}
    />
  );
}

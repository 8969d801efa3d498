import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import type { Article } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { deleteArticle } from "./queries.ts";

export interface DeleteDialogProps {
  article: Article;
  /** Removes the article from the screen. */
  onDeleted: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms the deletion of an article and its comments. */
export function DeleteDialog({ article, onDeleted, onClose }: DeleteDialogProps) {
  const cache = useQueryClient();
  const run = async () => {
    // Requests still in flight would answer 404.
    await cache.cancelQueries({ queryKey: keys.article(article.id) });
    await deleteArticle(article.id);
    toast.success(t`Insight deleted`);
    await onDeleted();
  };
  return (
    <ConfirmDialog
      danger
      title={t`Delete this Insight?`}
      text={t`This deletes it for everyone, with its comments, likes and reactions.`}
      confirm={t`Delete`}
      failed={t`Failed to delete article`}
      {...{ run, onClose }}
    />
  );
}

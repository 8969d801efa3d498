import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Article, ArticleComment } from "../../api/types.ts";
import { dropComment } from "../../live/articles.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RichText } from "../posts/rich-text.tsx";
import { deleteComment } from "./queries.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../communities/manage/confirm-dialog.tsx")).ConfirmDialog,
}));

export interface CommentRowProps {
  article: Article;
  comment: ArticleComment;
  own: boolean;
  /** Its author, and whoever looks after the community. */
  mayDelete: boolean;
}

export function CommentRow({ article, comment, own, mayDelete }: CommentRowProps) {
  const { author } = comment;
  return (
    <div className="flex gap-3 py-2.5">
      <span className="mt-0.5">
        <Avatar name={author.displayName} src={author.profilePicture} size={32} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-x-1.5 text-14">
          <span className="truncate font-semibold" dir="auto">
            {own ? "You" : author.displayName}
          </span>
          {author.isVerified && !own && <VerifiedTick size={13} />}
          <RelativeTime time={comment.created} className="shrink-0 text-12 text-ink-3" />
        </p>
        <RichText html={comment.content} className="mt-0.5 text-15" />
      </div>
      {mayDelete && <DeleteButton {...{ article, comment, own }} />}
    </div>
  );
}

function DeleteButton(props: { article: Article; comment: ArticleComment; own: boolean }) {
  const { article, comment, own } = props;
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteComment(article.id, comment.id),
    onSuccess: () => {
      dropComment(cache, article.id, comment.id);
      void cache.invalidateQueries({ queryKey: keys.article(article.id) });
    },
  });
  return (
    <>
      <IconButton
        size="sm"
        label={own ? "Delete your comment" : `Delete the comment of ${comment.author.displayName}`}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <Suspense>
        {asking && (
          <ConfirmDialog
            danger
            title="Delete this comment?"
            text="It goes for everybody who reads this Insight."
            confirm="Delete"
            failed="Failed to delete comment"
            run={() => mutateAsync()}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}

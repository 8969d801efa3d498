import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Article, ArticleComment } from "../../api/types.ts";
import { dropComment } from "../../live/articles.ts";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { TypedText } from "../posts/typed-text.tsx";
import { commentRemovalPath, deleteComment } from "./queries.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../forms/confirm-dialog.tsx")).ConfirmDialog,
}));
const RemovalDialog = lazy(async () => ({
  default: (await import("../reports/removal-dialog.tsx")).RemovalDialog,
}));

export interface CommentRowProps {
  article: Article;
  comment: ArticleComment;
  own: boolean;
  /** True if the viewer moderates the community. */
  mayModerate: boolean;
}

export function CommentRow({ article, comment, own, mayModerate }: CommentRowProps) {
  const { author } = comment;
  return (
    <div className="flex gap-3 py-2.5">
      <span className="mt-0.5">
        <PersonPicture person={author} size={32} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-x-1.5 text-14">
          <PersonTrigger person={author} className="truncate font-semibold">
            {own ? t`You` : undefined}
          </PersonTrigger>
          {author.isVerified && !own && <VerifiedTick size={13} />}
          {!own && <AffiliationBadges affiliations={author.affiliations} className="shrink-2" />}
          <RelativeTime time={comment.created} className="shrink-0 text-12 text-ink-3" />
        </p>
        <TypedText text={comment.content} className="mt-0.5 text-15" />
      </div>
      {own && <DeleteButton {...{ article, comment }} />}
      {!own && mayModerate && <RemoveButton {...{ article, comment }} />}
    </div>
  );
}

interface ButtonProps {
  article: Article;
  comment: ArticleComment;
}

/** Deletes the viewer's own comment after a confirmation. */
function DeleteButton({ article, comment }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  const drop = useDropComment(article.id, comment.id);
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteComment(article.id, comment.id),
    onSuccess: drop,
  });
  return (
    <>
      <IconButton
        size="sm"
        label={t`Delete your comment`}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <Suspense>
        {asking && (
          <ConfirmDialog
            danger
            title={t`Delete this comment?`}
            text={t`This deletes it for everyone who reads this Insight.`}
            confirm={t`Delete`}
            failed={t`Failed to delete comment`}
            run={() => mutateAsync()}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Removes another member's comment after asking for a reason. */
function RemoveButton({ article, comment }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  const drop = useDropComment(article.id, comment.id);
  const name = comment.author.displayName;
  return (
    <>
      <IconButton
        size="sm"
        label={t`Remove the comment of ${name}`}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <Suspense>
        {asking && (
          <RemovalDialog
            subject="comment"
            endpoint={commentRemovalPath(article.id, comment.id)}
            failed={t`Failed to delete comment`}
            onRemoved={drop}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Removes a deleted comment from the cache. */
function useDropComment(articleId: string, commentId: string): () => void {
  const cache = useQueryClient();
  return () => {
    dropComment(cache, articleId, commentId);
    void cache.invalidateQueries({ queryKey: keys.article(articleId) });
  };
}

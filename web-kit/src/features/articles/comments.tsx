import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Article, ArticleComment, Community, Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { QueryContent } from "../communities/query-content.tsx";
import { PaneFailure } from "../communities/pane-failure.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentRow } from "./comment-row.tsx";
import { mayWrite } from "./may-write.ts";
import { commentsQuery } from "./queries.ts";

/** Estimated height of a comment in pixels. */
const ROW_HEIGHT_PX = 68;

export interface CommentsProps {
  article: Article;
  me: Me;
  /** Null while loading. */
  community: Community | null;
}

/** An article's comments, oldest first, with a form for a new one. */
export function Comments({ article, me, community }: CommentsProps) {
  const query = useInfiniteQuery(commentsQuery(article.id));
  return (
    <section aria-label={t`Comments`} className="mt-8">
      <h2 className="text-16 font-semibold">
        {t`Comments`}
        <span className="ms-1.5 text-13 font-medium text-ink-3 tabular-nums">
          {article.commentCount}
        </span>
      </h2>
      <QueryContent
        query={query}
        skeleton={<CommentsSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="comments" onRetry={retry} />
        )}
      >
        {(data) => (
          <CommentList
            comments={data.pages.flatMap((page) => page.items)}
            more={query}
            {...{ article, me, community }}
          />
        )}
      </QueryContent>
      {query.hasNextPage && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >{t`Show more comments`}</Button>
      )}
      {community !== null && <CommentComposer {...{ article, community, me }} />}
    </section>
  );
}

interface CommentListProps extends CommentsProps {
  comments: readonly ArticleComment[];
  more: NextPages;
}

function CommentList(props: CommentListProps) {
  const { article, me, community, more } = props;
  const comments = useMemo(() => withoutDuplicates(props.comments), [props.comments]);
  if (comments.length === 0) {
    return <p className="mt-2 text-14 text-ink-3">{t`No comments yet.`}</p>;
  }
  return (
    <LongList
      label={t`Comments`}
      items={comments}
      idOf={({ id }) => id}
      rowHeight={ROW_HEIGHT_PX}
      more={more}
      className="mt-2"
    >
      {(comment) => (
        <CommentRow
          {...{ article, comment }}
          own={comment.authorId === me.id}
          mayModerate={community?.viewer.mayModerate === true}
        />
      )}
    </LongList>
  );
}

/** The viewer's new comment is appended before its page is loaded, so it may occur twice. */
function withoutDuplicates(comments: readonly ArticleComment[]): ArticleComment[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()];
}

function CommentComposer({ article, me, community }: CommentsProps & { community: Community }) {
  if (mayWrite(community)) return <CommentForm {...{ article }} viewerId={me.id} />;
  return (
    <Note className="mt-4">
      {community.viewer.isMember
        ? t`You are currently timed out from this community`
        : t`Only members can write here.`}
    </Note>
  );
}

function CommentsSkeleton() {
  return (
    <LoadingRegion label={t`Loading comments`} className="mt-4 flex flex-col gap-5">
      {["w-[70%]", "w-[52%]"].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-2.5 w-32" />
            <Skeleton className={`h-3 ${width}`} />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

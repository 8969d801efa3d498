import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useParams } from "react-router";
import { ProblemError } from "../../api/problem.ts";
import type { Article, Community, Me } from "../../api/types.ts";
import { useLive, useWatchCommunity } from "../../live/use-live.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/note.tsx";
import { useMe } from "../accounts/queries.ts";
import { QueryContent } from "../communities/query-content.tsx";
import { PaneFailure } from "../communities/pane-failure.tsx";
import { communityQuery } from "../communities/queries.ts";
import { ArticleActions } from "./article-actions.tsx";
import { ArticleHead } from "./article-head.tsx";
import { ReactionBar } from "./reaction-bar.tsx";
import { ArticleSkeleton } from "./article-skeleton.tsx";
import { ArticleText } from "./article-text.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Comments } from "./comments.tsx";
import { insightsPath } from "./may-write.ts";
import { articleQuery } from "./queries.ts";

/** One article with its reactions and comments (C-090, C-091). */
export function ArticleScreen() {
  const me = useMe();
  const { articleId = "" } = useParams();
  return me === null ? null : <OpenedArticle key={articleId} {...{ me, articleId }} />;
}

function OpenedArticle({ me, articleId }: { me: Me; articleId: string }) {
  useLive(me.id);
  const phone = !useIsDesktop();
  const query = useQuery(articleQuery(articleId));
  const article = query.data;
  const communityId = article?.communityId ?? "";
  const known = useQuery({ ...communityQuery(communityId), enabled: communityId !== "" });
  const community = known.data ?? null;
  useWatchCommunity(me, community);
  const mayModerate = community?.viewer.mayModerate === true;
  return (
    <ReadingPage
      width="narrow"
      title={t`Article`}
      back={article === undefined ? "/communities" : insightsPath(article.communityId)}
      {...(article !== undefined &&
        phone && { actions: <ArticleActions {...{ article, mayModerate }} phone /> })}
    >
      <Title>{article?.title ?? t`Article`}</Title>
      <QueryContent
        query={query}
        skeleton={<ArticleSkeleton />}
        renderFailure={(error, retry) => <ArticleError {...{ error, retry }} />}
      >
        {(data) => <ArticleReader article={data} {...{ me, community, mayModerate, phone }} />}
      </QueryContent>
    </ReadingPage>
  );
}

interface ArticleReaderProps {
  article: Article;
  me: Me;
  /** Null while loading. */
  community: Community | null;
  mayModerate: boolean;
  phone: boolean;
}

function ArticleReader({ article, me, community, mayModerate, phone }: ArticleReaderProps) {
  return (
    <>
      {!phone && (
        <div className="flex items-center gap-3">
          <Breadcrumbs communityId={article.communityId} name={community?.name ?? null} />
          <span className="ms-auto -me-2 flex">
            <ArticleActions {...{ article, mayModerate, phone }} />
          </span>
        </div>
      )}
      <article className="md:mt-4">
        <ArticleHead article={article} />
        {article.flaggedForReview && (
          <Note
            tone="warning"
            className="mt-4"
          >{t`This Insight was reported and is awaiting review.`}</Note>
        )}
        <ArticleText html={article.html} className="mt-6" />
        <ReactionBar article={article} />
      </article>
      <Comments {...{ article, me, community }} />
    </>
  );
}

/** A missing and a hidden article look the same; other errors can be retried. */
function ArticleError({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ProblemError && error.status === 404) {
    return (
      <EmptyState
        className="py-16"
        heading="h1"
        picture="stair"
        title={error.detail}
        text={t`It was deleted or is for members of its community only.`}
        action={
          <ButtonLink
            to="/articles"
            icon={<SearchX size={15} aria-hidden />}
          >{t`All Insights`}</ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <h1 className="sr-only">{t`Article`}</h1>
      <PaneFailure error={error} what="articles" onRetry={retry} className="py-16" />
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useParams } from "react-router";
import { loadFailure } from "../../api/loading.ts";
import { ProblemError } from "../../api/problem.ts";
import type { SharedArticle } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { share } from "../../shell/share.ts";
import { Title } from "../../shell/title.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { formatDate } from "../../ui/time.ts";
import { useMe } from "../accounts/queries.ts";
import { ArticleSkeleton } from "./article-skeleton.tsx";
import { ArticleText } from "./article-text.tsx";
import { sharedArticleQuery } from "./queries.ts";

/** The public page of an article (C-015, G-081). */
export function SharedScreen() {
  const { articleId = "" } = useParams();
  const { data, error, refetch } = useQuery(sharedArticleQuery(articleId));
  return (
    <ReadingPage width="narrow" title={t`Article`} back="/">
      {data === undefined ? (
        <>
          <Title>{t`Article`}</Title>
          {error === null ? (
            <ArticleSkeleton />
          ) : (
            <SharedArticleError {...{ error }} onRetry={refetch} />
          )}
        </>
      ) : (
        <SharedArticleView article={data} />
      )}
    </ReadingPage>
  );
}

function SharedArticleView({ article }: { article: SharedArticle }) {
  return (
    <>
      {/* One canonical address per article, on every site (P-22). */}
      <link rel="canonical" href={article.canonicalUrl} />
      <Title>{article.title}</Title>
      <article>
        <h1 className="display text-24 wrap-anywhere md:text-30">
          <bdi>{article.title}</bdi>
        </h1>
        <p className="mt-2 text-13 text-ink-3">
          <PersonName name={article.authorName} />
          {article.communityName !== null && (
            <bdi className="meta-dot">{article.communityName}</bdi>
          )}
          <span className="meta-dot">{formatDate(article.created)}</span>
        </p>
        <Home canonicalUrl={article.canonicalUrl} />
        <ArticleText html={article.html} className="mt-6" />
      </article>
      <div className="mt-8 flex flex-wrap gap-2 border-t border-line-soft pt-5">
        <ReadAsMember path={article.path} />
        <Button
          size="lg"
          icon={<Share2 size={16} aria-hidden />}
          onClick={() => void share(article.title)}
        >{t`Share`}</Button>
      </div>
    </>
  );
}

/** Names the article's portal when it is read on another site. */
function Home({ canonicalUrl }: { canonicalUrl: string }) {
  const { host } = new URL(canonicalUrl);
  if (host === location.host) return null;
  return (
    <p className="mt-1 text-13 text-ink-3">
      <Trans>
        Published on{" "}
        <a href={canonicalUrl} className="link">
          {host}
        </a>
      </Trans>
    </p>
  );
}

function ReadAsMember({ path }: { path: string }) {
  const me = useMe();
  return (
    <ButtonLink size="lg" variant="primary" to={path}>
      {me === null ? t`Sign in to comment` : t`Read the comments`}
    </ButtonLink>
  );
}

/**
 * Not shared or not found: the public must not learn which (G-081). A member may be able to read
 * it.
 */
function NotShared() {
  const { articleId = "" } = useParams();
  const me = useMe();
  return (
    <EmptyState
      className="py-16"
      heading="h1"
      picture="stair"
      title={t`This Insight is not public`}
      text={t`It does not exist, or its author has not made it public. Members of its community can read Insights that are not public.`}
      action={
        <ButtonLink size="lg" variant="primary" to={`/articles/${encodeURIComponent(articleId)}`}>
          {me === null ? t`Sign in to read` : t`Open it`}
        </ButtonLink>
      }
    />
  );
}

function SharedArticleError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (error instanceof ProblemError && error.status === 404) return <NotShared />;
  return (
    <ErrorState
      className="py-16"
      title={loadFailure(error, "articles")}
      onRetry={() => void onRetry()}
    />
  );
}

import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import { ProblemError } from "../api/problem.ts";
import type { Article, ArticleComment, ArticleSummary } from "../api/types.ts";
import type { ArticleEvent } from "./article-events.ts";
import { updateCached } from "./pending-updates.ts";
import { addLast, dropItems, hasItem, mapItems, type Pages } from "./reducers.ts";

/** Applies article events to the query cache. */
export function applyArticle(cache: QueryClient, event: ArticleEvent): void {
  const { communityId, articleId } = event;
  switch (event.type) {
    case "article.created":
      void cache.invalidateQueries({ queryKey: keys.articles(communityId) });
      // The community's heading shows the number of articles.
      void cache.invalidateQueries({ queryKey: keys.community(communityId), exact: true });
      return;
    case "article.updated":
      void cache.invalidateQueries({ queryKey: keys.articles(communityId) });
      void cache.invalidateQueries({ queryKey: keys.article(articleId) });
      return;
    case "article.removed":
      dropArticle(cache, communityId, articleId);
      void cache.invalidateQueries({ queryKey: keys.community(communityId), exact: true });
      return;
    case "comment.created":
      changeArticle(cache, event, { commentCount: event.commentCount });
      if (!hasCachedComment(cache, articleId, event.commentId)) {
        void cache.invalidateQueries({ queryKey: keys.comments(articleId) });
      }
      return;
    case "comment.removed":
      changeArticle(cache, event, { commentCount: event.commentCount });
      dropComment(cache, articleId, event.commentId);
  }
}

/**
 * Updates an article in its community's list and in its own entry. The new values are absolute,
 * such as the number of comments, so that an event may be applied twice.
 */
export function changeArticle(
  cache: QueryClient,
  { communityId, articleId }: { communityId: string; articleId: string },
  change: Partial<ArticleSummary>,
): void {
  updateCached<Article>(cache, keys.article(articleId), (cached) => ({ ...cached, ...change }));
  updateCached<Pages<ArticleSummary>>(cache, keys.articles(communityId), (pages) =>
    mapItems(pages, (item) => (item.id === articleId ? { ...item, ...change } : item)),
  );
}

/**
 * Marks a deleted article as not found, as the server would answer. The entries stay in the cache,
 * because screens that are still mounted would request them again.
 */
export function dropArticle(cache: QueryClient, communityId: string, articleId: string): void {
  updateCached<Pages<ArticleSummary>>(cache, keys.articles(communityId), (pages) =>
    dropItems(pages, (item) => item.id === articleId),
  );
  for (const queryKey of [keys.article(articleId), keys.comments(articleId)]) {
    const open = cache.getQueryCache().find({ queryKey });
    void open?.cancel({ silent: true });
    open?.setState({ data: undefined, status: "error", fetchStatus: "idle", error: isMissing() });
  }
}

function hasCachedComment(cache: QueryClient, articleId: string, commentId: string): boolean {
  const cached = cache.getQueryData<Pages<ArticleComment>>(keys.comments(articleId));
  return cached !== undefined && hasItem(cached, commentId);
}

/** Appends the viewer's own new comment to the loaded pages. */
export function addComment(cache: QueryClient, articleId: string, comment: ArticleComment): void {
  updateCached<Pages<ArticleComment>>(cache, keys.comments(articleId), (pages) =>
    addLast(pages, comment),
  );
}

/** Removes a comment from the loaded pages. */
export function dropComment(cache: QueryClient, articleId: string, commentId: string): void {
  updateCached<Pages<ArticleComment>>(cache, keys.comments(articleId), (pages) =>
    dropItems(pages, (item) => item.id === commentId),
  );
}

function isMissing(): ProblemError {
  return new ProblemError({
    status: 404,
    code: "article-not-found",
    detail: t`Article not found`,
    errors: [],
    retryAfter: null,
  });
}

import { serverNow } from "../../api/server-clock.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  Article,
  ArticleChange,
  ArticleComment,
  ArticleDraft,
  ArticleLike,
  ArticleReactions,
  ArticleSummary,
  NewArticle,
  Page,
  SharedArticle,
} from "../../api/types.ts";

const ARTICLES_PAGE = 10;
const COMMENTS_PAGE = 50;

const articlePath = (articleId: string) => `/api/articles/${encodeURIComponent(articleId)}`;

/** A community's articles, newest first. */
export const articlesQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keys.articles(communityId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<ArticleSummary>>("GET", `/api/communities/${communityId}/articles`, {
        signal,
        query: { cursor: pageParam, limit: ARTICLES_PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const articleQuery = (articleId: string) =>
  queryOptions({
    queryKey: keys.article(articleId),
    queryFn: ({ signal }) => call<Article>("GET", articlePath(articleId), { signal }),
  });

/** An article's comments, oldest first. */
export const commentsQuery = (articleId: string) =>
  infiniteQueryOptions({
    queryKey: keys.comments(articleId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<ArticleComment>>("GET", `${articlePath(articleId)}/comments`, {
        signal,
        query: { cursor: pageParam, limit: COMMENTS_PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Visitors use this as well, so a refusal must not end a session. */
export const sharedArticleQuery = (articleId: string) =>
  queryOptions({
    queryKey: keys.sharedArticle(articleId),
    queryFn: ({ signal }) =>
      call<SharedArticle>("GET", `/api/shared/${encodeURIComponent(articleId)}`, {
        signal,
        quiet: true,
      }),
  });

/** The key of a draft: one per article, and one per community for the next article. */
export type DraftTarget = { communityId: string } | { articleId: string };

/** The part of an article that a draft contains. */
export interface DraftText {
  title: string;
  content: string;
}

function draftPath(target: DraftTarget): string {
  return "articleId" in target
    ? `${articlePath(target.articleId)}/draft`
    : `/api/communities/${target.communityId}/article-draft`;
}

interface DraftAnswer {
  draft: ArticleDraft | null;
}

export const draftQuery = (target: DraftTarget) =>
  queryOptions({
    queryKey:
      "articleId" in target ? keys.draft(target.articleId) : keys.newDraft(target.communityId),
    queryFn: async ({ signal }) =>
      (await call<DraftAnswer>("GET", draftPath(target), { signal })).draft,
    // The editor always starts from the server's current version.
    staleTime: 0,
    gcTime: 0,
  });

export async function saveDraft(target: DraftTarget, text: DraftText): Promise<string> {
  const { draft } = await call<DraftAnswer>("PUT", draftPath(target), { body: text });
  return draft?.updatedAt ?? new Date(serverNow()).toISOString();
}

export function deleteDraft(target: DraftTarget): Promise<null> {
  return call<null>("DELETE", draftPath(target));
}

export function createArticle(
  communityId: string,
  body: NewArticle,
  idempotencyKey: string,
): Promise<Article> {
  return call<Article>("POST", `/api/communities/${communityId}/articles`, {
    body,
    idempotencyKey,
  });
}

export function editArticle(articleId: string, body: ArticleChange): Promise<Article> {
  return call<Article>("PATCH", articlePath(articleId), { body });
}

export function deleteArticle(articleId: string): Promise<null> {
  return call<null>("DELETE", articlePath(articleId));
}

export function toggleLike(articleId: string): Promise<ArticleLike> {
  return call<ArticleLike>("POST", `${articlePath(articleId)}/like`, { body: {} });
}

export function toggleReaction(articleId: string, emoji: string): Promise<ArticleReactions> {
  return call<ArticleReactions>("POST", `${articlePath(articleId)}/reactions`, {
    body: { emoji },
  });
}

export function writeComment(
  articleId: string,
  content: string,
  idempotencyKey: string,
): Promise<ArticleComment> {
  return call<ArticleComment>("POST", `${articlePath(articleId)}/comments`, {
    body: { content },
    idempotencyKey,
  });
}

export function deleteComment(articleId: string, commentId: string): Promise<null> {
  return call<null>("DELETE", `${articlePath(articleId)}/comments/${commentId}`);
}

/** The endpoint that removes another member's comment. */
export function commentRemovalPath(articleId: string, commentId: string): string {
  return `${articlePath(articleId)}/comments/${commentId}/removal`;
}

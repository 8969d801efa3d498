import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";
import { sharedArticleQuery } from "./queries.ts";

/** Insights for members: read, write and edit (C-016). */
export function articlesRoutes(): RouteObject[] {
  return [
    {
      path: "articles",
      lazy: lazyScreen(
        () => import("./articles-screen.tsx"),
        (module) => module.ArticlesScreen,
      ),
    },
    {
      path: "articles/new",
      lazy: lazyScreen(
        () => import("./editor/new-screen.tsx"),
        (module) => module.NewArticleScreen,
      ),
    },
    {
      path: "articles/edit/:articleId",
      lazy: lazyScreen(
        () => import("./editor/edit-screen.tsx"),
        (module) => module.EditArticleScreen,
      ),
    },
    {
      path: "articles/:articleId",
      lazy: lazyScreen(
        () => import("./article-screen.tsx"),
        (module) => module.ArticleScreen,
      ),
    },
  ];
}

/** The public page of a shared Insight (C-015). */
export function sharedArticleRoute(cache: QueryClient): RouteObject {
  return {
    path: "shared/:articleId",
    loader: async ({ params }) => {
      await cache.prefetchQuery(sharedArticleQuery(params.articleId ?? ""));
      return null;
    },
    lazy: lazyScreen(
      () => import("./shared-screen.tsx"),
      (module) => module.SharedScreen,
    ),
  };
}

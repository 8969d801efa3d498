import { z } from "zod/mini";

/** What is told of articles. Their words are fetched by whoever may read them. */
export type ArticleEvent =
  | {
      type: "article.created" | "article.updated" | "article.removed";
      communityId: string;
      articleId: string;
    }
  | {
      type: "comment.created" | "comment.removed";
      communityId: string;
      articleId: string;
      commentId: string;
      commentCount: number;
    };

const id = z.string();

/** How they read on the wire. */
export const articleEvents = [
  z.object({
    type: z.enum(["article.created", "article.updated", "article.removed"]),
    communityId: id,
    articleId: id,
  }),
  z.object({
    type: z.enum(["comment.created", "comment.removed"]),
    communityId: id,
    articleId: id,
    commentId: id,
    commentCount: z.number(),
  }),
] as const;

import { z } from "zod/mini";

/** Events about articles. They contain ids only; clients fetch the texts that they may read. */
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

/** Schemas of the JSON events. */
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

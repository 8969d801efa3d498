import { t } from "@lingui/core/macro";
import { ProblemError } from "./problem.ts";

/** Kinds of lists. */
export type Loadable = "posts" | "threads" | "communities" | "articles" | "comments";

/** The error message of a list by the kind of failure. */
export function loadFailure(error: unknown, what: Loadable): string {
  if (error instanceof ProblemError) {
    if (error.status === 403) return DENIED[what]();
    if (error.code === "unavailable") return error.detail;
  }
  return FAILED[what]();
}

const DENIED: Record<Loadable, () => string> = {
  posts: () => t`Unable to load posts. Please check your permissions.`,
  threads: () => t`Unable to load threads. Please check your permissions.`,
  communities: () => t`Unable to load communities. Please check your permissions.`,
  articles: () => t`Unable to load articles. Please check your permissions.`,
  comments: () => t`Unable to load comments. Please check your permissions.`,
};

const FAILED: Record<Loadable, () => string> = {
  posts: () => t`Failed to load posts. Please try again.`,
  threads: () => t`Failed to load threads. Please try again.`,
  communities: () => t`Failed to load communities. Please try again.`,
  articles: () => t`Failed to load articles. Please try again.`,
  comments: () => t`Failed to load comments. Please try again.`,
};

/** The cursor of the first page. */
export const firstPage: string | null = null;

import { ProblemError } from "./problem.ts";

/** What there are lists of. */
export type Loadable = "posts" | "threads" | "communities" | "articles" | "comments";

/** What a list says when it could not be loaded, by the kind of failure. */
export function loadFailure(error: unknown, what: Loadable): string {
  if (error instanceof ProblemError) {
    if (error.status === 403) return `Unable to load ${what}. Please check your permissions.`;
    if (error.code === "unavailable") return error.detail;
  }
  return `Failed to load ${what}. Please try again.`;
}

/** Where a list starts: the first page has no cursor. */
export const firstPage: string | null = null;

import { t } from "@lingui/core/macro";
import { ProblemError } from "./problem.ts";

/** Kinds of lists. */
export type Loadable = "posts" | "threads" | "communities" | "articles" | "comments";

/** The error message of a list by the kind of failure. */
export function loadFailure(error: unknown, what: Loadable): string {
  if (error instanceof ProblemError) {
    if (error.status === 403) return t`Unable to load ${what}. Please check your permissions.`;
    if (error.code === "unavailable") return error.detail;
  }
  return t`Failed to load ${what}. Please try again.`;
}

/** The cursor of the first page. */
export const firstPage: string | null = null;

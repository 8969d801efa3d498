import { t } from "@lingui/core/macro";
import type { Report, ReportStatus } from "../../api/types.ts";
import { postPath } from "../posts/post-path.ts";

/** A kind of content that moderators remove; comments are not reported. */
export type ReportSubject = Report["subjectKind"] | "comment";

type ReportedKind = Report["subjectKind"];

/** Names of the kinds of reported content. */
export const SUBJECT_LABELS: Record<ReportedKind, string> = {
  post: t({ message: "post", context: "kind of the reported content" }),
  article: t`Insight`,
};

export const SHOW_LABELS: Record<ReportedKind, string> = {
  post: t`Show post`,
  article: t`Show Insight`,
};

/** Titles of the dialog that reports content. */
export const REPORT_TITLES: Record<ReportedKind, string> = {
  post: t`Report this post?`,
  article: t`Report this Insight?`,
};

/** Titles of the dialog that removes content, and its messages. */
export const REMOVAL_LABELS: Record<ReportSubject, { title: string; done: string }> = {
  post: { title: t`Remove this post?`, done: t`This post has been removed` },
  article: { title: t`Remove this Insight?`, done: t`This Insight has been removed` },
  comment: { title: t`Remove this comment?`, done: t`This comment has been removed` },
};

/** Labels of the buttons of a report for screen readers, with the content's author. */
export const actionLabels = (kind: ReportedKind, author: string) =>
  kind === "post"
    ? {
        show: t`Show post of ${author}`,
        remove: t`Remove post of ${author}`,
        dismiss: t`Dismiss report about post of ${author}`,
        resolve: t`Resolve report about post of ${author}`,
      }
    : {
        show: t`Show Insight of ${author}`,
        remove: t`Remove Insight of ${author}`,
        dismiss: t`Dismiss report about Insight of ${author}`,
        resolve: t`Resolve report about Insight of ${author}`,
      };

/** Empty states of the lists. */
export const EMPTY_LABELS: Record<ReportStatus, { title: string; text: string }> = {
  open: { title: t`No open reports`, text: t`Reports by members appear here.` },
  resolved: { title: t`No resolved reports`, text: t`Reports that led to an action.` },
  dismissed: { title: t`No dismissed reports`, text: t`Reports that needed no action.` },
};

/** Path to the reported content; null if it was deleted. */
export function reportedPath(report: Report): string | null {
  const { subjectKind, subjectId, communityId, threadId, excerpt } = report;
  if (excerpt === null) return null;
  if (subjectKind === "article") return `/articles/${subjectId}`;
  return threadId === null ? null : postPath({ communityId, threadId, id: subjectId });
}

export function removalPath({ subjectKind, subjectId }: Report): string {
  return `/api/${subjectKind}s/${subjectId}/removal`;
}

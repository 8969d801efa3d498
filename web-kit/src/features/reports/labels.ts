import { t } from "@lingui/core/macro";
import type { Report, ReportStatus } from "../../api/types.ts";
import { postPath } from "../posts/post-path.ts";

/** Names of the kinds of reported content. */
export const SUBJECT_LABELS: Record<Report["subjectKind"], string> = {
  post: "post",
  article: t`Insight`,
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

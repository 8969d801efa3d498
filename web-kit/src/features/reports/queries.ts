import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { Report, Reports, ReportSent, ReportStatus } from "../../api/types.ts";

const PAGE = 20;

function reports(key: readonly string[], path: string, status: ReportStatus) {
  return infiniteQueryOptions({
    queryKey: [...key, status],
    queryFn: ({ pageParam, signal }) =>
      call<Reports>("GET", path, {
        signal,
        query: { status, cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The reports of a community, newest first. */
export const communityReportsQuery = (communityId: string, status: ReportStatus) =>
  reports(keys.communityReports(communityId), `/api/communities/${communityId}/reports`, status);

/** The reports of all communities, for staff. */
export const allReportsQuery = (status: ReportStatus) =>
  reports(keys.allReports, "/api/staff/reports", status);

/** The number of open reports in a queue, from its latest response. */
export function useOpenReports(queue: ReturnType<typeof reports>): number {
  return useInfiniteQuery(queue).data?.pages[0]?.openCount ?? 0;
}

/** Reports the object of `endpoint` to the moderators of its community. */
export function sendReport(endpoint: string, reason: string, idempotencyKey: string) {
  return call<ReportSent>("POST", endpoint, { body: { reason }, idempotencyKey });
}

/** Removes the object of `endpoint`, as a moderator of its community. */
export function removeReported<Gone>(endpoint: string, reason: string) {
  return call<Gone>("POST", endpoint, { body: { reason } });
}

export type ReportAction = "dismiss" | "resolve";

export function handleReport({ id }: Report, action: ReportAction) {
  return call<Report>("POST", `/api/reports/${id}/${action}`);
}

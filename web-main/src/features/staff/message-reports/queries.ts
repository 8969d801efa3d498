import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { firstPage } from "@guildhall/web-kit/api/loading.ts";
import type {
  MessageReport,
  MessageReportDetails,
  MessageReports,
} from "@guildhall/web-kit/api/message-types.ts";
import type { ReportStatus } from "@guildhall/web-kit/api/types.ts";

const path = "/api/staff/message-reports";

/** Reports of messages, newest first. */
export const messageReportsQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: [...keys.messageReports, status],
    queryFn: ({ pageParam, signal }) =>
      call<MessageReports>("GET", path, { signal, query: { status, cursor: pageParam } }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The reported message and its neighbours. Loaded once, because each request is audited. */
export const reportedMessageQuery = (reportId: string) =>
  queryOptions({
    queryKey: keys.reportedMessage(reportId),
    queryFn: ({ signal }) => call<MessageReportDetails>("GET", `${path}/${reportId}`, { signal }),
    staleTime: Infinity,
    retry: false,
  });

export type ReportAction = "resolve" | "dismiss";

export const handleMessageReport = ({ id }: MessageReport, action: ReportAction) =>
  call<MessageReport>("POST", `${path}/${id}/${action}`);

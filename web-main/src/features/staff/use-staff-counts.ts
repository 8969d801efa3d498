import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { allReportsQuery, useOpenReports } from "@guildhall/web-kit/features/reports/queries.ts";
import { messageReportsQuery } from "./message-reports/queries.ts";
import { usePermission } from "./permissions.ts";
import { overviewQuery } from "./queries.ts";
import type { StaffCounts } from "./sections.ts";

/** The pending counts next to the sections; only those that the viewer's role includes. */
export function useStaffCounts(): StaffCounts {
  const enabled = usePermission("moderation");
  const overview = useQuery(overviewQuery).data;
  const openReports = useOpenReports({ ...allReportsQuery("open"), enabled });
  const messages = useInfiniteQuery({ ...messageReportsQuery("open"), enabled });
  return { overview, openReports, openMessageReports: messages.data?.pages[0]?.openCount ?? 0 };
}

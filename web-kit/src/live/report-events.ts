import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** Events about reports, for staff and the community's moderators. */
export type ReportEvent =
  | { type: "report.opened" | "report.closed"; communityId: string }
  | { type: "message-report.changed"; messageReportId: string };

export const reportEvents = [
  z.object({ type: z.enum(["report.opened", "report.closed"]), communityId: z.string() }),
  z.object({ type: z.literal("message-report.changed"), messageReportId: z.string() }),
] as const;

/**
 * Invalidates the report queues with their counts, and the articles, which show a mark while a
 * report is open.
 */
export function applyReport(cache: QueryClient, event: ReportEvent): void {
  if (event.type === "message-report.changed") {
    void cache.invalidateQueries({ queryKey: keys.messageReports });
    return;
  }
  const { communityId } = event;
  void cache.invalidateQueries({ queryKey: keys.communityReports(communityId) });
  void cache.invalidateQueries({ queryKey: keys.allReports });
  void cache.invalidateQueries({ queryKey: keys.articles(communityId) });
  void cache.invalidateQueries({ queryKey: keys.openArticles });
}

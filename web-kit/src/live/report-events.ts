import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** What is told of reports, to staff and to those who look after the community. */
export interface ReportEvent {
  type: "report.opened" | "report.closed";
  communityId: string;
}

export const reportEvents = [
  z.object({ type: z.enum(["report.opened", "report.closed"]), communityId: z.string() }),
] as const;

/**
 * Loads the queues anew that show it, with them how many are open, and the articles: one bears a mark
 * while a report of it is open.
 */
export function applyReport(cache: QueryClient, { communityId }: ReportEvent): void {
  void cache.invalidateQueries({ queryKey: keys.communityReports(communityId) });
  void cache.invalidateQueries({ queryKey: keys.allReports });
  void cache.invalidateQueries({ queryKey: keys.articles(communityId) });
  void cache.invalidateQueries({ queryKey: keys.openArticles });
}

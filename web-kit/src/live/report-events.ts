import type { QueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { keys } from "../api/keys.ts";

/** What is told of reports: to staff at once, to those who look after a community as a notice. */
export type ReportEvent =
  | { type: "report.opened" | "report.closed"; communityId: string }
  | {
      type: "notification.created";
      communityId: string | null;
      notification: { data: { reportId?: string | undefined } };
    };

const about = z.catch(z.object({ reportId: z.optional(z.string()) }), {});

export const reportEvents = [
  z.object({ type: z.enum(["report.opened", "report.closed"]), communityId: z.string() }),
  z.object({
    type: z.literal("notification.created"),
    communityId: z.nullable(z.string()),
    notification: z.object({ data: about }),
  }),
] as const;

/** Loads anew the queues that show it, and the articles: one bears a mark while a report of it is open. */
export function applyReport(cache: QueryClient, event: ReportEvent): void {
  if (event.communityId === null) return;
  if (event.type === "notification.created" && event.notification.data.reportId === undefined) {
    return;
  }
  void cache.invalidateQueries({ queryKey: keys.communityReports(event.communityId) });
  void cache.invalidateQueries({ queryKey: keys.allReports });
  void cache.invalidateQueries({ queryKey: keys.articles(event.communityId) });
  void cache.invalidateQueries({ queryKey: keys.openArticles });
}

import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { ActivityItem, ActivityPage } from "../../api/types.ts";

/** The tabs in order (C-112). */
export const tabs = ["all", "communities", "admin", "system"] as const;

export type ActivityTab = (typeof tabs)[number];

/** The tab named in the address, or all. */
export function parseTab(word: string): ActivityTab {
  return tabs.find((tab) => tab === word) ?? "all";
}

/** Page size (C-112). */
const PAGE = 15;

/** The unread or the read notifications of a tab. */
export const activityQuery = (tab: ActivityTab, state: "unread" | "read") =>
  infiniteQueryOptions({
    queryKey: keys.activityTab(tab, state),
    queryFn: ({ pageParam, signal }) =>
      call<ActivityPage>("GET", "/api/activity", {
        signal,
        query: { category: tab, state, cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const markItemRead = (id: string) => call<ActivityItem>("POST", `/api/activity/${id}/read`);

export interface ClearedActivity {
  lastClearedTimestamp: string;
  restorableUntil: string;
}

export const clearActivity = () => call<ClearedActivity>("POST", "/api/activity/clear");

export const restoreActivity = () => call<null>("POST", "/api/activity/restore");

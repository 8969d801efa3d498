import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { CommunityAnalytics } from "../../../api/types.ts";

/** A community's figures over so many days, by the reader's own clock. */
export const analyticsQuery = (communityId: string, days: number) =>
  queryOptions({
    queryKey: [...keys.analytics(communityId), days],
    queryFn: ({ signal }) =>
      call<CommunityAnalytics>("GET", `/api/communities/${communityId}/analytics`, {
        signal,
        query: { days, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
  });

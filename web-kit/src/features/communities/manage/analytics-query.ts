import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { CommunityAnalytics } from "../../../api/types.ts";

/** Timeout of the analytics query (C-133). */
const REQUEST_TIMEOUT_MS = 15_000;

/** A community's analytics for a number of days in the viewer's time zone. */
export const analyticsQuery = (communityId: string, days: number) =>
  queryOptions({
    queryKey: [...keys.analytics(communityId), days],
    queryFn: ({ signal }) => read(communityId, days, signal),
  });

async function read(communityId: string, days: number, signal: AbortSignal) {
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    return await call<CommunityAnalytics>("GET", `/api/communities/${communityId}/analytics`, {
      signal: AbortSignal.any([signal, limit]),
      query: { days, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
  } catch (error) {
    // Not reported as a network error, which would be retried: after this wait the user decides.
    throw limit.aborted ? new Error("the figures took too long", { cause: error }) : error;
  }
}

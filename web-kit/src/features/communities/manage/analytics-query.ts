import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { CommunityAnalytics } from "../../../api/types.ts";

/** How long the figures may take (C-133). */
const LIMIT_MS = 15_000;

/** A community's figures over so many days, by the reader's own clock. */
export const analyticsQuery = (communityId: string, days: number) =>
  queryOptions({
    queryKey: [...keys.analytics(communityId), days],
    queryFn: ({ signal }) => read(communityId, days, signal),
  });

async function read(communityId: string, days: number, signal: AbortSignal) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await call<CommunityAnalytics>("GET", `/api/communities/${communityId}/analytics`, {
      signal: AbortSignal.any([signal, limit]),
      query: { days, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
  } catch (error) {
    // Not a lost network, which would be tried again: whoever waited that long decides themselves.
    throw limit.aborted ? new Error("the figures took too long", { cause: error }) : error;
  }
}

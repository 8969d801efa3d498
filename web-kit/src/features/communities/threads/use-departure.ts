import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { keys } from "../../../api/keys.ts";
import type { Thread } from "../../../api/types.ts";
import { type Departure, onDeparture } from "../../../live/thread-departures.ts";
import { toast } from "../../../ui/toast-store.ts";
import { threadLocationQuery } from "./queries.ts";

/**
 * When the open thread leaves its community: follows it to where the viewer may read it, or leads
 * back to the community.
 */
export function useDeparture(communityId: string, threadId: string): void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    let isHandled = false;
    let isClosed = false;
    const lead = async (departure: Departure) => {
      const moved = departure.toCommunityId !== null;
      const found = moved ? await find(cache, threadId) : null;
      if (isClosed) return;
      toast.info(departureText(moved, found));
      await navigate(
        found === null
          ? `/communities/${communityId}`
          : `/communities/${found.communityId}/threads/${threadId}`,
        { replace: true },
      );
    };
    const stop = onDeparture((departure) => {
      const isThis = departure.threadId === threadId && departure.communityId === communityId;
      if (!isThis || isHandled) return;
      isHandled = true;
      void lead(departure);
    });
    return () => {
      isClosed = true;
      stop();
    };
  }, [cache, navigate, communityId, threadId]);
}

async function find(cache: QueryClient, threadId: string): Promise<Thread | null> {
  try {
    const found = await cache.fetchQuery(threadLocationQuery(threadId));
    cache.setQueryData(keys.thread(found.communityId, threadId), found);
    return found;
  } catch {
    // The viewer may not read it there, or the connection is lost.
    return null;
  }
}

function departureText(moved: boolean, found: Thread | null): string {
  if (!moved) return t`This thread has been removed`;
  return found === null
    ? t`This thread has been moved to another community`
    : t`This thread has been moved here`;
}

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { FeedItem } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { feedQuery } from "./queries.ts";

/** Message when the feed could not be loaded (C-130). */
export const FEED_LOAD_FAILED = t`Failed to load community feed`;

export interface FeedState {
  items: FeedItem[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** Reloads the feed; loaded posts stay, so an error is shown next to them. */
  read: () => Promise<void>;
}

export function useFeed(): FeedState {
  const { data, error, refetch, isFetching } = useQuery(feedQuery);
  const read = async () => {
    const { isError } = await refetch();
    if (isError && data !== undefined) toast.error(FEED_LOAD_FAILED);
  };
  return { items: data, error, isFetching, read };
}

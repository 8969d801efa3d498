import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { PagedQuery } from "../../ui/paged.tsx";
import { toast } from "../../ui/toast-store.ts";
import { announcementIn } from "./announcement-address.ts";

/**
 * The announcement that the address names (`#announcement-…`), or null. It is scrolled into view
 * once it is loaded; further pages are loaded until then.
 *
 * @param ids The loaded announcements.
 */
export function useNamedAnnouncement(
  query: Pick<PagedQuery<unknown>, "data" | "error" | "hasNextPage" | "isFetchingNextPage"> & {
    fetchNextPage: () => unknown;
  },
  ids: readonly string[],
): string | null {
  const { hash, key } = useLocation();
  const named = announcementIn(hash);
  const shown = useRef<string | null>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isLoaded = query.data !== undefined;
  const isHere = named !== null && ids.includes(named);
  const canLoadMore = hasNextPage && query.error === null;
  const address = `${key}${hash}`;
  useEffect(() => {
    if (named === null || !isLoaded || shown.current === address) return;
    if (!isHere && canLoadMore) {
      if (!isFetchingNextPage) void fetchNextPage();
      return;
    }
    shown.current = address;
    if (isHere)
      document.getElementById(`announcement-${named}`)?.scrollIntoView({ block: "center" });
    else toast.error(t`This announcement is not listed any more.`);
  }, [named, address, isLoaded, isHere, canLoadMore, isFetchingNextPage, fetchNextPage]);
  return named;
}

/** The frame of the announcement that the address names. */
export const namedClass = "ring-2 ring-brand-line forced-colors:outline";

import { useEffect } from "react";
import { useSearchParams } from "react-router";

/** The part of an infinite query that loads further rows. */
interface RowPages {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => unknown;
}

export interface TargetRowProps {
  ref?: (row: HTMLElement | null) => void;
  tabIndex?: number;
  "data-target"?: true;
}

/**
 * The row that the address names, such as `?entry=…`: an item of the overview leads to it. Loads
 * pages until the row is there, and moves the focus to it. Returns the props of a row.
 */
export function useTargetRow(
  param: string,
  shown: readonly string[],
  pages: RowPages,
): (id: string) => TargetRowProps {
  const target = useSearchParams()[0].get(param);
  const isMissing = target !== null && !shown.includes(target);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  return (id) => (id === target ? TARGET : {});
}

/** A stable function: the row is focused once, when it appears. */
const TARGET: TargetRowProps = {
  ref: (row) => row?.focus(),
  tabIndex: -1,
  "data-target": true,
};

/** Classes of a row that may be a target. */
export const targetClass = "data-target:bg-selected";

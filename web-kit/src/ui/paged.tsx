import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

/** The part of an infinite query that a list needs. */
export interface PagedQuery<Item> {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

export interface PagedProps<Item> {
  query: PagedQuery<Item>;
  /** Shown while the first page loads. */
  waiting: ReactNode;
  /** Shown if the first page failed; loaded pages stay. */
  failure: string | ((error: Error) => string);
  empty: ReactNode;
  /** Label of the button that loads the next page. */
  more?: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** A paged list in its loading, error, empty and loaded states. */
export function Paged<Item>(props: PagedProps<Item>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = props.query;
  if (data === undefined) {
    if (error === null) return props.waiting;
    const { failure } = props;
    return (
      <ErrorState
        className="py-16"
        title={typeof failure === "string" ? failure : failure(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return props.empty;
  return (
    <>
      {props.children(items)}
      {hasNextPage && (
        <div className="flex justify-center pt-5">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {props.more ?? t`Show more`}
          </Button>
        </div>
      )}
    </>
  );
}

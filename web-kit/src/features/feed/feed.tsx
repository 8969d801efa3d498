import { t } from "@lingui/core/macro";
import type { RefObject } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { FeedItemRow } from "../posts/feed-item-row.tsx";
import { NewPosts } from "./new-posts.tsx";
import { FEED_LOAD_FAILED, type FeedState } from "./use-feed.ts";

export interface FeedProps {
  feed: FeedState;
  /** The heading above the posts. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** True if it is part of a page with its own heading and picture. */
  isPart?: boolean;
}

/** The latest posts by others, with a notice about newer ones. */
export function Feed({ feed, heading, isPart = false }: FeedProps) {
  return (
    <>
      <NewPosts
        onShow={() => {
          // The button disappears; the loaded posts are below the heading.
          heading.current?.focus();
          void feed.read();
        }}
      />
      <Posts {...{ feed, isPart }} />
    </>
  );
}

function Posts({ feed, isPart }: { feed: FeedState; isPart: boolean }) {
  const { items, error, read } = feed;
  if (items === undefined && error !== null) {
    return <ErrorState className="py-16" title={FEED_LOAD_FAILED} onRetry={() => void read()} />;
  }
  if (items === undefined) return <FeedSkeleton />;
  if (items.length === 0) return <EmptyFeed isPart={isPart} />;
  return (
    <ul aria-label={t`Latest posts`} className="mt-4 divide-y divide-line-soft md:-mx-3">
      {items.map((item) => (
        <FeedItemRow key={item.id} item={item} heading={isPart ? "h3" : "h2"} />
      ))}
    </ul>
  );
}

function EmptyFeed({ isPart }: { isPart: boolean }) {
  return (
    <EmptyState
      className="py-12"
      picture={isPart ? null : "square"}
      title={t`Nothing new yet`}
      text={t`Posts by others in your communities appear here.`}
      action={<ButtonLink to="/communities" variant="primary">{t`Go to communities`}</ButtonLink>}
    />
  );
}

function FeedSkeleton() {
  return (
    <LoadingRegion className="mt-4 flex flex-col divide-y divide-line-soft">
      {["a", "b", "c", "d"].map((row) => (
        <div key={row} className="flex gap-3 py-4">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-44" />
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3.5 w-full max-w-[66ch]" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { PagedQuery } from "../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import type { ActivityItem } from "../../api/types.ts";
import { ItemRow } from "./item-row.tsx";
import { useKeptFocus } from "./kept-focus.ts";
import { useReadItem } from "./use-activity.ts";
import { groupIntoSections } from "./labels.ts";

export interface ActivityListProps {
  unread: PagedQuery<ActivityItem>;
  read: PagedQuery<ActivityItem>;
}

/** A tab's items: those that need an answer, the unread ones, and the read ones. */
export function ActivityList({ unread, read }: ActivityListProps) {
  const markRead = useReadItem();
  const list = useRef<HTMLDivElement>(null);
  const noteFocus = useKeptFocus(list);
  if (unread.data === undefined || read.data === undefined) {
    const failed = [unread, read].filter(({ error }) => error !== null);
    if (failed.length === 0) return <ActivitySkeleton />;
    return (
      <ErrorState
        className="py-16"
        title={t`Failed to load activity`}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    );
  }
  const pages = [...unread.data.pages, ...read.data.pages];
  const more = { asked: null, new: unread, earlier: read };
  const sections = groupIntoSections(pages.flatMap(({ items }) => items)).filter(
    ({ id, items }) => items.length > 0 || more[id]?.hasNextPage === true,
  );
  if (sections.length === 0) {
    return (
      <EmptyState
        className="py-16"
        picture="oculus"
        title={t`You are up to date`}
        text={t`Replies, requests and announcements appear here.`}
      />
    );
  }
  return (
    <div ref={list} data-activity onFocus={({ target }) => noteFocus(target)}>
      {sections.map(({ id, title, items }) => (
        <section key={id} aria-label={title}>
          <h2 className="pt-6 pb-1 text-12 font-strong text-ink-3 max-md:-mx-1 max-md:pt-4">
            {title}
          </h2>
          <ul aria-label={title} className="divide-y divide-line-soft max-md:-mx-5">
            {items.map((item) => (
              <ItemRow key={item.id} item={item} onRead={markRead} />
            ))}
          </ul>
          <LoadMore query={more[id]} />
        </section>
      ))}
    </div>
  );
}

/** Each section has its own pages (C-112). */
function LoadMore({ query }: { query: PagedQuery<ActivityItem> | null }) {
  if (query?.hasNextPage !== true) return null;
  return (
    <div className="flex justify-center pt-5">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t`Load More`}
      </Button>
    </div>
  );
}

function ActivitySkeleton() {
  return (
    <LoadingRegion className="mt-8 flex flex-col divide-y divide-line-soft">
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="flex gap-3.5 py-3.5">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3.5 w-full max-w-[60ch]" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

import { t } from "@lingui/core/macro";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Paged, type PagedQuery } from "../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import type { ActivityItem } from "../../api/types.ts";
import { ItemRow } from "./item-row.tsx";
import { useReadItem } from "./use-activity.ts";
import { groupIntoSections } from "./labels.ts";

/** A tab's items; those that need an answer come first. */
export function ActivityList({ query }: { query: PagedQuery<ActivityItem> }) {
  const read = useReadItem();
  return (
    <Paged
      query={query}
      waiting={<ActivitySkeleton />}
      failure={t`Failed to load activity`}
      more={t`Load More`}
      empty={
        <EmptyState
          className="py-16"
          picture="oculus"
          title={t`You are up to date`}
          text={t`Replies, requests and announcements appear here.`}
        />
      }
    >
      {(items) =>
        groupIntoSections(items).map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h2 className="pt-6 pb-1 text-12 font-strong text-ink-3 max-md:-mx-1 max-md:pt-4">
              {section.title}
            </h2>
            <ul aria-label={section.title} className="divide-y divide-line-soft max-md:-mx-5">
              {section.items.map((item) => (
                <ItemRow key={item.id} item={item} onRead={read} />
              ))}
            </ul>
          </section>
        ))
      }
    </Paged>
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

import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { EventPeriod } from "../../../api/keys.ts";
import { errorMessage } from "../../../api/problem.ts";
import type { EventAnnouncement } from "../../../api/types.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Paged, type PagedQuery } from "../../../ui/paged.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { useNow } from "../../posts/use-now.ts";
import { namedClass, useNamedAnnouncement } from "../use-named-announcement.ts";
import { groupByDay } from "./event-times.ts";

/** Switches between the events that are not over and those that are. */
export function PeriodSwitch(props: {
  period: EventPeriod;
  onChange: (period: EventPeriod) => void;
}) {
  return (
    <Segments
      label={t`Period`}
      segments={[
        { value: "upcoming", label: t({ message: "Upcoming", context: "events" }) },
        { value: "past", label: t({ message: "Past", context: "events" }) },
      ]}
      value={props.period}
      onChange={props.onChange}
    />
  );
}

export interface EventListProps<Item> {
  query: PagedQuery<Item>;
  period: EventPeriod;
  /** Null for an item that is no event. */
  eventOf: (item: Item) => EventAnnouncement | null;
  /** Text of the empty list of upcoming events. */
  emptyText: string;
  children: (item: Item, event: EventAnnouncement, isNamed: boolean) => ReactNode;
}

/** Events grouped by day, with loading, empty and error states. */
export function EventList<Item>(props: EventListProps<Item>) {
  const { query, period, eventOf, emptyText, children } = props;
  const now = useNow();
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const named = useNamedAnnouncement(
    query,
    loaded.flatMap((item) => eventOf(item)?.id ?? []),
  );
  return (
    <Paged
      query={query}
      waiting={<EventListSkeleton />}
      failure={(error) => errorMessage(error, t`Failed to load events. Please try again.`)}
      empty={
        <EmptyState
          className="py-10"
          picture="stair"
          title={period === "past" ? t`No past events` : t`No upcoming events`}
          {...(period === "upcoming" && { text: emptyText })}
        />
      }
      more={t`Show more events`}
    >
      {(items) => {
        const events = items.flatMap((item) => {
          const event = eventOf(item);
          return event === null ? [] : [{ item, event }];
        });
        return groupByDay(events, ({ event }) => event, now).map(({ day, label, items: ofDay }) => (
          <section key={day} aria-labelledby={`events-${day}`} className="mt-6 first:mt-4">
            <h3 id={`events-${day}`} className="text-13 font-semibold text-ink-2">
              {label}
            </h3>
            <ul aria-labelledby={`events-${day}`} className="divide-y divide-line-soft">
              {ofDay.map(({ item, event }) => (
                <li
                  // The text of the named one is open from the start.
                  key={`${event.id} ${event.id === named}`}
                  id={`announcement-${event.id}`}
                  className={clsx(
                    "py-4",
                    event.id === named && `-mx-3 rounded-md px-3 ${namedClass}`,
                  )}
                >
                  {children(item, event, event.id === named)}
                </li>
              ))}
            </ul>
          </section>
        ));
      }}
    </Paged>
  );
}

function EventListSkeleton() {
  return (
    <LoadingRegion label={t`Loading events`} className="mt-6 flex flex-col gap-8">
      {["a", "b", "c"].map((line) => (
        <div key={line} className="flex gap-3">
          <Skeleton className="h-12 w-11 shrink-0" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-8 w-full" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

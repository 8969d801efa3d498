import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { PeopleSkeleton } from "@guildhall/web-kit/ui/people-skeleton.tsx";
import { serverFilter, useDeskFilter } from "./desk-filter.ts";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxRows } from "./inbox-rows.tsx";
import { inboxQuery } from "./queries.ts";
import { stepIn, useDeskKeys } from "./use-desk-keys.ts";

export interface TicketInboxProps {
  me: Me;
  phone: boolean;
  staff: readonly (readonly [id: string, name: string])[];
  current: string | null;
  toTicket: (id: string) => string;
  onGo: (id: string) => void;
}

/** The tickets of all members, with filters that are kept in the address. */
export function TicketInbox({ me, phone, staff, current, toTicket, onGo }: TicketInboxProps) {
  const [filter, change] = useDeskFilter();
  const query = useInfiniteQuery(inboxQuery(serverFilter(filter)));
  const ids = query.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const step = (by: 1 | -1) => () => {
    const next = stepIn(ids, current, by);
    if (next !== null && next !== current) onGo(next);
  };
  useDeskKeys(me.singleKeyShortcuts, { j: step(1), k: step(-1) });
  return (
    <section
      aria-label={t`Ticket inbox`}
      data-pane="inbox"
      className={clsx(
        "flex min-h-0 flex-col",
        phone
          ? "min-w-0 flex-1"
          : "w-[360px] shrink-0 border-e border-line-soft max-2xl:w-80 max-xl:w-72",
      )}
    >
      <InboxFilters {...{ filter, staff }} staffId={me.id} onChange={change} />
      <div className="min-h-0 flex-1 overflow-y-auto pb-6">
        <Paged
          query={query}
          waiting={<PeopleSkeleton className="p-3" rowClassName="py-2" />}
          failure={(error) => failureText(error, t`Failed to load tickets`)}
          empty={<EmptyState className="py-10" picture="square" title={t`No tickets match.`} />}
        >
          {(tickets) => <InboxRows {...{ tickets, current, toTicket }} />}
        </Paged>
      </div>
    </section>
  );
}

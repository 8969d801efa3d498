import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import { PRIORITY_LABELS } from "@guildhall/web-kit/features/support/labels.ts";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { actionText } from "./activity-labels.ts";
import { Fact, namesOf, PersonCard, PersonPending, TicketLinks } from "./person-card.tsx";
import { activityQuery, requesterQuery } from "./queries.ts";

export interface PersonSidebarProps {
  ticket: StaffTicket;
  /** The address of another ticket of the person. */
  toTicket: (id: string) => string;
}

/** The person who wrote the ticket, their earlier tickets, and the ticket's history. */
export function PersonSidebar({ ticket, toTicket }: PersonSidebarProps) {
  const { data, error, refetch } = useQuery(requesterQuery(ticket.id));
  if (data === undefined) return <PersonPending error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-5">
      <PersonCard person={data}>
        <Fact name={t`Communities`}>{namesOf(data.communities)}</Fact>
        <Fact name={t`Came from`}>{data.siteName ?? t`Main site`}</Fact>
        <Fact name={t`Requested priority`}>{PRIORITY_LABELS[ticket.requestedPriority]}</Fact>
      </PersonCard>
      <TicketLinks label={t`Earlier tickets`} tickets={data.tickets} toTicket={toTicket} />
      <History ticketId={ticket.id} />
    </div>
  );
}

function History({ ticketId }: { ticketId: string }) {
  const { data } = useInfiniteQuery(activityQuery({ ticketId, limit: 20 }));
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  if (entries.length === 0) return null;
  return (
    <section aria-label={t`History`}>
      <h3 className="text-13 font-semibold">{t`History`}</h3>
      <ul className="mt-1 flex flex-col gap-1.5 text-12 text-ink-2">
        {entries.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            {t`${{ name: entry.staffName }} ${{ action: actionText(entry) }}`} ·{" "}
            <RelativeTime time={entry.timestamp} />
          </li>
        ))}
      </ul>
    </section>
  );
}

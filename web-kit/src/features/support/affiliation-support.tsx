import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AffiliationTicket } from "../../api/support-affiliation-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "../../ui/use-debounced.ts";
import { failureText } from "./failure-text.ts";
import { STATUS_LABELS, STATUS_TONES } from "./labels.ts";
import { TicketFilters } from "./ticket-list.tsx";
import { AffiliationTicketPane, membershipText } from "./affiliation/affiliation-ticket.tsx";
import { affiliationDeskQuery, affiliationTicketsQuery } from "./affiliation/queries.ts";

export interface AffiliationSupportProps {
  affiliation: { id: string; name: string };
}

/** The tickets of an affiliation's portal that its people answer; `?ticket=` is the open one. */
export function AffiliationSupport({ affiliation }: AffiliationSupportProps) {
  const { data: desk, error, refetch } = useQuery(affiliationDeskQuery(affiliation.id));
  const [search, setSearch] = useSearchParams();
  const open = search.get("ticket");
  const { name } = affiliation;
  const show = (id: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete("ticket");
      else next.set("ticket", id);
      return next;
    });
  if (desk === undefined) {
    if (error === null) return <PeopleSkeleton className="p-4" rowClassName="py-2" />;
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load tickets`)}
        onRetry={() => void refetch()}
      />
    );
  }
  // Tickets from before the switch was turned off stay with the affiliation.
  if (!desk.enabled && desk.openTickets === 0) {
    return (
      <EmptyState
        className="py-16"
        picture="oculus"
        title={t`Platform staff answer your members`}
        text={t`Ask our staff if ${name} would like to answer the first tickets of its portal.`}
      />
    );
  }
  if (open !== null) {
    return (
      <AffiliationTicketPane
        key={open}
        affiliationId={affiliation.id}
        ticketId={open}
        onBack={() => show(null)}
      />
    );
  }
  return <TicketInbox affiliationId={affiliation.id} onOpen={show} />;
}

function TicketInbox(props: { affiliationId: string; onOpen: (id: string) => void }) {
  const [term, setTerm] = useState("");
  const [status, setStatus] = useState("");
  const q = useDebounced(term.trim(), SEARCH_PAUSE_MS);
  const query = useInfiniteQuery(affiliationTicketsQuery(props.affiliationId, { q, status }));
  return (
    <section aria-label={t`Tickets`} className="max-w-3xl">
      <TicketFilters
        {...{ term, status }}
        refreshing={query.isRefetching}
        onTerm={setTerm}
        onStatus={setStatus}
        onRefresh={() => void query.refetch()}
      />
      <Paged
        query={query}
        waiting={<PeopleSkeleton className="px-3" rowClassName="py-2" />}
        failure={(error) => failureText(error, t`Failed to load tickets`)}
        empty={<EmptyState className="py-10" picture="square" title={t`No tickets match.`} />}
      >
        {(tickets) => (
          <ul aria-label={t`Tickets`} className="divide-y divide-line-soft px-3">
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <button
                  type="button"
                  onClick={() => props.onOpen(ticket.id)}
                  className="block w-full rounded-sm py-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <Row ticket={ticket} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

function Row({ ticket }: { ticket: AffiliationTicket }) {
  return (
    <>
      <span className="block truncate text-14 font-medium" dir="auto">
        {ticket.title}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-y-1 text-12 text-ink-2">
        <Badge tone={STATUS_TONES[ticket.status]} className="me-2">
          {STATUS_LABELS[ticket.status]}
        </Badge>
        <PersonName name={ticket.userName} />
        <span className="meta-dot">{membershipText(ticket)}</span>
        <span className="meta-dot">
          <RelativeTime time={ticket.updatedAt} />
        </span>
      </span>
    </>
  );
}

import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { failureText } from "./failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { matchesTicket, TicketFilters, TicketRows } from "./ticket-list.tsx";
import { ticketsQuery } from "./queries.ts";
import { TicketPane } from "./ticket-pane.tsx";

export interface TicketsTabProps {
  ticketId: string | null;
  viewerId: string;
  phone: boolean;
  onNew: () => void;
  onBack: () => void;
}

/** The list of tickets next to the open one; on a phone one of the two. */
export function TicketsTab({ ticketId, viewerId, phone, onNew, onBack }: TicketsTabProps) {
  const [status, setStatus] = useState("");
  const [term, setTerm] = useState("");
  const query = useInfiniteQuery(ticketsQuery(status));
  const open = ticketId !== null;
  return (
    <div className="flex min-h-0 flex-1">
      {!(phone && open) && (
        <section
          aria-label={t`Tickets`}
          data-pane="tickets"
          className={clsx(
            "flex min-h-0 flex-col",
            phone ? "min-w-0 flex-1" : "w-[366px] shrink-0 border-e border-line-soft max-lg:w-72",
          )}
        >
          <TicketFilters
            {...{ term, status }}
            refreshing={query.isRefetching}
            onTerm={setTerm}
            onStatus={setStatus}
            onRefresh={() => void query.refetch()}
          />
          <div className="min-h-0 flex-1 overflow-y-auto pb-6">
            <Paged
              query={query}
              waiting={<PeopleSkeleton className="px-3" rowClassName="py-2" />}
              failure={(error) => failureText(error, t`Failed to load tickets`)}
              empty={
                <EmptyState
                  className="py-10"
                  picture="square"
                  title={status === "" ? t`No tickets yet` : t`No tickets with this status`}
                  text={t`Tell us about a problem, and our staff will answer.`}
                  action={<Button variant="primary" onClick={onNew}>{t`New ticket`}</Button>}
                />
              }
            >
              {(tickets) => {
                const found = tickets.filter((ticket) => matchesTicket(ticket, term));
                if (found.length > 0) return <TicketRows tickets={found} current={ticketId} />;
                return <EmptyState className="py-10" picture={null} title={t`No tickets match.`} />;
              }}
            </Paged>
          </div>
        </section>
      )}
      {open ? (
        <TicketPane key={ticketId} {...{ ticketId, viewerId, phone, onBack }} />
      ) : (
        !phone && (
          <div className="grid min-w-0 flex-1 place-items-center">
            <EmptyState
              picture="oculus"
              title={t`Choose a ticket`}
              text={t`Its messages and details are shown here.`}
            />
          </div>
        )
      )}
    </div>
  );
}

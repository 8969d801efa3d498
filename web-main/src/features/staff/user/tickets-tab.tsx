import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { STATUS_LABELS, STATUS_TONES } from "@guildhall/web-kit/features/support/labels.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { inboxQuery } from "../../support-desk/queries.ts";
import { Pages, StaffTable, TableHead, Td, TwoLineCell } from "../parts.tsx";
import type { UserTabProps } from "./user-tabs.ts";

/** The person's support tickets, newest first. */
export function TicketsTab({ user }: UserTabProps) {
  return (
    <Pages
      query={useInfiniteQuery(inboxQuery({ userId: user.id }))}
      empty={<EmptyState className="py-12" picture={null} title={t`No tickets`} />}
    >
      {(tickets) => (
        <StaffTable label={t`Tickets`}>
          <TableHead
            columns={[
              t`Ticket`,
              { name: t`Assigned to`, className: "max-md:hidden" },
              t`Created`,
              t`Status`,
            ]}
          />
          <tbody>
            {tickets.map((ticket) => (
              <tr key={ticket.id} className="hover:bg-hover">
                <Td>
                  <TwoLineCell
                    first={
                      <Link to={`/live-support/tickets/${ticket.id}`} className="hover:underline">
                        <bdi>{ticket.title}</bdi>
                      </Link>
                    }
                    second={`#${ticket.listId}`}
                  />
                </Td>
                <Td className="max-md:hidden">{ticket.assignedToName ?? t`Unassigned`}</Td>
                <Td className="md:whitespace-nowrap">
                  <RelativeTime time={ticket.createdAt} />
                </Td>
                <Td>
                  <Badge tone={STATUS_TONES[ticket.status]}>{STATUS_LABELS[ticket.status]}</Badge>
                </Td>
              </tr>
            ))}
          </tbody>
        </StaffTable>
      )}
    </Pages>
  );
}

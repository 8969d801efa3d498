import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import {
  PRIORITY_LABELS,
  STATUS_LABELS,
  STATUS_TONES,
} from "@guildhall/web-kit/features/support/labels.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { useRoving } from "@guildhall/web-kit/ui/use-roving.ts";

export interface InboxRowsProps {
  tickets: readonly StaffTicket[];
  current: string | null;
  /** The address of a ticket, which keeps the filters. */
  toTicket: (id: string) => string;
}

/** The tickets of the inbox; arrow keys move between them. */
export function InboxRows({ tickets, current, toTicket }: InboxRowsProps) {
  const roving = useRoving(
    tickets.map(({ id }) => id),
    current,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its links
    <ul aria-label={t`Tickets`} onKeyDown={roving.onKeyDown} className="p-2">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link
            to={toTicket(ticket.id)}
            {...roving.item(ticket.id)}
            aria-current={ticket.id === current ? "page" : undefined}
            className="block rounded-md px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected"
          >
            <Row ticket={ticket} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Row({ ticket }: { ticket: StaffTicket }) {
  const isUrgent = ticket.priority === "urgent" || ticket.priority === "high";
  return (
    <>
      <span className="flex items-baseline gap-2 text-12 text-ink-2">
        <span className="min-w-0 flex-1 truncate">
          <PersonName name={ticket.userName} />
          {ticket.siteName !== null && ` · ${ticket.siteName}`}
        </span>
        <RelativeTime time={ticket.updatedAt} style="short" className="shrink-0 tabular-nums" />
      </span>
      <span className="mt-0.5 block truncate text-14 font-medium" title={ticket.title}>
        {ticket.title}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
        <Badge tone={STATUS_TONES[ticket.status]}>{STATUS_LABELS[ticket.status]}</Badge>
        {isUrgent && <Badge tone="danger">{PRIORITY_LABELS[ticket.priority]}</Badge>}
        <span dir="ltr" className="font-mono text-[0.92em]">
          #{ticket.listId}
        </span>
        {ticket.assignedToName === null ? t`Not assigned` : ticket.assignedToName}
      </span>
    </>
  );
}

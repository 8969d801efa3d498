import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { RotateCw, Search } from "lucide-react";
import { Link } from "react-router";
import type { Ticket } from "../../api/support-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { labelEntries, STATUS_LABELS, STATUS_TONES } from "./labels.ts";

export const ticketPath = (id: string) => `/support/tickets/${id}`;

/** True if a ticket contains the term in one of the four searched fields (F-097). */
export function matchesTicket(ticket: Ticket, term: string): boolean {
  const wanted = term.trim().toLowerCase();
  const { title, description, userName, userEmail, shortId } = ticket;
  const bare = wanted.replace(/^#/, "");
  return (
    [title, description, userName, userEmail].some((text) => text.toLowerCase().includes(wanted)) ||
    (bare.length >= 6 && shortId.toLowerCase().endsWith(bare))
  );
}

export interface TicketFiltersProps {
  term: string;
  status: string;
  refreshing: boolean;
  onTerm: (term: string) => void;
  onStatus: (status: string) => void;
  onRefresh: () => void;
}

/** Search, status filter and refresh above the list of tickets. */
export function TicketFilters(props: TicketFiltersProps) {
  return (
    <div className="flex shrink-0 items-center gap-1 p-3">
      <label className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm bg-hover px-2.5 text-13 text-ink-3 focus-within:shadow-[inset_0_0_0_2px_var(--focus)] max-md:h-11 max-md:px-3 max-md:text-16">
        <Search size={15} aria-hidden className="shrink-0" />
        <input
          type="search"
          aria-label={t`Search tickets`}
          placeholder={t`Search tickets`}
          value={props.term}
          onChange={(event) => props.onTerm(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none [&::-webkit-search-cancel-button]:appearance-none"
        />
      </label>
      <select
        aria-label={t`Status`}
        value={props.status}
        onChange={(event) => props.onStatus(event.target.value)}
        className="h-8 rounded-sm bg-transparent px-1.5 text-13 font-medium text-ink-2 hover:bg-hover max-md:h-11 max-md:text-16"
      >
        <option value="">{t`All statuses`}</option>
        {labelEntries(STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <IconButton
        label={t`Refresh tickets`}
        aria-busy={props.refreshing || undefined}
        icon={
          <RotateCw size={16} aria-hidden className={clsx(props.refreshing && "animate-spin")} />
        }
        onClick={props.onRefresh}
      />
    </div>
  );
}

/** The rows; arrow keys move between them. */
export function TicketRows(props: { tickets: readonly Ticket[]; current: string | null }) {
  const { tickets, current } = props;
  const roving = useRoving(
    tickets.map(({ id }) => id),
    current,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its links
    <ul aria-label={t`Tickets`} onKeyDown={roving.onKeyDown} className="px-2">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link
            to={ticketPath(ticket.id)}
            {...roving.item(ticket.id)}
            aria-current={ticket.id === current ? "page" : undefined}
            className="block rounded-md px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected"
          >
            <TicketSummary ticket={ticket} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A ticket in a list: title, status, short id and last change. */
export function TicketSummary({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <span className="block truncate text-14 font-medium" dir="auto" title={ticket.title}>
        {ticket.title}
      </span>
      <span className="mt-1 flex items-center text-12 text-ink-2">
        <Badge tone={STATUS_TONES[ticket.status]} className="me-2">
          {STATUS_LABELS[ticket.status]}
        </Badge>
        <span className="font-mono text-[0.92em]">#{ticket.listId}</span>
        <span className="meta-dot">
          <RelativeTime time={ticket.updatedAt} />
        </span>
      </span>
    </>
  );
}

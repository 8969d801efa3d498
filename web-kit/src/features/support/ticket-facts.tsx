import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Ticket } from "../../api/support-types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { formatMoment } from "../../ui/time.ts";
import { CATEGORY_LABELS, PRIORITY_LABELS } from "./labels.ts";

/** Assignee, priority, category and times of a ticket, shown next to its messages. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  return (
    <dl className="divide-y divide-line-soft">
      <Fact name={t`Handled by`}>
        {ticket.assignedToName === null ? (
          t`Not assigned yet`
        ) : (
          <span className="flex items-center gap-2">
            <Avatar name={ticket.assignedToName} src={ticket.assignedToPicture} size={22} />
            <PersonName name={ticket.assignedToName} />
          </span>
        )}
      </Fact>
      <Fact name={t`Priority`}>{PRIORITY_LABELS[ticket.priority]}</Fact>
      <Fact name={t`Requested priority`}>{PRIORITY_LABELS[ticket.requestedPriority]}</Fact>
      <Fact name={t`Category`}>{CATEGORY_LABELS[ticket.category]}</Fact>
      <Fact name={t`Opened`}>{formatMoment(ticket.createdAt)}</Fact>
      <Fact name={t`Last update`}>
        <RelativeTime time={ticket.updatedAt} />
      </Fact>
      {ticket.closedAt !== null && (
        <Fact name={ticket.status === "closed" ? t`Closed` : t`Resolved`}>
          {formatMoment(ticket.closedAt)}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 first:pt-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 text-13 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

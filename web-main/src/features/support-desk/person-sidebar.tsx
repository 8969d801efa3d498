import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Requester, StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { STATUS_LABELS } from "@guildhall/web-kit/features/support/labels.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { formatDate, formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { actionText } from "./activity-labels.ts";
import { activityQuery, requesterQuery } from "./queries.ts";

const ACCOUNT: Record<Requester["accountStatus"], { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "success" },
  paused: { label: "Paused", tone: "warning" },
  suspended: { label: "Suspended", tone: "danger" },
  banned: { label: "Banned", tone: "danger" },
};

export interface PersonSidebarProps {
  ticket: StaffTicket;
  /** The address of another ticket of the person. */
  toTicket: (id: string) => string;
}

/** The person who wrote the ticket, their earlier tickets, and the ticket's history. */
export function PersonSidebar({ ticket, toTicket }: PersonSidebarProps) {
  const { data, error, refetch } = useQuery(requesterQuery(ticket.id));
  if (data === undefined) {
    if (error === null) {
      return (
        <LoadingRegion className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-24 w-full" />
        </LoadingRegion>
      );
    }
    return (
      <ErrorState
        title={failureText(error, "Failed to load the person")}
        onRetry={() => void refetch()}
      />
    );
  }
  const status = ACCOUNT[data.accountStatus];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar name={data.displayName} src={data.profilePicture} size={40} />
        <div className="min-w-0">
          <Link
            to={`/staff/users/${data.userId}`}
            className="block truncate text-14 font-semibold hover:underline"
          >
            <PersonName name={data.displayName} />
          </Link>
          <p className="text-12 wrap-anywhere text-ink-2">{data.email}</p>
        </div>
      </div>
      <dl className="divide-y divide-line-soft text-13">
        <Fact name="Account">
          <Badge tone={status.tone}>{status.label}</Badge>
          {data.pausedUntil !== null && ` until ${formatMoment(data.pausedUntil)}`}
          {!data.isOnboarded && " · setup not finished"}
        </Fact>
        <Fact name="Joined">{formatDate(data.joinedDate)}</Fact>
        <Fact name="Came from">{data.siteName ?? "Main site"}</Fact>
        <Fact name="Requested priority">{ticket.requestedPriority}</Fact>
        <Fact name="Affiliations">{namesOf(data.affiliations)}</Fact>
        <Fact name="Communities">{namesOf(data.communities)}</Fact>
      </dl>
      <EarlierTickets requester={data} toTicket={toTicket} />
      <History ticketId={ticket.id} />
    </div>
  );
}

const namesOf = (items: readonly { name: string }[]) =>
  items.length === 0 ? "None" : items.map(({ name }) => name).join(", ");

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere first-letter:uppercase">{children}</dd>
    </div>
  );
}

function EarlierTickets(props: { requester: Requester; toTicket: (id: string) => string }) {
  const { tickets } = props.requester;
  return (
    <section aria-label="Earlier tickets">
      <h3 className="text-13 font-semibold">Earlier tickets</h3>
      {tickets.length === 0 ? (
        <p className="mt-1 text-13 text-ink-2">None</p>
      ) : (
        <ul className="mt-1 divide-y divide-line-soft">
          {tickets.map((one) => (
            <li key={one.id} className="py-2">
              <Link to={props.toTicket(one.id)} className="block truncate text-13 link">
                {one.title}
              </Link>
              <p className="text-12 text-ink-2">
                {STATUS_LABELS[one.status]} · <RelativeTime time={one.updatedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function History({ ticketId }: { ticketId: string }) {
  const { data } = useInfiniteQuery(activityQuery({ ticketId, limit: 20 }));
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  if (entries.length === 0) return null;
  return (
    <section aria-label="History">
      <h3 className="text-13 font-semibold">History</h3>
      <ul className="mt-1 flex flex-col gap-1.5 text-12 text-ink-2">
        {entries.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            {entry.staffName} {actionText(entry)} · <RelativeTime time={entry.timestamp} />
          </li>
        ))}
      </ul>
    </section>
  );
}

import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Requester } from "@guildhall/web-kit/api/support-staff-types.ts";
import type { Ticket } from "@guildhall/web-kit/api/support-types.ts";
import { STATUS_LABELS } from "@guildhall/web-kit/features/support/labels.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { formatDate, formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";

/** The states in which an account is limited. */
const LIMITED: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  paused: { label: t`Paused`, tone: "warning" },
  suspended: { label: t`Suspended`, tone: "danger" },
  banned: { label: t`Banned`, tone: "danger" },
};

const ACTIVE = { label: t`Active`, tone: "success" } as const;

/** A person who asked for help: name, address and account; `children` are further facts. */
export function PersonCard({ person, children }: { person: Requester; children: ReactNode }) {
  const status = LIMITED[person.accountStatus] ?? ACTIVE;
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={person.displayName} src={person.profilePicture} size={40} />
        <div className="min-w-0">
          <Link
            to={`/staff/users/${person.userId}`}
            className="block truncate text-14 font-semibold hover:underline"
          >
            <PersonName name={person.displayName} />
          </Link>
          <p className="text-12 wrap-anywhere text-ink-2">{person.email}</p>
        </div>
      </div>
      <dl className="divide-y divide-line-soft text-13">
        <Fact name={t`Account`}>
          <Badge tone={status.tone}>{status.label}</Badge>
          {person.pausedUntil !== null &&
            ` ${t`until ${{ moment: formatMoment(person.pausedUntil) }}`}`}
          {!person.isOnboarded && ` · ${t`setup not finished`}`}
        </Fact>
        <Fact name={t`Joined`}>{formatDate(person.joinedDate)}</Fact>
        <Fact name={t`Affiliations`}>{namesOf(person.affiliations)}</Fact>
        {children}
      </dl>
    </>
  );
}

export const namesOf = (items: readonly { name: string }[]) =>
  items.length === 0 ? t`None` : items.map(({ name }) => name).join(", ");

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere first-letter:uppercase">{children}</dd>
    </div>
  );
}

/** Tickets of the person, which open in the inbox. */
export function TicketLinks(props: {
  label: string;
  tickets: readonly Ticket[];
  toTicket: (id: string) => string;
}) {
  const { label, tickets, toTicket } = props;
  return (
    <section aria-label={label}>
      <h3 className="text-13 font-semibold">{label}</h3>
      {tickets.length === 0 ? (
        <p className="mt-1 text-13 text-ink-2">{t`None`}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line-soft">
          {tickets.map((one) => (
            <li key={one.id} className="py-2">
              <Link to={toTicket(one.id)} className="block truncate text-13 link">
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

/** Shown until the person is loaded. */
export function PersonPending(props: { error: Error | null; onRetry: () => void }) {
  if (props.error === null) {
    return (
      <LoadingRegion className="flex flex-col gap-3">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-24 w-full" />
      </LoadingRegion>
    );
  }
  return (
    <ErrorState
      title={failureText(props.error, t`Failed to load the person`)}
      onRetry={props.onRetry}
    />
  );
}

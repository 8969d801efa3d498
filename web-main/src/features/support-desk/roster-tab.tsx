import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TeamMember } from "@guildhall/web-kit/api/support-staff-types.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import {
  type Column,
  StaffTable,
  TableHead,
  TableSkeleton,
  Td,
  TwoLineCell,
} from "../staff/parts.tsx";
import { teamQuery } from "./queries.ts";
import { formatNumber } from "@guildhall/web-kit/language/format.ts";

const COLUMNS: readonly Column[] = [
  t`Name`,
  t`Open tickets`,
  { name: t`Active chats`, className: "max-md:hidden" },
  { name: t`Answered, 30 days`, className: "max-md:hidden" },
  { name: t`Closed, 30 days`, className: "max-md:hidden" },
  { name: t`To first answer`, className: "max-lg:hidden" },
  { name: t`To resolution`, className: "max-lg:hidden" },
];

/** The support staff with their presence and workload. */
export function RosterTab() {
  const { data, error, refetch } = useQuery(teamQuery);
  if (data === undefined) {
    if (error === null) return <TableSkeleton />;
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load support staff`)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.items.length === 0) {
    return <EmptyState className="py-12" picture="square" title={t`No support staff yet`} />;
  }
  return (
    <StaffTable label={t`Support staff`}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {data.items.map((member) => (
          <Row key={member.userId} member={member} />
        ))}
      </tbody>
    </StaffTable>
  );
}

function Row({ member }: { member: TeamMember }) {
  const { displayName: name, openTickets: count } = member;
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-3">
          <Avatar name={member.displayName} src={member.profilePicture} size={36} />
          <span className="min-w-0">
            <TwoLineCell
              first={
                <Link to={`/staff/users/${member.userId}`} className="hover:underline">
                  <PersonName name={member.displayName} />
                </Link>
              }
              second={<Presence member={member} />}
            />
          </span>
        </span>
      </Td>
      <Td>
        <Link
          to={`/live-support/tickets?status=open%2Cin_progress&assignedToId=${member.userId}`}
          aria-label={plural(count, {
            one: `# open ticket of ${name}`,
            other: `# open tickets of ${name}`,
          })}
          className="link"
        >
          {member.openTickets}
        </Link>
      </Td>
      <Td className="max-md:hidden">{member.activeConversations}</Td>
      <Td className="max-md:hidden">{member.ticketsAnswered}</Td>
      <Td className="max-md:hidden">{member.ticketsClosed}</Td>
      <Td className="max-lg:hidden">{formatHours(member.averageFirstAnswerTime)}</Td>
      <Td className="max-lg:hidden">{formatHours(member.averageResolutionTime)}</Td>
    </tr>
  );
}

function Presence({ member }: { member: TeamMember }) {
  if (member.online) {
    return (
      <span className="flex items-center gap-1.5">
        <Dot tone="success" />
        <Viewing member={member} />
      </span>
    );
  }
  if (member.lastSeenAt === null) return <>{t`Never seen`}</>;
  return (
    <Trans>
      Last seen <RelativeTime time={member.lastSeenAt} />
    </Trans>
  );
}

/** The item that an available member of staff has open. */
function Viewing({ member: { viewingTicketId, viewingConversationId } }: { member: TeamMember }) {
  if (viewingTicketId !== null) {
    return (
      <Link
        to={`/live-support/tickets/${viewingTicketId}`}
        className="link"
      >{t`Viewing a ticket`}</Link>
    );
  }
  if (viewingConversationId === null) return <>{t`Available`}</>;
  return (
    <Link
      to={`/live-support/chats/${viewingConversationId}`}
      className="link"
    >{t`Viewing a chat`}</Link>
  );
}

/** "3.5 h"; a dash without any data. */
export const formatHours = (hours: number | null) =>
  hours === null ? "–" : `${formatNumber(hours)} h`;

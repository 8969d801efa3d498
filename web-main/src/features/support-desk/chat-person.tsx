import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import type { SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import { Fact, PersonCard, type PersonFacts, PersonPending, TicketLinks } from "./person-card.tsx";
import { chatSwitchesQuery, inboxQuery, personQuery } from "./queries.ts";

/** The person of a chat with their account and tickets. */
export function ChatPerson({ chat }: { chat: SupportConversation }) {
  const { data, error, refetch } = useQuery(personQuery(chat.userId));
  const tickets = useInfiniteQuery(inboxQuery({ userId: chat.userId }));
  const site = useSiteName(chat.siteAffiliationId);
  if (data === undefined) return <PersonPending error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-5">
      <PersonCard person={factsOf(data)}>
        <Fact name="Communities">{data.communities}</Fact>
        <Fact name="Came from">{site}</Fact>
      </PersonCard>
      <TicketLinks
        label="Tickets"
        tickets={tickets.data?.pages.flatMap(({ items }) => items) ?? []}
        toTicket={(id) => `/live-support/tickets/${id}`}
      />
    </div>
  );
}

function factsOf(user: StaffUser): PersonFacts {
  return {
    userId: user.id,
    displayName: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    profilePicture: user.profilePicture,
    accountStatus: user.status ?? user.accountStatus,
    pausedUntil: user.accountStatus === "paused" ? user.pausedUntil : null,
    isOnboarded: user.hasCompletedOnboarding,
    joinedDate: user.joinedDate,
    affiliations: user.affiliations,
  };
}

/** The name of the site that a chat was started on; the chat itself has only its id. */
function useSiteName(affiliationId: string | null): string {
  const { data } = useQuery({ ...chatSwitchesQuery, enabled: affiliationId !== null });
  if (affiliationId === null) return "Main site";
  return data?.portals.find((portal) => portal.affiliationId === affiliationId)?.name ?? "A portal";
}

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Fact, namesOf, PersonCard, PersonPending, TicketLinks } from "./person-card.tsx";
import { chatRequesterQuery } from "./queries.ts";

/** The person of a chat with their account and tickets. */
export function ChatPerson({ chatId }: { chatId: string }) {
  const { data, error, refetch } = useQuery(chatRequesterQuery(chatId));
  if (data === undefined) return <PersonPending error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-5">
      <PersonCard person={data}>
        <Fact name={t`Communities`}>{namesOf(data.communities)}</Fact>
        <Fact name={t`Came from`}>{data.siteName ?? t`Main site`}</Fact>
      </PersonCard>
      <TicketLinks
        label={t`Tickets`}
        tickets={data.tickets}
        toTicket={(id) => `/live-support/tickets/${id}`}
      />
    </div>
  );
}

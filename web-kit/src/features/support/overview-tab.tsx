import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircle, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SupportOverview } from "../../api/support-types.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { ChatSummary, chatPath } from "./chat-list.tsx";
import { failureText } from "./failure-text.ts";
import { overviewQuery } from "./queries.ts";
import { ticketPath, TicketSummary } from "./ticket-list.tsx";

export interface OverviewTabProps {
  onNewTicket: () => void;
  onNewChat: () => void;
}

/** Counts, quick actions, and the newest conversations and tickets (F-089). */
export function OverviewTab(props: OverviewTabProps) {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (data !== undefined) return <Content overview={data} {...props} />;
  if (error !== null) {
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load support overview`)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="grid grid-cols-3 gap-3 p-4 md:p-6">
      {["a", "b", "c"].map((figure) => (
        <Skeleton key={figure} className="h-20 w-full" />
      ))}
    </LoadingRegion>
  );
}

function Content(props: OverviewTabProps & { overview: SupportOverview }) {
  const { overview, onNewTicket, onNewChat } = props;
  const { recentConversations, recentTickets, chatEnabled } = overview;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-5 pb-12 md:px-6">
      <div className="mx-auto max-w-[1080px]">
        <dl className="grid grid-cols-3 overflow-hidden rounded-lg edge-line">
          <Figure name={t`Active conversations`} value={overview.activeConversations} />
          <Figure name={t`Open tickets`} value={overview.openTickets} />
          <Figure name={t`Staff available`} value={overview.staffAvailable} />
        </dl>
        <h2 className="mt-7 text-16 font-semibold">{t`Quick actions`}</h2>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="lg"
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={onNewTicket}
          >{t`Create a ticket`}</Button>
          {chatEnabled && (
            <Button
              size="lg"
              icon={<MessageCircle size={16} aria-hidden />}
              onClick={onNewChat}
            >{t`Start a chat`}</Button>
          )}
        </div>
        <div className="mt-8 grid grid-cols-1 gap-8 md:grid-cols-2">
          <Recent title={t`Recent conversations`} all="/support/conversations">
            {recentConversations.map((chat) => (
              <RecentLink key={chat.id} to={chatPath(chat.id)}>
                <ChatSummary chat={chat} />
              </RecentLink>
            ))}
          </Recent>
          <Recent title={t`Recent tickets`} all="/support/tickets">
            {recentTickets.map((ticket) => (
              <RecentLink key={ticket.id} to={ticketPath(ticket.id)}>
                <TicketSummary ticket={ticket} />
              </RecentLink>
            ))}
          </Recent>
        </div>
      </div>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col justify-between px-4 py-3.5 shadow-[1px_1px_0_var(--line)] max-md:px-3 max-md:py-2.5">
      <dt className="text-13 text-ink-2 max-md:text-12">{name}</dt>
      <dd className="mt-0.5 text-24 font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function Recent(props: { title: string; all: string; children: readonly ReactNode[] }) {
  const { title } = props;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-16 font-semibold">{title}</h2>
        <Link to={props.all} className="link text-13">
          <Trans>
            Show all<span className="sr-only">: {title}</span>
          </Trans>
        </Link>
      </div>
      {props.children.length === 0 ? (
        <p className="mt-3 text-14 text-ink-2">{t`None yet.`}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line-soft">{props.children}</ul>
      )}
    </section>
  );
}

function RecentLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="block rounded-sm py-3 hover:bg-hover focus-visible:-outline-offset-2"
      >
        {children}
      </Link>
    </li>
  );
}

import { plural, t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { MessageCircle } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Dot } from "../../ui/dot.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { ChatRows } from "./chat-list.tsx";
import { ChatPane } from "./chat-pane.tsx";
import { failureText } from "./failure-text.ts";
import { conversationsQuery, overviewQuery } from "./queries.ts";

export interface ConversationsTabProps {
  conversationId: string | null;
  viewerId: string;
  phone: boolean;
  onNew: () => void;
  onBack: () => void;
}

/** The viewer's chats, or a note that chat is coming soon where it is switched off (G-050). */
export function ConversationsTab(props: ConversationsTabProps) {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (data === undefined) {
    if (error === null) return <PeopleSkeleton className="p-4" rowClassName="py-2" />;
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load support conversations`)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data.chatEnabled) {
    return (
      <EmptyState
        className="py-16"
        picture="oculus"
        title={t`Support chat is coming soon`}
        text={t`Until then, create a ticket and our staff will answer.`}
      />
    );
  }
  return <Chats staffAvailable={data.staffAvailable} {...props} />;
}

function Chats(props: ConversationsTabProps & { staffAvailable: number }) {
  const { conversationId, viewerId, phone, onNew, onBack, staffAvailable } = props;
  const query = useInfiniteQuery(conversationsQuery);
  const open = conversationId !== null;
  return (
    <div className="flex min-h-0 flex-1">
      {!(phone && open) && (
        <section
          aria-label={t`Conversations`}
          data-pane="conversations"
          className={clsx(
            "flex min-h-0 flex-col",
            phone ? "min-w-0 flex-1" : "w-[366px] shrink-0 border-e border-line-soft max-lg:w-72",
          )}
        >
          <div className="flex items-center gap-2 p-3">
            <p className="flex min-w-0 flex-1 items-center gap-2 text-13 text-ink-2">
              <Dot tone={staffAvailable > 0 ? "success" : "neutral"} />
              {staffAvailable > 0
                ? plural(staffAvailable, { one: "# staff available", other: "# staff available" })
                : t`No staff available now`}
            </p>
            <Button
              icon={<MessageCircle size={15} aria-hidden />}
              onClick={onNew}
            >{t`New chat`}</Button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto pb-6">
            <Paged
              query={query}
              waiting={<PeopleSkeleton className="px-3" rowClassName="py-2" />}
              failure={(error) => failureText(error, t`Failed to load support conversations`)}
              empty={
                <EmptyState
                  className="py-10"
                  picture="square"
                  title={t`No conversations yet`}
                  text={t`Start a chat to talk to our staff.`}
                />
              }
            >
              {(chats) => <ChatRows chats={chats} current={conversationId} />}
            </Paged>
          </div>
        </section>
      )}
      {open ? (
        <ChatPane key={conversationId} {...{ conversationId, viewerId, phone, onBack }} />
      ) : (
        !phone && (
          <div className="grid min-w-0 flex-1 place-items-center">
            <EmptyState
              picture="oculus"
              title={t`Choose a conversation`}
              text={t`Its messages are shown here.`}
            />
          </div>
        )
      )}
    </div>
  );
}

import type { ReactNode } from "react";
import type { Ticket, TicketMessage } from "../../api/support-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { MessageRow } from "./message-row.tsx";
import { useEndScroll } from "./use-end-scroll.ts";

export interface TicketThreadProps {
  ticket: Ticket;
  /** Undefined while they load. */
  messages: readonly TicketMessage[] | undefined;
  /** Own messages are named "You". */
  viewerId: string;
  /** Loads later messages; null if there are none. */
  onMore: (() => void) | null;
  /** Shown instead of the messages if they could not be loaded. */
  failure?: ReactNode;
}

/** A ticket's description and messages, the oldest first, in a scrollable area (F-091). */
export function TicketThread(props: TicketThreadProps) {
  const { ticket, messages, viewerId, onMore, failure } = props;
  const box = useEndScroll(messages?.at(-1)?.id ?? null);
  const nameOf = (id: string | null, name: string) => (id === viewerId ? "You" : name);
  return (
    <div
      ref={box}
      role="region"
      aria-label="Conversation"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2 md:min-h-96 md:px-8"
    >
      <MessageRow
        name={nameOf(ticket.userId, ticket.userName)}
        isStaff={false}
        at={ticket.createdAt}
        text={ticket.description}
        attachments={ticket.attachments}
      />
      {failure}
      {messages === undefined && failure === undefined && <ThreadSkeleton />}
      <ul aria-label="Messages">
        {messages?.map((message) => (
          <li key={message.id}>
            <MessageRow
              name={nameOf(message.senderId, message.senderName)}
              isStaff={message.isStaff}
              at={message.createdAt}
              text={message.message}
              attachments={message.attachments}
              mark={message.internal && <Badge tone="warning">Internal note</Badge>}
            />
          </li>
        ))}
      </ul>
      {onMore !== null && (
        <div className="flex justify-center py-3">
          <Button onClick={onMore}>Show later messages</Button>
        </div>
      )}
    </div>
  );
}

export function ThreadSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-5 py-3">
      {["a", "b"].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full max-w-[60ch]" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

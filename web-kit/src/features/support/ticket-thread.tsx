import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Ticket, TicketMessage } from "../../api/support-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { STATUS_LABELS } from "./labels.ts";
import { ChangeRow, MessageRow } from "./message-row.tsx";
import { useEndScroll } from "./use-end-scroll.ts";

export interface TicketThreadProps {
  ticket: Ticket;
  /** Undefined while they load. */
  messages: readonly TicketMessage[] | undefined;
  /** Loads later messages; null if there are none. */
  onMore: (() => void) | null;
  /** Shown instead of the messages if they could not be loaded. */
  failure?: ReactNode;
}

/** A ticket's description and messages, the oldest first, in a scrollable area (F-091). */
export function TicketThread(props: TicketThreadProps) {
  const { ticket, messages, onMore, failure } = props;
  const box = useEndScroll(messages?.at(-1)?.id ?? null);
  return (
    <div
      ref={box}
      role="region"
      aria-label={t`Conversation`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2 md:min-h-96 md:px-8"
    >
      <MessageRow
        senderId={ticket.userId}
        name={ticket.userName}
        picture={ticket.userPicture}
        isStaff={false}
        at={ticket.createdAt}
        text={ticket.description}
        attachments={ticket.attachments}
      />
      {failure}
      {messages === undefined && failure === undefined && <ThreadSkeleton />}
      <ul aria-label={t`Messages`}>
        {entriesOf(ticket, messages ?? []).map((entry) =>
          "newStatus" in entry ? (
            <li key={entry.at + entry.newStatus}>
              <ChangeRow>{statusChangeText(entry)}</ChangeRow>
            </li>
          ) : (
            <li key={entry.id}>
              <MessageRow
                senderId={entry.senderId}
                name={entry.senderName}
                picture={entry.senderPicture}
                isStaff={entry.isStaff}
                at={entry.createdAt}
                text={entry.message}
                attachments={entry.attachments}
                mark={entry.internal && <Badge tone="warning">{t`Internal note`}</Badge>}
              />
            </li>
          ),
        )}
      </ul>
      {onMore !== null && (
        <div className="flex justify-center py-3">
          <Button onClick={onMore}>{t`Show later messages`}</Button>
        </div>
      )}
    </div>
  );
}

function statusChangeText({ staffName: name, newStatus }: StatusChange): string {
  const status = STATUS_LABELS[newStatus];
  return t`${name} changed the status to ${status}`;
}

type StatusChange = Ticket["statusChanges"][number];
type Entry = TicketMessage | StatusChange;

const timeOf = (entry: Entry) => Date.parse("at" in entry ? entry.at : entry.createdAt);

/** Messages and changes of status in the order of their times. */
function entriesOf(ticket: Ticket, messages: readonly TicketMessage[]): Entry[] {
  return [...messages, ...ticket.statusChanges].toSorted((a, b) => timeOf(a) - timeOf(b));
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

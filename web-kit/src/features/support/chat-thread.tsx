import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { ChatMessage } from "../../api/support-types.ts";
import { Button } from "../../ui/button.tsx";
import { MessageRow } from "./message-row.tsx";
import { ThreadSkeleton } from "./ticket-thread.tsx";
import { useEndScroll } from "./use-end-scroll.ts";

export interface ChatThreadProps {
  /** Undefined while they load. */
  messages: readonly ChatMessage[] | undefined;
  /** Loads earlier messages; null if there are none. */
  onMore: (() => void) | null;
  failure?: ReactNode;
}

/** The messages of a chat, the oldest first. New ones are announced. */
export function ChatThread({ messages, onMore, failure }: ChatThreadProps) {
  const box = useEndScroll(messages?.at(-1)?.id ?? null);
  return (
    <div
      ref={box}
      role="log"
      aria-label={t`Messages`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2 md:px-8"
    >
      {onMore !== null && (
        <div className="flex justify-center py-3">
          <Button onClick={onMore}>{t`Show earlier messages`}</Button>
        </div>
      )}
      {failure}
      {messages === undefined && failure === undefined && <ThreadSkeleton />}
      {messages?.map((message) => (
        <MessageRow
          key={message.id}
          senderId={message.senderId}
          name={message.senderName}
          picture={message.senderPicture}
          isStaff={message.isStaff}
          at={message.timestamp}
          text={message.content}
        />
      ))}
    </div>
  );
}

/** The messages of pages that come newest first, in reading order. */
export function toReadingOrder(
  pages: readonly { items: readonly ChatMessage[] }[] | undefined,
): ChatMessage[] | undefined {
  return pages && pages.toReversed().flatMap(({ items }) => items);
}

import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { SupportConversation } from "../../api/support-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Count } from "../../ui/count.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { CHAT_STATUS_LABELS, CHAT_STATUS_TONES } from "./labels.ts";

export const chatPath = (id: string) => `/support/conversations/${id}`;

/** The name of a chat; the topic is optional (F-111). */
export const chatTitle = ({ topic }: SupportConversation) => topic ?? t`Support chat`;

/** The viewer's chats; arrow keys move between them. */
export function ChatRows(props: { chats: readonly SupportConversation[]; current: string | null }) {
  const { chats, current } = props;
  const roving = useRoving(
    chats.map(({ id }) => id),
    current,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its links
    <ul aria-label={t`Conversations`} onKeyDown={roving.onKeyDown} className="px-2">
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link
            to={chatPath(chat.id)}
            {...roving.item(chat.id)}
            aria-current={chat.id === current ? "page" : undefined}
            className="block rounded-md px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected"
          >
            <ChatSummary chat={chat} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A chat in a list: topic, newest message, status and time. */
export function ChatSummary({ chat }: { chat: SupportConversation }) {
  return (
    <>
      <span className="flex items-center gap-2 text-14 font-medium">
        <span className="min-w-0 flex-1 truncate">{chatTitle(chat)}</span>
        <Count value={chat.unreadCount} tone="tint" label={t`unread`} />
      </span>
      {chat.lastMessage !== null && (
        <span className="block truncate text-13 text-ink-2" dir="auto">
          {chat.lastMessage}
        </span>
      )}
      <span className="mt-1 flex items-center text-12 text-ink-2">
        <Badge tone={CHAT_STATUS_TONES[chat.status]} className="me-2">
          {CHAT_STATUS_LABELS[chat.status]}
        </Badge>
        <RelativeTime time={chat.updatedAt} />
      </span>
    </>
  );
}

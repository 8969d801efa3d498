import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { BellOff } from "lucide-react";
import { Link } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { Count } from "../../ui/count.tsx";
import { Dot } from "../../ui/dot.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { useRoving } from "../../ui/use-roving.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { ConversationMenu } from "./conversation-menu.tsx";
import { conversationTitle, excerptLine } from "./labels.ts";

export interface ConversationRowProps {
  conversation: Conversation;
  me: Me;
  phone: boolean;
  selected: boolean;
  roving: ReturnType<ReturnType<typeof useRoving>["item"]>;
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, me, phone, selected, roving } = props;
  const { unreadMessages, markedUnread } = conversation;
  const unread = unreadMessages > 0 || markedUnread;
  const title = conversationTitle(conversation, me.id);
  return (
    <div className="group relative">
      <Link
        to={`/messages/${conversation.id}`}
        aria-current={selected ? "page" : undefined}
        className={clsx(
          "flex h-[58px] items-center gap-3 rounded-md px-3 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-[72px] max-md:gap-3.5",
          selected && "bg-selected hover:bg-selected",
        )}
        {...roving}
      >
        <ConversationAvatar {...{ conversation }} viewerId={me.id} size={phone ? 48 : 38} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <bdi
              className={clsx(
                "min-w-0 flex-1 truncate text-14 max-md:text-15",
                unread ? "font-semibold" : "font-medium",
              )}
            >
              {title}
            </bdi>
            {conversation.muted && <MutedMark />}
            <RelativeTime
              time={conversation.lastUpdated}
              style="short"
              className={clsx(
                "text-12 tabular-nums",
                unread ? "font-semibold text-brand-text" : "text-ink-3",
              )}
            />
          </span>
          <span className="flex items-center gap-2">
            <span
              dir="auto"
              className={clsx(
                "min-w-0 flex-1 truncate text-13 max-md:text-14",
                unread ? "text-ink" : "text-ink-2 max-md:text-ink-3",
              )}
            >
              {excerptLine(conversation, me.id)}
            </span>
            <Count tone="tint" value={unreadMessages} label={t`unread`} />
            {markedUnread && unreadMessages === 0 && <UnreadMark />}
          </span>
        </span>
      </Link>
      {!phone && (
        <ConversationMenu
          {...{ conversation, me }}
          tabIndex={roving.tabIndex}
          className="absolute! end-2 bottom-2 bg-raised opacity-0 shadow-e1 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100"
        />
      )}
    </div>
  );
}

function MutedMark() {
  return (
    <span className="self-center">
      <BellOff size={13} aria-hidden className="text-ink-3" />
      <span className="sr-only">{t`Muted`}</span>
    </span>
  );
}

function UnreadMark() {
  return (
    <span>
      <Dot tone="brand" />
      <span className="sr-only">{t`Marked as unread`}</span>
    </span>
  );
}

import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  BellOff,
  CircleDot,
  Ellipsis,
  LogOut,
  MailOpen,
} from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { conversationTitle, otherPerson } from "./labels.ts";
import { useConversationActions } from "./use-conversation-actions.ts";

const ConversationDialog = lazy(async () => ({
  default: (await import("./conversation-dialogs.tsx")).ConversationDialog,
}));

export interface ConversationMenuProps {
  conversation: Conversation;
  me: Me;
  tabIndex?: number;
  touch?: boolean;
  className?: string;
}

/** Mark as unread, mute, archive, block and leave. */
export function ConversationMenu(props: ConversationMenuProps) {
  const { conversation, me, tabIndex = 0, touch = false, className } = props;
  const [asking, setAsking] = useState<"block" | "leave" | null>(null);
  const actions = useConversationActions(conversation, me.id);
  const { muted, archived, markedUnread, unreadMessages, kind } = conversation;
  const isUnread = unreadMessages > 0 || markedUnread;
  const person = otherPerson(conversation, me.id);
  const name = person?.firstName ?? "";
  const title = conversationTitle(conversation, me.id);
  return (
    <span role="presentation" className="contents" onKeyDown={stopListKeys}>
      <Menu>
        <MenuTrigger
          tabIndex={tabIndex}
          aria-label={t`Actions for ${title}`}
          className={clsx(
            "inline-grid shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink",
            touch ? "size-11" : "size-[26px]",
            className,
          )}
        >
          <Ellipsis size={touch ? 20 : 15} aria-hidden />
        </MenuTrigger>
        <MenuContent>
          {isUnread ? (
            <MenuItem
              icon={<MailOpen size={16} />}
              onSelect={actions.read}
            >{t`Mark as read`}</MenuItem>
          ) : (
            <MenuItem
              icon={<CircleDot size={16} />}
              onSelect={() => actions.change({ markedUnread: true })}
            >{t`Mark as unread`}</MenuItem>
          )}
          <MenuItem
            icon={muted ? <Bell size={16} /> : <BellOff size={16} />}
            onSelect={() => actions.change({ muted: !muted })}
          >
            {muted ? t`Unmute` : t`Mute`}
          </MenuItem>
          <MenuItem
            icon={archived ? <ArchiveRestore size={16} /> : <Archive size={16} />}
            onSelect={() => actions.change({ archived: !archived })}
          >
            {archived ? t`Move to inbox` : t`Archive`}
          </MenuItem>
          {person !== null && (
            <>
              <MenuSeparator />
              <MenuItem tone="danger" icon={<Ban size={16} />} onSelect={() => setAsking("block")}>
                {t`Block ${name}`}
              </MenuItem>
            </>
          )}
          {kind === "group" && (
            <>
              <MenuSeparator />
              <MenuItem
                tone="danger"
                icon={<LogOut size={16} />}
                onSelect={() => setAsking("leave")}
              >{t`Leave group`}</MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {asking !== null && (
          <ConversationDialog {...{ asking, conversation, me }} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </span>
  );
}

/** These keys move between the rows of the list; menus and dialogs use them differently. */
function stopListKeys(event: KeyboardEvent): void {
  if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) event.stopPropagation();
}

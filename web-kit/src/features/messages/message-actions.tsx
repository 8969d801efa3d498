import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Copy, Ellipsis, Flag, Pencil, Reply, SmilePlus, Trash2 } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import type { Conversation, Message } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { ReactMenu } from "../../ui/react-menu.tsx";
import { mayEdit } from "./rules.ts";
import type { ComposerActions } from "./use-composing.ts";
import { useReaction } from "./use-message-actions.ts";

const MessageDialog = lazy(async () => ({
  default: (await import("./message-dialogs.tsx")).MessageDialog,
}));

export interface MessageActionsProps {
  message: Message;
  me: Me;
  conversation: Conversation;
  composing: ComposerActions;
  /** Only the actions of the list's tab stop are reached with Tab. */
  tabIndex: 0 | -1;
}

const actionClass =
  "grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink data-[state=open]:bg-hover max-md:size-9";

/** Actions on a message, visible on hover and while the message has the focus. */
export function MessageActions(props: MessageActionsProps) {
  const { message, me, conversation, composing, tabIndex } = props;
  const [asking, setAsking] = useState<"delete" | "report" | null>(null);
  const react = useReaction(message, me.id);
  const isOwn = message.senderId === me.id;
  const mayReact = composing.reply !== null;
  const labels = isOwn ? ownLabels() : labelsFor(message.sender.displayName);
  return (
    <span
      role="presentation"
      onKeyDown={stopFeedKeys}
      className={clsx(
        "absolute z-10 flex opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-data-[state=open]:opacity-100",
        // Next to the bubble; above it on a phone, where they appear with the focus only.
        "md:top-1/2 md:-translate-y-1/2 max-md:bottom-full max-md:rounded-md max-md:bg-raised max-md:shadow-e2",
        "max-md:not-group-focus-within/message:not-has-data-[state=open]:hidden",
        isOwn ? "end-0 md:end-full md:pe-1" : "start-0 md:start-full md:ps-1",
      )}
    >
      {mayReact && (
        <ReactMenu
          id={message.id}
          label={labels.react}
          className={actionClass}
          {...{ tabIndex }}
          onChoose={react}
        >
          <SmilePlus size={16} aria-hidden />
        </ReactMenu>
      )}
      {composing.reply !== null && (
        <button
          type="button"
          tabIndex={tabIndex}
          className={actionClass}
          aria-label={labels.reply}
          onClick={() => composing.reply?.(message)}
        >
          <Reply size={16} aria-hidden className="rtl:-scale-x-100" />
        </button>
      )}
      <Menu>
        <MenuTrigger tabIndex={tabIndex} className={actionClass} aria-label={labels.menu}>
          <Ellipsis size={16} aria-hidden />
        </MenuTrigger>
        <MenuContent align={isOwn ? "end" : "start"}>
          {message.content !== "" && (
            <MenuItem
              icon={<Copy size={16} />}
              onSelect={() => void copyText(message.content, t`Message copied to clipboard.`)}
            >{t`Copy text`}</MenuItem>
          )}
          {mayReact && mayEdit(message, me.id) && (
            <MenuItem
              icon={<Pencil size={16} />}
              onSelect={() => composing.edit(message)}
            >{t`Edit`}</MenuItem>
          )}
          {isOwn ? (
            <>
              <MenuSeparator />
              <MenuItem
                tone="danger"
                icon={<Trash2 size={16} />}
                onSelect={() => setAsking("delete")}
              >{t`Delete for everyone`}</MenuItem>
            </>
          ) : (
            conversation.canReport && (
              <MenuItem
                icon={<Flag size={16} />}
                onSelect={() => setAsking("report")}
              >{t`Report`}</MenuItem>
            )
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {asking !== null && (
          <MessageDialog {...{ asking, message, me }} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </span>
  );
}

const ownLabels = () => ({
  react: t`React to your message`,
  reply: t`Reply to your message`,
  menu: t`Actions for your message`,
});

const labelsFor = (name: string) => ({
  react: t`React to the message of ${name}`,
  reply: t`Reply to the message of ${name}`,
  menu: t`Actions for the message of ${name}`,
});

/** These keys move between messages; menus and dialogs use them differently. */
function stopFeedKeys(event: KeyboardEvent): void {
  if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) event.stopPropagation();
}

import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { formatList } from "../../language/format.ts";
import type { Conversation, Message } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { FORMER_MEMBER } from "./labels.ts";
import { useReaction } from "./use-message-actions.ts";

export interface ReactionsProps {
  message: Message;
  me: Me;
  conversation: Conversation;
}

/** The reactions to a message; pressing one adds or removes the viewer's own. */
export function Reactions({ message, me, conversation }: ReactionsProps) {
  const react = useReaction(message, me.id);
  if (message.reactions.length === 0 || message.deleted) return null;
  const nameOf = (userId: string) =>
    userId === me.id
      ? t`You`
      : (conversation.participants.find((one) => one.userId === userId)?.displayName ??
        FORMER_MEMBER);
  return (
    <ul aria-label={t`Reactions`} className="-mt-1 flex flex-wrap gap-1 px-1">
      {message.reactions.map(({ emoji, userIds }) => {
        const isMine = userIds.includes(me.id);
        const names = formatList(userIds.map(nameOf), "unit");
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              aria-label={t`${emoji} by ${names}`}
              title={names}
              className={clsx(
                "inline-flex h-[26px] items-center gap-1 rounded-full px-2 text-12 tabular-nums shadow-[0_0_0_2px_var(--surface)] max-md:h-8",
                isMine
                  ? "bg-brand-subtle text-brand-text outline-1 -outline-offset-1 outline-brand-border"
                  : "bg-sunken text-ink-2",
                "focus-visible:outline-2 focus-visible:outline-focus",
              )}
              onClick={() => react(emoji)}
            >
              <span aria-hidden>{emoji}</span>
              {userIds.length > 1 && userIds.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

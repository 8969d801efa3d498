import { t } from "@lingui/core/macro";
import { formatList } from "../../language/format.ts";
import type { Conversation, Message } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { ReactionChip } from "../../ui/reaction-chip.tsx";
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
            <ReactionChip
              {...{ emoji, isMine }}
              count={userIds.length}
              label={t`${emoji} by ${names}`}
              title={names}
              className="shadow-[0_0_0_2px_var(--surface)]"
              onClick={() => react(emoji)}
            />
          </li>
        );
      })}
    </ul>
  );
}

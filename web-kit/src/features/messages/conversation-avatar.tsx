import type { Conversation } from "../../api/message-types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { FORMER_MEMBER, otherPerson, othersIn } from "./labels.ts";

export interface ConversationAvatarProps {
  conversation: Conversation;
  viewerId: string;
  size: number;
}

/** The other person's picture; for a group those of two people. */
export function ConversationAvatar({ conversation, viewerId, size }: ConversationAvatarProps) {
  if (conversation.kind === "direct") {
    const person = otherPerson(conversation, viewerId);
    return (
      <Avatar
        name={person?.displayName ?? FORMER_MEMBER}
        src={person?.profilePicture ?? null}
        size={size}
      />
    );
  }
  const [one, two] = othersIn(conversation, viewerId);
  const small = Math.round(size * 0.68);
  return (
    <span
      data-slot="avatar"
      className="relative inline-block shrink-0"
      style={{ width: size, height: size }}
    >
      <Avatar
        name={one?.displayName ?? FORMER_MEMBER}
        src={one?.profilePicture ?? null}
        size={small}
        className="absolute end-0 top-0"
      />
      <Avatar
        name={two?.displayName ?? conversation.title ?? FORMER_MEMBER}
        src={two?.profilePicture ?? null}
        size={small}
        className="absolute start-0 bottom-0 shadow-[0_0_0_2px_var(--surface)]"
      />
    </span>
  );
}

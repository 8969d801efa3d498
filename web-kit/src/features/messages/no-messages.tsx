import { t } from "@lingui/core/macro";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { conversationTitle } from "./labels.ts";

export function NoMessages({ conversation, me }: { conversation: Conversation; me: Me }) {
  return (
    <div className="my-auto py-16 text-center text-ink-3">
      <ConversationAvatar conversation={conversation} viewerId={me.id} size={56} />
      <p className="mt-3 text-14 font-semibold text-ink">
        <bdi>{conversationTitle(conversation, me.id)}</bdi>
      </p>
      <p className="mt-0.5 text-13">
        {conversation.refusal === null
          ? t`No messages yet. Write the first one below.`
          : t`No messages yet.`}
      </p>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMatch, useNavigate } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import {
  forgetConversation,
  leaveConversation,
  refreshConversation,
} from "../../live/conversations.ts";
import { keys } from "../../api/keys.ts";
import { toast } from "../../ui/toast-store.ts";
import { setRelationship } from "../profile/queries.ts";
import { conversationTitle, otherPerson } from "./labels.ts";
import { leaveGroup } from "./queries.ts";

export interface ConversationDialogProps {
  asking: "block" | "leave";
  conversation: Conversation;
  me: Me;
  onClose: () => void;
}

/** Confirms an action on a conversation. */
export function ConversationDialog(props: ConversationDialogProps) {
  return props.asking === "block" ? <BlockDialog {...props} /> : <LeaveDialog {...props} />;
}

function BlockDialog({ conversation, me, onClose }: ConversationDialogProps) {
  const cache = useQueryClient();
  const person = otherPerson(conversation, me.id);
  if (person === null) return null;
  const name = person.firstName;
  return (
    <ConfirmDialog
      danger
      title={t`Block ${name}?`}
      text={t`Neither of you can find, follow or message the other. Earlier messages stay readable. They are not notified. You can unblock them in your settings.`}
      confirm={t`Block`}
      failed={t`An error occurred. Please try again.`}
      run={async () => {
        await setRelationship(person.userId, "block", true);
        toast.success(t`You blocked ${name}.`);
        refreshConversation(cache, conversation.id, me.id);
        void cache.invalidateQueries({ queryKey: keys.users });
        void cache.invalidateQueries({ queryKey: keys.me });
      }}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ conversation, me, onClose }: ConversationDialogProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isOpen = useMatch(`/messages/${conversation.id}`) !== null;
  const name = conversationTitle(conversation, me.id);
  return (
    <ConfirmDialog
      danger
      title={t`Leave ${name}?`}
      text={t`You will no longer see the messages of this group. Only its creator can add you again.`}
      confirm={t`Leave group`}
      failed={t`Failed to leave the group`}
      run={async () => {
        await leaveConversation(conversation.id, async () => {
          await leaveGroup(conversation.id);
          forgetConversation(cache, conversation.id);
          if (isOpen) await navigate("/messages", { replace: true });
        });
        toast.success(t`You left the group.`);
      }}
      onClose={onClose}
    />
  );
}

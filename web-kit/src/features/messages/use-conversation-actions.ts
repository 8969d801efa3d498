import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Conversation, OwnConversationChange } from "../../api/message-types.ts";
import { errorMessage } from "../../api/problem.ts";
import { invalidateCounts } from "../../live/conversations.ts";
import { placeConversation } from "../../live/conversation-lists.ts";
import { toast } from "../../ui/toast-store.ts";
import { answerRequest, changeOwn, markRead } from "./queries.ts";

const CHANGE_FAILED = t`Failed to update conversation`;

/** Actions on the viewer's own part of a conversation, shown at once and undone on failure. */
export function useConversationActions(conversation: Conversation, viewerId: string) {
  const cache = useQueryClient();
  const run = async (shown: Partial<Conversation>, request: () => Promise<Conversation>) => {
    placeConversation(cache, { ...conversation, ...shown }, viewerId);
    try {
      placeConversation(cache, await request(), viewerId);
      invalidateCounts(cache);
      return true;
    } catch (error) {
      placeConversation(cache, conversation, viewerId);
      toast.error(errorMessage(error, CHANGE_FAILED));
      return false;
    }
  };
  const { id } = conversation;
  return {
    change: (change: { [Field in keyof OwnConversationChange]: boolean }) =>
      void run(change, () => changeOwn(id, change)).then((isChanged) => {
        if (isChanged && change.archived === true) offerUndo(() => changeOwn(id, UNARCHIVED), run);
      }),
    read: () => void run(READ, () => markRead(id)),
    answer: (answer: "accept" | "decline") =>
      run(answer === "accept" ? { state: "open" } : DECLINED, () => answerRequest(id, answer)),
  };
}

const READ = { unreadMessages: 0, markedUnread: false, firstUnreadId: null };
const DECLINED = { state: "declined", archived: true } as const;
const UNARCHIVED = { archived: false };

function offerUndo(
  request: () => Promise<Conversation>,
  run: (shown: Partial<Conversation>, request: () => Promise<Conversation>) => Promise<boolean>,
): void {
  toast.info(t`Conversation archived`, {
    action: { label: t`Undo`, run: () => void run(UNARCHIVED, request) },
  });
}

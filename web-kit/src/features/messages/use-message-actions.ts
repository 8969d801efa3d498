import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { Message } from "../../api/message-types.ts";
import { errorMessage } from "../../api/problem.ts";
import { applyMessage } from "../../live/conversations.ts";
import { queueRequest } from "../../offline/page-queue.ts";
import { toast } from "../../ui/toast-store.ts";
import { isOnline } from "../../ui/use-online.ts";
import { deleteMessage, editMessage, reactionPath, toggleReaction } from "./queries.ts";

/** Changes a message on screen at once, and undoes the change if the server refuses it. */
function useOptimisticChange(viewerId: string) {
  const cache = useQueryClient();
  const show = (message: Message) =>
    applyMessage(
      cache,
      { type: "message.updated", conversationId: message.conversationId, message },
      viewerId,
    );
  return async (
    before: Message,
    after: Message,
    request: () => Promise<Message>,
    failed: string,
  ) => {
    show(after);
    try {
      show(await request());
    } catch (error) {
      show(before);
      toast.error(errorMessage(error, failed));
    }
  };
}

/** Adds or removes the viewer's reaction; without a connection the change is queued. */
export function useReaction(message: Message, viewerId: string) {
  const cache = useQueryClient();
  const change = useOptimisticChange(viewerId);
  return (emoji: string) => {
    const after = {
      ...message,
      reactions: toggled(message.reactions, emoji, viewerId),
    };
    const request = async () => {
      if (isOnline()) return toggleReaction(message, emoji);
      const path = reactionPath(message);
      await queueRequest(cache, { kind: "reaction", path, body: { emoji } });
      return after;
    };
    void change(message, after, request, t`Failed to react to message`);
  };
}

export function useEditMessage(viewerId: string) {
  const change = useOptimisticChange(viewerId);
  return (message: Message, content: string) =>
    void change(
      message,
      { ...message, content },
      () => editMessage(message, content),
      t`Failed to edit message`,
    );
}

/** Deletes the viewer's own message for everyone; fails with the server's message. */
export function useDeleteMessage(viewerId: string) {
  const cache = useQueryClient();
  return async (message: Message) => {
    const deleted = await deleteMessage(message);
    const { conversationId } = message;
    applyMessage(cache, { type: "message.updated", conversationId, message: deleted }, viewerId);
  };
}

function toggled(
  reactions: Message["reactions"],
  emoji: string,
  viewerId: string,
): Message["reactions"] {
  const found = reactions.find((one) => one.emoji === emoji);
  if (found === undefined) return [...reactions, { emoji, userIds: [viewerId] }];
  const userIds = found.userIds.includes(viewerId)
    ? found.userIds.filter((userId) => userId !== viewerId)
    : [...found.userIds, viewerId];
  return reactions
    .map((one) => (one.emoji === emoji ? { emoji, userIds } : one))
    .filter((one) => one.userIds.length > 0);
}

import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ProblemError } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { ChatChange } from "@guildhall/web-kit/api/support-staff-types.ts";
import type { ChatStatus, SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { changeChat, chatQuery } from "./queries.ts";

export type ChatFields = Omit<ChatChange, "version">;

const MARKED: Readonly<Record<ChatStatus, string>> = {
  open: t`Conversation marked as open`,
  "in-progress": t`Conversation marked as in-progress`,
  waiting: t`Conversation marked as waiting`,
  resolved: t`Conversation marked as resolved`,
  closed: t`Conversation marked as closed`,
};

/** The specified messages of an assignment and of a change of status (F-117). */
function messagesOf(fields: ChatFields) {
  if ("assignedTo" in fields) {
    return {
      done: t`Staff assigned successfully`,
      failed: t`Failed to assign staff`,
      refused: t`Only support staff can assign conversations`,
    };
  }
  return {
    done: MARKED[fields.status ?? "open"],
    failed: t`Failed to update conversation status`,
    refused: t`Only support staff can update conversation status`,
  };
}

/** True if the viewer is not a member of the support staff, or not any more. */
const isForbidden = (error: unknown) => error instanceof ProblemError && error.status === 403;

/** Changes a chat at the version that is on screen, so that no update is lost. */
export function useChatChange(chat: SupportConversation, me: Me) {
  const cache = useQueryClient();
  const changing = useSingleFlightMutation<SupportConversation, ChatFields>({
    mutationFn: (fields) => changeChat(chat.id, { ...fields, version: chat.version }),
    onSuccess: (changed, fields) => {
      cache.setQueryData(chatQuery(chat.id).queryKey, changed);
      toast.success(messagesOf(fields).done);
    },
    onError: (error, fields) => {
      const { failed, refused } = messagesOf(fields);
      toast.error(isForbidden(error) ? refused : failureText(error, failed));
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.supportDesk }),
  });
  return {
    busy: changing.isPending,
    change: (fields: ChatFields) => {
      if (me.isStaff) changing.mutate(fields);
      else toast.error(messagesOf(fields).refused);
    },
  };
}

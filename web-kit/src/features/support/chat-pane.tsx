import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { keys } from "../../api/keys.ts";
import type { SupportConversation } from "../../api/support-types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";
import { chatTitle } from "./chat-list.tsx";
import { ChatThread, toReadingOrder } from "./chat-thread.tsx";
import { failureText } from "./failure-text.ts";
import { CHAT_STATUS_LABELS, CHAT_STATUS_TONES } from "./labels.ts";
import {
  chatMessagesQuery,
  conversationQuery,
  endChat,
  markChatRead,
  sendChatMessage,
} from "./queries.ts";
import { ReplyBox } from "./reply-box.tsx";
import { useReplyDraft } from "./reply-drafts.ts";
import { ThreadSkeleton } from "./ticket-thread.tsx";
import { useSend } from "./use-send.ts";

export interface ChatPaneProps {
  conversationId: string;
  viewerId: string;
  phone: boolean;
  onBack: () => void;
}

/** An open chat with support staff. */
export function ChatPane(props: ChatPaneProps) {
  const { data: chat, error, refetch } = useQuery(conversationQuery(props.conversationId));
  if (chat !== undefined) return <OpenChat key={chat.id} chat={chat} {...props} />;
  return (
    <section aria-label={t`Chat`} className="min-w-0 flex-1 px-4 py-6 md:px-8">
      {error === null ? (
        <ThreadSkeleton />
      ) : (
        <ErrorState
          className="py-16"
          title={failureText(error, t`Failed to load support conversations`)}
          onRetry={() => void refetch()}
          actions={<Button onClick={props.onBack}>{t`Back to conversations`}</Button>}
        />
      )}
    </section>
  );
}

function OpenChat({
  chat,
  viewerId,
  phone,
  onBack,
}: ChatPaneProps & { chat: SupportConversation }) {
  const [text, setText] = useReplyDraft(`${viewerId} ${chat.id}`);
  const [ending, setEnding] = useState(false);
  const sending = useSend<{ content: string }>({
    send: ({ content }, key) => sendChatMessage(chat.id, content, key),
    onSent: () => setText(""),
    changes: [keys.supportChatMessages(chat.id), keys.supportConversation(chat.id)],
  });
  const messages = useInfiniteQuery(chatMessagesQuery(chat.id));
  useMarkRead(chat);
  const ended = chat.status === "closed";
  const name = chat.assignedToName;
  return (
    <section aria-label={t`Chat`} data-pane="chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex items-center gap-2 border-b border-line-soft px-2 py-3 md:px-8">
        {phone && (
          <IconButton
            size="touch"
            label={t`Back to conversations`}
            icon={<ChevronLeft size={22} aria-hidden className="rtl:-scale-x-100" />}
            onClick={onBack}
          />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-16 font-semibold md:text-18">{chatTitle(chat)}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
            <Badge tone={CHAT_STATUS_TONES[chat.status]}>{CHAT_STATUS_LABELS[chat.status]}</Badge>
            {name === null ? t`Waiting for a member of staff` : t`With ${name}`}
          </p>
        </div>
        {!ended && <Button onClick={() => setEnding(true)}>{t`End chat`}</Button>}
      </header>
      <ChatThread
        messages={toReadingOrder(messages.data?.pages)}
        onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
        {...(messages.data === undefined &&
          messages.error !== null && {
            failure: (
              <ErrorState
                className="py-10"
                title={failureText(messages.error, t`Failed to load support conversations`)}
                onRetry={() => void messages.refetch()}
              />
            ),
          })}
      />
      {ended ? (
        <Note className="m-4 md:mx-8">{t`This conversation has ended. A transcript was sent to your email address.`}</Note>
      ) : (
        <ReplyBox
          label={t`Write a message`}
          action={t`Send`}
          text={text}
          onText={setText}
          busy={sending.isPending}
          onSend={(content) => sending.mutate({ content })}
        />
      )}
      {ending && <EndDialog chat={chat} onClose={() => setEnding(false)} />}
    </section>
  );
}

/** Marks the open chat as read, once for each number of unread messages. */
function useMarkRead({ id, unreadCount }: SupportConversation): void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => markChatRead(id),
    onSuccess: (chat) => {
      cache.setQueryData(keys.supportConversation(id), chat);
      void cache.invalidateQueries({ queryKey: keys.supportConversations });
      void cache.invalidateQueries({ queryKey: keys.badges });
    },
    onError: (error) => toast.error(failureText(error, t`Failed to mark conversation as read`)),
  });
  const mark = useEffectEvent(() => mutate());
  useEffect(() => {
    if (unreadCount > 0) mark();
  }, [unreadCount]);
}

function EndDialog({ chat, onClose }: { chat: SupportConversation; onClose: () => void }) {
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={t`End this chat?`}
      text={t`You receive the transcript by email.`}
      confirm={t`End chat`}
      failed={t`Failed to update conversation status`}
      run={async () => {
        cache.setQueryData(keys.supportConversation(chat.id), await endChat(chat.id));
        void cache.invalidateQueries({ queryKey: keys.supportConversations });
        void cache.invalidateQueries({ queryKey: keys.supportOverview });
      }}
      onClose={onClose}
    />
  );
}

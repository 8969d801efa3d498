import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { chatTitle } from "@guildhall/web-kit/features/support/chat-list.tsx";
import { ChatThread, toReadingOrder } from "@guildhall/web-kit/features/support/chat-thread.tsx";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { CHAT_STATUS_LABELS, labelEntries } from "@guildhall/web-kit/features/support/labels.ts";
import { ReplyBox } from "@guildhall/web-kit/features/support/reply-box.tsx";
import { useReplyDraft } from "@guildhall/web-kit/features/support/reply-drafts.ts";
import { ThreadSkeleton } from "@guildhall/web-kit/features/support/ticket-thread.tsx";
import { useSend } from "@guildhall/web-kit/features/support/use-send.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { CannedMenu } from "./canned-menu.tsx";
import { ChatPerson } from "./chat-person.tsx";
import { CompactSelect } from "./compact-select.tsx";
import { fillForChat } from "./fill-for-chat.ts";
import { chatQuery, deskMessagesQuery, markDeskRead, sendDeskMessage } from "./queries.ts";
import { findKey } from "./ticket-controls.tsx";
import { useChatChange } from "./use-chat-change.ts";
import { useDeskKeys } from "./use-desk-keys.ts";
import { ViewersLine } from "./viewers-line.tsx";

export interface ChatDeskProps {
  conversationId: string;
  me: Me;
  staff: readonly (readonly [id: string, name: string])[];
  onBack: () => void;
}

/** A chat as staff work on it. */
export function ChatDesk(props: ChatDeskProps) {
  const { data: chat, error, refetch } = useQuery(chatQuery(props.conversationId));
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
          actions={<Button onClick={props.onBack}>{t`Back to chats`}</Button>}
        />
      )}
    </section>
  );
}

function OpenChat(props: ChatDeskProps & { chat: SupportConversation }) {
  const { chat, me, staff, onBack } = props;
  const { change, busy } = useChatChange(chat, me);
  const assign = useRef<HTMLSelectElement>(null);
  const status = useRef<HTMLSelectElement>(null);
  const reply = useRef<HTMLTextAreaElement>(null);
  useDeskKeys(me.singleKeyShortcuts, {
    r: () => reply.current?.focus(),
    a: () => assign.current?.focus(),
    s: () => status.current?.focus(),
  });
  useMarkRead(chat);
  const [showsPerson, setPerson] = useState(false);
  const [text, setText] = useReplyDraft(`${me.id} ${chat.id}`);
  const sending = useSend<{ content: string }>({
    send: ({ content }, key) => sendDeskMessage(chat.id, content, key),
    onSent: () => setText(""),
    changes: [keys.supportDesk],
  });
  const messages = useInfiniteQuery(deskMessagesQuery(chat.id));
  const failure = messages.data === undefined && messages.error !== null && (
    <ErrorState
      className="py-10"
      title={failureText(messages.error, t`Failed to load support conversations`)}
      onRetry={() => void messages.refetch()}
    />
  );
  return (
    <>
      <section
        aria-label={t`Chat`}
        data-pane="chat"
        className="flex min-h-0 min-w-0 flex-1 flex-col"
      >
        <header className="flex items-start gap-2 border-b border-line-soft px-2 py-3 md:px-6">
          <IconButton
            size="touch"
            label={t`Back to chats`}
            className="md:hidden"
            icon={<ChevronLeft size={22} aria-hidden className="rtl:-scale-x-100" />}
            onClick={onBack}
          />
          <div className="min-w-0 flex-1">
            <h2 className="text-16 font-semibold wrap-anywhere md:text-18">{chatTitle(chat)}</h2>
            <p className="mt-0.5 text-12 wrap-anywhere text-ink-2">
              {chat.userDisplayName}
              {chat.userEmail !== null && ` · ${chat.userEmail}`}
            </p>
            <ViewersLine subject={{ conversationId: chat.id }} />
          </div>
          <IconButton
            label={t`Person and tickets`}
            className="min-[1400px]:hidden"
            icon={<UserRound size={17} aria-hidden />}
            onClick={() => setPerson(true)}
          />
        </header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:grid max-md:grid-cols-2 border-b border-line-soft px-4 py-2.5 md:px-6">
          <CompactSelect
            ref={assign}
            label={t`Assigned to`}
            disabled={busy}
            value={chat.assignedTo ?? ""}
            options={[["", t`Not assigned`], ...staff]}
            onChange={({ target }) => change({ assignedTo: target.value || null })}
          />
          <CompactSelect
            ref={status}
            label={t`Status`}
            disabled={busy}
            value={chat.status}
            options={labelEntries(CHAT_STATUS_LABELS)}
            onChange={({ target }) => {
              const next = findKey(CHAT_STATUS_LABELS, target.value);
              if (next !== undefined) change({ status: next });
            }}
          />
        </div>
        <ChatThread
          messages={toReadingOrder(messages.data?.pages)}
          onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
          {...(failure !== false && { failure })}
        />
        {chat.status === "closed" ? (
          <Note className="m-4 md:mx-8">{t`This conversation has ended. The transcript was sent by email.`}</Note>
        ) : (
          <ReplyBox
            label={t`Write a message`}
            action={t`Send`}
            {...{ text }}
            areaRef={reply}
            onText={setText}
            busy={sending.isPending}
            onSend={(content) => sending.mutate({ content })}
            tools={
              <CannedMenu
                fill={({ body }) => fillForChat(body, chat, me)}
                onInsert={(answer) => setText(text === "" ? answer : `${text}\n${answer}`)}
              />
            }
          />
        )}
      </section>
      <aside
        aria-label={t`Person`}
        className="hidden w-72 shrink-0 overflow-y-auto border-s border-line-soft p-5 min-[1400px]:block min-[1400px]:max-2xl:w-64 min-[1400px]:max-2xl:p-4"
      >
        <ChatPerson chatId={chat.id} />
      </aside>
      <Dialog open={showsPerson} onOpenChange={setPerson} title={t`Person`}>
        <ChatPerson chatId={chat.id} />
      </Dialog>
    </>
  );
}

/** Opening a chat resets its unread count (F-112). */
function useMarkRead({ id, unreadCount }: SupportConversation): void {
  const cache = useQueryClient();
  const { mutate } = useSingleFlightMutation({
    mutationFn: () => markDeskRead(id),
    onSuccess: () => void cache.invalidateQueries({ queryKey: keys.supportDesk }),
    onError: (error) => toast.error(failureText(error, t`Failed to mark conversation as read`)),
  });
  const mark = useEffectEvent(() => mutate());
  useEffect(() => {
    if (unreadCount > 0) mark();
  }, [unreadCount]);
}

import { t } from "@lingui/core/macro";
import { MessageCircle } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { markDelivered } from "../../live/delivered.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { ConversationRow } from "./conversation-row.tsx";
import type { ListView } from "./conversations-pane.tsx";

/** A row's height in pixels. */
const ROW = { desk: 58, phone: 72 };

export interface ConversationListProps {
  view: ListView;
  data: LoadedPages<Conversation>;
  more: NextPages;
  me: Me;
  phone: boolean;
  selectedId: string | null;
  onNew: () => void;
}

export function ConversationList(props: ConversationListProps) {
  const { view, data, more, me, phone, selectedId } = props;
  const all = useMemo(() => data.pages.flatMap((page) => page.items), [data]);
  const shown = useMemo(
    () => (view === "unread" ? all.filter((one) => isUnread(one) || one.id === selectedId) : all),
    [all, view, selectedId],
  );
  const isLooking = useAllPages(more, view === "unread");
  useDelivered(all, me.id);
  const roving = useRoving(
    shown.map(({ id }) => id),
    selectedId,
  );
  if (shown.length === 0 && !isLooking) return <NothingListed {...{ view, onNew: props.onNew }} />;
  return (
    <div
      onKeyDown={roving.onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3 max-md:px-1"
    >
      <LongList
        label={t`Conversations`}
        items={shown}
        idOf={idOf}
        rowHeight={phone ? ROW.phone : ROW.desk}
        more={more}
        tabStop={roving.current}
      >
        {(conversation) => (
          <ConversationRow
            {...{ conversation, me, phone }}
            selected={conversation.id === selectedId}
            roving={roving.item(conversation.id)}
          />
        )}
      </LongList>
      <p role="status" className="px-3 text-13 text-ink-3">
        {shown.length === 0 && <span className="block pt-3">{t`Searching...`}</span>}
      </p>
      {more.hasNextPage && !isLooking && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2 w-full"
          busy={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >{t`Show older conversations`}</Button>
      )}
    </div>
  );
}

const idOf = ({ id }: Conversation) => id;

function isUnread({ unreadMessages, markedUnread }: Conversation): boolean {
  return unreadMessages > 0 || markedUnread;
}

/** Loads the remaining pages one after the other, because the server does not filter by unread. */
function useAllPages(more: NextPages, isWanted: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const isLooking = isWanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  return isLooking;
}

/** Last confirmed message by conversation, for messages that came while no page was open. */
const confirmed = new Map<string, string>();

function useDelivered(conversations: readonly Conversation[], viewerId: string): void {
  useEffect(() => {
    for (const { id, lastMessage, unreadMessages } of conversations) {
      if (lastMessage === null || unreadMessages === 0) continue;
      if (lastMessage.senderId === viewerId || confirmed.get(id) === lastMessage.id) continue;
      confirmed.set(id, lastMessage.id);
      markDelivered(id, lastMessage.id);
    }
  }, [conversations, viewerId]);
}

const EMPTY: Record<ListView, { title: string; text: string }> = {
  all: { title: t`No conversations yet`, text: t`Write to a member of your network.` },
  unread: { title: t`No unread messages`, text: t`You have read everything.` },
  requests: {
    title: t`No message requests`,
    text: t`Messages from people you share nothing with appear here first.`,
  },
  archived: { title: t`No archived conversations`, text: t`Archived conversations appear here.` },
};

function NothingListed({ view, onNew }: { view: ListView; onNew: () => void }) {
  const { title, text } = EMPTY[view];
  if (view === "all") {
    return (
      <div className="grid flex-1 place-items-center py-8">
        <EmptyState
          title={title}
          text={text}
          action={<Button variant="primary" onClick={onNew}>{t`New conversation`}</Button>}
        />
      </div>
    );
  }
  return (
    <div role="status" className="grid flex-1 place-items-center px-6 py-10 text-center">
      <div>
        <MessageCircle size={22} aria-hidden className="mx-auto text-ink-3" />
        <p className="mt-2 text-14 font-semibold">{title}</p>
        <p className="mt-0.5 text-13 text-ink-3">{text}</p>
      </div>
    </div>
  );
}

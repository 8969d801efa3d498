import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import type { MessagePages } from "../../live/message-pages.ts";
import { dayOf } from "../posts/days.ts";
import { useFeedKeys, useTabStop } from "../../ui/use-feed-focus.ts";
import { SelectionQuote } from "../posts/selection-quote.tsx";
import { useNow } from "../posts/use-now.ts";
import { useScroll } from "../../ui/use-feed-scroll.ts";
import { useVirtualRows } from "../../ui/use-virtual-rows.ts";
import { receiptLabels } from "./labels.ts";
import { JumpButton, OlderMessagesNotice } from "./list-notices.tsx";
import type { OpenedState } from "./message-area.tsx";
import { MessageRowView } from "./message-row.tsx";
import { NoMessages } from "./no-messages.tsx";
import { buildTimeline, estimatedRowHeight, firstUnreadOf, type MessageRow } from "./timeline.ts";
import { TypingLine } from "./typing-line.tsx";
import type { Composing } from "./use-composing.ts";
import { useMessageShortcuts } from "./use-message-shortcuts.ts";
import { useOutbox } from "./use-outbox.ts";
import { useReadMark } from "./use-read-mark.ts";

const HIGHLIGHT_MS = 2400;

/** The loaded messages, and how to load older and newer ones. */
export type MessagePagesQuery = Pick<
  UseInfiniteQueryResult,
  | "hasNextPage"
  | "hasPreviousPage"
  | "isFetchingNextPage"
  | "isFetchingPreviousPage"
  | "fetchNextPage"
  | "fetchPreviousPage"
> & { data: Pick<MessagePages, "pages"> };

export interface MessageListProps {
  conversation: Conversation;
  query: MessagePagesQuery;
  anchor: string | null;
  isHit: boolean;
  me: Me;
  opened: OpenedState;
  composing: Composing;
  onNewest: () => void;
}

export function MessageList(props: MessageListProps) {
  const { conversation, query, anchor, me, opened } = props;
  const { messages, rows, ids, places } = useRows(props);
  const has = useCallback((id: string) => places.has(id), [places]);
  const stop = useTabStop(ids, has);
  const box = useRef<HTMLDivElement>(null);
  const load = useLoading(query);
  const { feed, above, virtual } = useVirtualRows({
    box,
    rows,
    estimate: estimatedRowHeight,
    kept: places.get(stop.current ?? "") ?? -1,
    follows: !query.hasPreviousPage,
  });
  const scroll = useScroll({
    box,
    virtual,
    rows,
    lastIsOwn: isOwn(rows.at(-1), me.id),
    onNearStart: load.older,
    onNearEnd: query.hasPreviousPage ? load.newer : null,
    entry: props.isHit ? (rows[places.get(anchor ?? "") ?? -1]?.key ?? null) : null,
  });
  const { reveal } = scroll;
  const bring = useCallback((id: string) => reveal(places.get(id) ?? 0, "auto"), [reveal, places]);
  const onKeyDown = useFeedKeys({ feed, ids, stop, reveal: bring });
  const highlight = useHighlight(props.isHit ? anchor : null);
  const show = useShow(conversation.id, places, reveal, highlight.show);
  const { actions } = props.composing;
  const find = (id: string) => messages.find((message) => message.id === id);
  useMessageShortcuts(actions, me, find);
  const now = useNow();
  const atEnd = scroll.atEnd && !query.hasPreviousPage;
  useReadMark({
    conversation,
    viewerId: me.id,
    opened,
    atEnd,
    latest: messages.at(-1) ?? null,
    isHit: props.isHit,
  });
  const receipts = useMemo(
    () =>
      receiptLabels(
        messages.filter(({ senderId, deleted }) => senderId === me.id && !deleted),
        conversation,
        conversation.receipts,
      ),
    [messages, conversation, me.id],
  );
  const total = query.hasNextPage || query.hasPreviousPage ? -1 : ids.length;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        onScroll={scroll.onScroll}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 [overflow-anchor:none] max-md:px-3.5"
      >
        <div className="mx-auto flex min-h-full max-w-[47rem] flex-col justify-end pb-4">
          {rows.length === 0 && <NoMessages {...{ conversation, me }} />}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys
              of a feed */}
          <div
            ref={feed}
            {...(ids.length > 0 && {
              role: "feed",
              "aria-label": t`Messages`,
              "aria-busy": query.isFetchingNextPage || query.isFetchingPreviousPage,
            })}
            onKeyDown={onKeyDown}
            className="relative shrink-0"
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const id = row.kind === "message" ? row.message.id : "";
              return (
                <div
                  key={String(key)}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="absolute inset-x-0"
                  style={{ top: start - above }}
                >
                  <MessageRowView
                    {...{ row, now, me, conversation, total }}
                    composing={props.composing.actions}
                    place={(places.get(`#${id}`) ?? 0) + 1}
                    isTabStop={id !== "" && id === stop.current}
                    receipt={receipts.get(id) ?? null}
                    highlighted={id !== "" && id === highlight.id}
                    onFocus={stop.setActive}
                    onShow={show}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {actions.quote !== null && (
        <SelectionQuote
          onQuote={(id, text) => {
            const message = find(id);
            if (message !== undefined) actions.quote?.(message, text);
          }}
        />
      )}
      {query.isFetchingNextPage && <OlderMessagesNotice />}
      <TypingLine {...{ conversation }} />
      <JumpButton
        missed={scroll.missed}
        atEnd={atEnd}
        onJump={() => {
          if (query.hasPreviousPage) props.onNewest();
          else scroll.toEnd("smooth");
        }}
      />
    </div>
  );
}

/** The loaded rows from oldest to newest, with their positions. */
function useRows({ query, conversation, me, opened }: MessageListProps) {
  const { data, hasNextPage, hasPreviousPage } = query;
  const { pending } = useOutbox(conversation.id, me.id);
  const messages = useMemo(() => data.pages.toReversed().flatMap((page) => page.items), [data]);
  const [counted] = useState(() => firstUnreadOf(messages, opened.unread, me.id));
  const firstUnreadId = opened.unread > 0 ? (opened.firstUnreadId ?? counted) : null;
  const rows = useMemo(
    () =>
      buildTimeline(messages, hasPreviousPage ? [] : pending, {
        viewerId: me.id,
        firstUnreadId,
        hasOlder: hasNextPage,
        dayOf,
      }),
    [messages, pending, me.id, firstUnreadId, hasNextPage, hasPreviousPage],
  );
  const ids = useMemo(
    () => messages.filter(({ kind }) => kind === "text").map(({ id }) => id),
    [messages],
  );
  // The row of each message, and its place among the messages.
  const places = useMemo(() => {
    const found = new Map(ids.map((id, at) => [`#${id}`, at]));
    for (const [at, row] of rows.entries())
      if (row.kind === "message") found.set(row.message.id, at);
    return found;
  }, [ids, rows]);
  return { messages, rows, ids, places };
}

function useLoading(query: MessagePagesQuery) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { hasPreviousPage, isFetchingPreviousPage, fetchPreviousPage } = query;
  const isBusy = isFetchingNextPage || isFetchingPreviousPage;
  return {
    older: useCallback(() => {
      if (hasNextPage && !isBusy) void fetchNextPage();
    }, [hasNextPage, isBusy, fetchNextPage]),
    newer: useCallback(() => {
      if (hasPreviousPage && !isBusy) void fetchPreviousPage();
    }, [hasPreviousPage, isBusy, fetchPreviousPage]),
  };
}

/** Scrolls to a message, or opens the conversation there if it is not loaded. */
function useShow(
  conversationId: string,
  places: ReadonlyMap<string, number>,
  reveal: (index: number) => void,
  highlight: (id: string) => void,
) {
  const navigate = useNavigate();
  return useCallback(
    (id: string) => {
      const at = places.get(id);
      if (at === undefined) {
        void navigate(`/messages/${conversationId}?around=${id}`);
        return;
      }
      reveal(at);
      highlight(id);
    },
    [conversationId, places, reveal, highlight, navigate],
  );
}

/** The message that is highlighted for a moment. */
function useHighlight(first: string | null) {
  const [id, setId] = useState(first);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setId(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return { id, show: setId };
}

function isOwn(row: MessageRow | undefined, viewerId: string): boolean {
  return row?.kind === "pending" || (row?.kind === "message" && row.message.senderId === viewerId);
}

import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { keys } from "../../api/keys.ts";
import type { MessagePages } from "../../live/message-pages.ts";
import { toast } from "../../ui/toast-store.ts";
import { QueryContent } from "../communities/query-content.tsx";
import { ComposerArea } from "./composer-area.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { MessageList } from "./message-list.tsx";
import { messagesQuery } from "./queries.ts";
import { MessagesSkeleton } from "./skeletons.tsx";
import { type Composing, useComposing } from "./use-composing.ts";

export interface MessageAreaProps {
  conversation: Conversation;
  /** The message at which to open. */
  around: string | null;
  me: Me;
  phone: boolean;
}

/** More unread messages than this are not in the newest page. */
const PAGE = 50;

/** The messages and the composer. */
export function MessageArea(props: MessageAreaProps) {
  const { conversation, around, me, phone } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const composing = useComposing(conversation, me, area);
  const [opened] = useState(() => ({
    unread: conversation.unreadMessages,
    firstUnreadId: conversation.firstUnreadId,
    markedUnread: conversation.markedUnread,
  }));
  const isFar = opened.unread > PAGE && opened.firstUnreadId !== null;
  const [anchor, setAnchor] = useState(around ?? (isFar ? opened.firstUnreadId : null));
  const navigate = useNavigate();
  const toNewest = () => {
    if (around === null) setAnchor(null);
    else void navigate(`/messages/${conversation.id}`, { replace: true });
  };
  return (
    <>
      <Loaded
        key={anchor ?? "newest"}
        {...{ conversation, anchor, me, opened, composing }}
        isHit={around !== null}
        onNewest={toNewest}
      />
      <div className="px-6 pt-1 pb-6 max-md:bg-surface max-md:px-3 max-md:pt-2 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:shadow-[0_-1px_0_var(--line-soft)]">
        <div className="mx-auto max-w-[47rem]">
          <ComposerArea {...{ conversation, me, phone, composing }} areaRef={area} />
        </div>
      </div>
    </>
  );
}

/** State of the conversation when it was opened, for the line above the unread messages. */
export interface OpenedState {
  unread: number;
  firstUnreadId: string | null;
  markedUnread: boolean;
}

interface LoadedProps {
  conversation: Conversation;
  anchor: string | null;
  /** The anchor is a search hit or a quoted message, which is highlighted. */
  isHit: boolean;
  me: Me;
  opened: OpenedState;
  composing: Composing;
  onNewest: () => void;
}

function Loaded(props: LoadedProps) {
  const { conversation, anchor } = props;
  const query = useInfiniteQuery(messagesQuery(conversation.id, anchor));
  useTrimmedWindow(conversation.id, anchor);
  const isMissing =
    anchor !== null && query.error instanceof ProblemError && query.error.status === 404;
  const { onNewest, isHit } = props;
  useEffect(() => {
    if (!isMissing) return;
    if (isHit) toast.error(t`Message not found`);
    onNewest();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the answer arrives
  }, [isMissing]);
  if (isMissing) return <MessagesSkeleton />;
  return (
    <QueryContent
      query={query}
      skeleton={<MessagesSkeleton />}
      renderFailure={(error, retry) => (
        <LoadFailure error={error} what="messages" onRetry={retry} />
      )}
    >
      {(data) => <MessageList {...props} query={{ ...query, data }} />}
    </QueryContent>
  );
}

/** Drops the loaded older pages on leaving, which would otherwise all be read again later. */
function useTrimmedWindow(conversationId: string, anchor: string | null): void {
  const cache = useQueryClient();
  useEffect(
    () => () => {
      const queryKey = keys.messageWindow(conversationId, anchor);
      if (anchor !== null) {
        cache.removeQueries({ queryKey, exact: true, type: "inactive" });
        return;
      }
      cache.setQueryData<MessagePages>(
        queryKey,
        (data) =>
          data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      );
    },
    [cache, conversationId, anchor],
  );
}

import { plural, t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Conversation, MessageHit } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { HighlightedText } from "../../ui/highlighted-text.tsx";
import { MatchedText } from "../../ui/matched-text.tsx";
import { splitTerms } from "../../content/terms.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { conversationTitle, excerptLine } from "./labels.ts";
import { LoadFailure } from "./load-failure.tsx";
import { messageSearchQuery, peopleSearchQuery } from "./queries.ts";
import { ConversationsSkeleton } from "./skeletons.tsx";

export interface SearchResultsProps {
  me: Me;
  phone: boolean;
  /** Empty until the typing has paused. */
  q: string;
}

/** Conversations by name, and messages with the words; each opens at its place. */
export function SearchResults({ me, phone, q }: SearchResultsProps) {
  const isReady = q !== "";
  const people = useQuery({ ...peopleSearchQuery(q), enabled: isReady });
  const messages = useInfiniteQuery({ ...messageSearchQuery(q), enabled: isReady });
  const conversations = people.data?.items ?? [];
  const hits = messages.data?.pages.flatMap((page) => page.items) ?? [];
  const roving = useRoving(
    [...conversations.map(({ id }) => id), ...hits.map(({ message }) => message.id)],
    null,
  );
  const error = people.error ?? messages.error;
  const retry = () => {
    void people.refetch();
    void messages.refetch();
  };
  if (error !== null) return <LoadFailure error={error} what="conversations" onRetry={retry} />;
  if (people.data === undefined || messages.data === undefined) return <ConversationsSkeleton />;
  const count = conversations.length + hits.length;
  return (
    <div
      onKeyDown={roving.onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3 max-md:px-1"
    >
      <p role="status" className="px-3 text-13 text-ink-3">
        {count === 0 ? (
          <span className="block pt-4 text-center">{t`Nothing found for “${q}”.`}</span>
        ) : (
          <span className="sr-only">{plural(count, { one: "# result", other: "# results" })}</span>
        )}
      </p>
      <Section title={t`People and groups`} items={conversations} idOf={(one) => one.id}>
        {(conversation) => (
          <NamedConversation
            {...{ conversation, me, phone, q }}
            roving={roving.item(conversation.id)}
          />
        )}
      </Section>
      <Section title={t`Messages`} items={hits} idOf={(hit) => hit.message.id}>
        {(hit) => <Hit {...{ hit, me }} roving={roving.item(hit.message.id)} />}
      </Section>
      {messages.hasNextPage && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2 w-full"
          busy={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >{t`Show older messages`}</Button>
      )}
    </div>
  );
}

function Section<Item>(props: {
  title: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  if (props.items.length === 0) return null;
  return (
    <>
      <h2 className="px-3 pt-3 pb-1 text-12 font-strong text-ink-3">{props.title}</h2>
      <ul aria-label={props.title}>
        {props.items.map((item) => (
          <li key={props.idOf(item)}>{props.children(item)}</li>
        ))}
      </ul>
    </>
  );
}

type Roving = ReturnType<ReturnType<typeof useRoving>["item"]>;

const rowClass =
  "flex min-h-[58px] items-center gap-3 rounded-md px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-[72px]";

function NamedConversation(props: {
  conversation: Conversation;
  me: Me;
  phone: boolean;
  q: string;
  roving: Roving;
}) {
  const { conversation, me, phone, q, roving } = props;
  return (
    <Link to={`/messages/${conversation.id}`} className={rowClass} {...roving}>
      <ConversationAvatar {...{ conversation }} viewerId={me.id} size={phone ? 48 : 38} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-14 font-medium">
          <HighlightedText text={conversationTitle(conversation, me.id)} words={splitTerms(q)} />
        </bdi>
        <span dir="auto" className="block truncate text-13 text-ink-3">
          {excerptLine(conversation, me.id)}
        </span>
      </span>
    </Link>
  );
}

function Hit({ hit, me, roving }: { hit: MessageHit; me: Me; roving: Roving }) {
  const { conversation, message, match } = hit;
  const sender = conversation.participants.find(({ userId }) => userId === message.senderId);
  return (
    <Link to={`/messages/${conversation.id}?around=${message.id}`} className={rowClass} {...roving}>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate text-13 font-medium">
            {conversationTitle(conversation, me.id)}
          </bdi>
          <RelativeTime
            time={message.timestamp}
            style="short"
            className="text-12 text-ink-3 tabular-nums"
          />
        </span>
        <span dir="auto" className="line-clamp-2 text-13 wrap-anywhere text-ink-2">
          {message.senderId === me.id ? t`You:` : sender && `${sender.firstName}:`}{" "}
          <MatchedText text={message.excerpt} matches={match} />
        </span>
      </span>
    </Link>
  );
}

import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { ChatSummary } from "@guildhall/web-kit/features/support/chat-list.tsx";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { CHAT_STATUS_LABELS, labelEntries } from "@guildhall/web-kit/features/support/labels.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { PeopleSkeleton } from "@guildhall/web-kit/ui/people-skeleton.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { useRoving } from "@guildhall/web-kit/ui/use-roving.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { filterParams, useDeskFilter } from "./desk-filter.ts";
import { FilterChips } from "./filter-chips.tsx";
import { chatsQuery } from "./queries.ts";
import { stepIn, useDeskKeys } from "./use-desk-keys.ts";

export interface ChatInboxProps {
  me: Me;
  phone: boolean;
  current: string | null;
  toChat: (id: string) => string;
  onGo: (id: string) => void;
}

/** The chats of all members, the last updated first. */
export function ChatInbox({ me, phone, current, toChat, onGo }: ChatInboxProps) {
  const [filter, change] = useDeskFilter();
  const { q, status } = filterParams(filter);
  const query = useInfiniteQuery(chatsQuery({ q, status }));
  const ids = query.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const step = (by: 1 | -1) => () => {
    const next = stepIn(ids, current, by);
    if (next !== null && next !== current) onGo(next);
  };
  useDeskKeys(me.singleKeyShortcuts, { j: step(1), k: step(-1) });
  return (
    <section
      aria-label={t`Chat inbox`}
      data-pane="inbox"
      className={clsx(
        "flex min-h-0 flex-col",
        phone
          ? "min-w-0 flex-1"
          : "w-[360px] shrink-0 border-e border-line-soft max-2xl:w-80 max-xl:w-72",
      )}
    >
      <div className="flex shrink-0 flex-col gap-2 border-b border-line-soft p-3">
        <SearchField
          label={t`Search chats`}
          placeholder={t`Topic, name or email`}
          className="h-8"
          value={filter.q}
          onSearch={(wanted) => change({ q: wanted })}
        />
        <FilterChips
          label={t`Status`}
          options={labelEntries(CHAT_STATUS_LABELS)}
          chosen={filter.status}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-6">
        <Paged
          query={query}
          waiting={<PeopleSkeleton className="p-3" rowClassName="py-2" />}
          failure={(error) => failureText(error, t`Failed to load support conversations`)}
          empty={<EmptyState className="py-10" picture="square" title={t`No chats match.`} />}
        >
          {(chats) => <Rows {...{ chats, current, toChat }} />}
        </Paged>
      </div>
    </section>
  );
}

function Rows(props: {
  chats: readonly SupportConversation[];
  current: string | null;
  toChat: (id: string) => string;
}) {
  const { chats, current, toChat } = props;
  const roving = useRoving(
    chats.map(({ id }) => id),
    current,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its links
    <ul aria-label={t`Chats`} onKeyDown={roving.onKeyDown} className="p-2">
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link
            to={toChat(chat.id)}
            {...roving.item(chat.id)}
            aria-current={chat.id === current ? "page" : undefined}
            className="block rounded-md px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected"
          >
            <span className="block truncate text-12 text-ink-2">
              <PersonName name={chat.userDisplayName} />
            </span>
            <ChatSummary chat={chat} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Search, SquarePen } from "lucide-react";
import { useState } from "react";
import type { ConversationFilter } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "../../ui/use-debounced.ts";
import { QueryContent } from "../communities/query-content.tsx";
import { IntroductionsLink } from "../cords/introductions-link.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { conversationsQuery, summaryQuery } from "./queries.ts";
import { SearchResults } from "./search-results.tsx";
import { ConversationsSkeleton } from "./skeletons.tsx";

export interface ConversationsPaneProps {
  me: Me;
  phone: boolean;
  selectedId: string | null;
  onNew: () => void;
}

export type ListView = "all" | "unread" | "requests" | "archived";

const FILTER_OF: Record<ListView, ConversationFilter> = {
  all: "inbox",
  unread: "inbox",
  requests: "requests",
  archived: "archived",
};

/** Element id of the search field, which other panes focus. */
export const SEARCH_FIELD = "message-search";

/** The first pane: search, filters and the list of conversations. */
export function ConversationsPane({ me, phone, selectedId, onNew }: ConversationsPaneProps) {
  const [view, setView] = useState<ListView>("all");
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const requests = useQuery(summaryQuery).data?.requests ?? 0;
  const newButton = (
    <IconButton
      size={phone ? "touch" : "md"}
      label={t`New conversation`}
      icon={<SquarePen size={phone ? 20 : 16} aria-hidden />}
      onClick={onNew}
    />
  );
  return (
    <aside
      aria-label={t`Conversations`}
      data-pane="conversations"
      className="flex min-h-0 w-[328px] shrink-0 flex-col max-lg:w-[280px] max-md:w-full max-md:flex-1"
    >
      {phone ? (
        <>
          <h1 className="sr-only">{t`Messages`}</h1>
          <MobileHeader title={t`Messages`} actions={newButton} />
        </>
      ) : (
        <div className="flex h-12 shrink-0 items-center ps-5 pe-3">
          <h1 className="flex-1 text-14 font-semibold">{t`Messages`}</h1>
          {newButton}
        </div>
      )}
      <SearchField value={typed} phone={phone} onChange={setTyped} />
      {typed.trim() === "" ? (
        <>
          <div className="shrink-0 px-3 pb-2 max-md:px-4">
            <Segments<ListView>
              label={t`Show`}
              value={view}
              segments={[
                { value: "all", label: t`All` },
                { value: "unread", label: t`Unread` },
                { value: "requests", label: t`Requests`, count: requests || undefined },
                { value: "archived", label: t`Archived` },
              ]}
              onChange={setView}
            />
          </div>
          <div className="shrink-0 px-2 max-md:px-1.5">
            <IntroductionsLink viewerId={me.id} />
          </div>
          <Listed key={view} {...{ view, me, phone, selectedId, onNew }} />
        </>
      ) : (
        <SearchResults {...{ me, phone, q }} />
      )}
    </aside>
  );
}

function Listed({ view, ...props }: ConversationsPaneProps & { view: ListView }) {
  const query = useInfiniteQuery(conversationsQuery(FILTER_OF[view]));
  return (
    <QueryContent
      query={query}
      skeleton={<ConversationsSkeleton />}
      renderFailure={(error, retry) => (
        <LoadFailure error={error} what="conversations" onRetry={retry} />
      )}
    >
      {(data) => <ConversationList {...props} {...{ view, data }} more={query} />}
    </QueryContent>
  );
}

function SearchField(props: { value: string; phone: boolean; onChange: (value: string) => void }) {
  return (
    <div className="shrink-0 px-3 pb-2 max-md:px-4 max-md:pt-3 max-md:pb-2">
      <label className="flex h-8 items-center gap-2 rounded-sm bg-hover px-2.5 text-13 text-ink-3 focus-within:shadow-[inset_0_0_0_2px_var(--focus)] max-md:h-11 max-md:px-3 max-md:text-16">
        <Search size={props.phone ? 18 : 15} aria-hidden />
        <input
          id={SEARCH_FIELD}
          type="search"
          autoComplete="off"
          value={props.value}
          placeholder={props.phone ? t`Search` : t`Search people and messages`}
          aria-label={t`Search people and messages`}
          onChange={(event) => props.onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none [&::-webkit-search-cancel-button]:appearance-none"
        />
      </label>
    </div>
  );
}

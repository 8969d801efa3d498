import { t } from "@lingui/core/macro";
import { CheckCheck, MessagesSquare, SquarePen } from "lucide-react";
import { useMemo } from "react";
import type { ThreadSort } from "../../api/keys.ts";
import type { Community, Me, Thread } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button } from "../../ui/button.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { ThreadRow } from "./thread-row.tsx";
import { PinnedGroup } from "./threads/pinned-group.tsx";

/** Estimated height of a row in pixels. */
const ROW_HEIGHT_PX = 76;

export interface ThreadListProps {
  data: LoadedPages<Thread>;
  more: NextPages;
  community: Community;
  threadId: string | null;
  me: Me;
  sort: ThreadSort;
  onNewThread: () => void;
  onShowAll: () => void;
}

export function ThreadList(props: ThreadListProps) {
  const { data, more, community, threadId, me, sort, onNewThread, onShowAll } = props;
  const threads = useMemo(() => {
    const loaded = data.pages.flatMap((page) => page.items);
    // A thread that was read stays until another one is opened.
    const isShown = ({ id, unreadMessages }: Thread) => unreadMessages > 0 || id === threadId;
    return sort === "unread" ? loaded.filter(isShown) : loaded;
  }, [data, sort, threadId]);
  const roving = useRoving(
    threads.map((thread) => thread.id),
    threadId,
  );
  if (threads.length === 0 && sort === "unread" && !more.hasNextPage) {
    return <NothingUnread onShowAll={onShowAll} />;
  }
  if (threads.length === 0 && sort !== "unread") {
    return <NoThreads mayStart={community.viewer.mayStartThreads} onNewThread={onNewThread} />;
  }
  return (
    <div
      onKeyDown={roving.onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 max-md:px-0"
    >
      <LongList
        label={t`Threads`}
        items={threads}
        idOf={idOf}
        rowHeight={ROW_HEIGHT_PX}
        more={more}
        tabStop={roving.current}
      >
        {(thread) => {
          const row = (
            <ThreadRow
              thread={thread}
              selected={thread.id === threadId}
              viewerId={me.id}
              roving={roving.item(thread.id)}
            />
          );
          // Among the unread threads the pinned ones are in their place.
          if (sort === "unread") return row;
          return <PinnedGroup {...{ threads, thread }}>{row}</PinnedGroup>;
        }}
      </LongList>
      {more.hasNextPage && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 w-full"
          busy={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >{t`Show older threads`}</Button>
      )}
    </div>
  );
}

const idOf = ({ id }: Thread) => id;

function NothingUnread({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="grid flex-1 place-items-center px-8 py-10 text-center">
      <div>
        <CheckCheck size={22} aria-hidden className="mx-auto text-ink-3" />
        <p className="mt-2 text-14 font-semibold">{t`You're all caught up`}</p>
        <p className="mt-0.5 text-13 text-ink-3">{t`There are no unread threads in this community.`}</p>
        <Button className="mt-4" onClick={onShowAll}>{t`Show all threads`}</Button>
      </div>
    </div>
  );
}

function NoThreads({ mayStart, onNewThread }: { mayStart: boolean; onNewThread: () => void }) {
  return (
    <div className="grid flex-1 place-items-center px-8 py-10 text-center">
      <div>
        <MessagesSquare size={22} aria-hidden className="mx-auto text-ink-3" />
        <p className="mt-2 text-14 font-semibold">{t`No threads yet`}</p>
        <p className="mt-0.5 text-13 text-ink-3">
          {mayStart
            ? t`Start the first one, and members can post in it.`
            : t`Only admins can start threads in this community.`}
        </p>
        {mayStart && (
          <Button
            variant="primary"
            className="mt-4"
            icon={<SquarePen size={15} aria-hidden />}
            onClick={onNewThread}
          >{t`Start a thread`}</Button>
        )}
      </div>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { MessagesSquare, SquarePen } from "lucide-react";
import { useMemo } from "react";
import type { Community, Me, Thread } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button } from "../../ui/button.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { ThreadRow } from "./thread-row.tsx";
import { PinnedGroup } from "./threads/pinned-group.tsx";
import { useMarkRead } from "./unread.ts";

/** Estimated height of a row in pixels. */
const ROW_HEIGHT_PX = 76;

export interface ThreadListProps {
  data: LoadedPages<Thread>;
  more: NextPages;
  community: Community;
  threadId: string | null;
  me: Me;
  onNewThread: () => void;
}

export function ThreadList(props: ThreadListProps) {
  const { data, more, community, threadId, me, onNewThread } = props;
  const threads = useMemo(() => data.pages.flatMap((page) => page.items), [data]);
  const roving = useRoving(
    threads.map((thread) => thread.id),
    threadId,
  );
  useMarkRead(useQueryClient(), {
    id: community.id,
    unread: community.viewer.unread,
    latest: threads[0]?.lastUpdated ?? community.lastUpdated,
  });
  if (threads.length === 0) {
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
        {(thread) => (
          <PinnedGroup {...{ threads, thread }}>
            <ThreadRow
              thread={thread}
              selected={thread.id === threadId}
              viewerId={me.id}
              roving={roving.item(thread.id)}
            />
          </PinnedGroup>
        )}
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

import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { SquarePen } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community, Me } from "../../api/types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Announcements } from "./announcements.tsx";
import { CommunityHead } from "./community-head.tsx";
import { CommunityMenu } from "./community-menu.tsx";
import { QueryContent } from "./query-content.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { threadsQuery } from "./queries.ts";
import { ThreadRowsSkeleton } from "./skeletons.tsx";
import { CommunityStatus } from "./community-status.tsx";
import { ThreadList } from "./thread-list.tsx";
import { ThreadSortMenu } from "./thread-sort-menu.tsx";
import { useThreadSort } from "./thread-sort.ts";

const NewThreadDialog = lazy(async () => ({
  default: (await import("./new-thread-dialog.tsx")).NewThreadDialog,
}));

export interface ThreadsPaneProps {
  community: Community;
  threadId: string | null;
  me: Me;
  phone: boolean;
  className?: string;
}

/** The second pane: the threads of one community. */
export function ThreadsPane({ community, threadId, me, phone, className }: ThreadsPaneProps) {
  const [starting, setStarting] = useState(false);
  const [sort, setSort] = useThreadSort();
  const threads = useInfiniteQuery(threadsQuery(community.id, sort));
  const start = () => setStarting(true);
  const actions = (
    <>
      {community.viewer.mayStartThreads && (
        <IconButton
          size={phone ? "touch" : "sm"}
          label={t`New thread`}
          icon={<SquarePen size={phone ? 20 : 16} aria-hidden />}
          onClick={start}
        />
      )}
      <CommunityMenu {...{ community, me, phone }} />
    </>
  );
  return (
    <section
      aria-label={t`Threads`}
      data-pane="threads"
      className={clsx(
        "flex min-h-0 min-w-0 flex-col max-lg:flex-1 lg:w-[360px] lg:shrink-0 lg:border-e lg:border-line-soft",
        className,
      )}
    >
      <CommunityHead {...{ community, phone, actions }} open="threads" />
      <CommunityStatus {...{ community, me }} />
      <Announcements key={`told-${community.id}`} community={community} />
      <ThreadSortMenu {...{ sort, phone }} onChange={setSort} />
      <QueryContent
        key={`${community.id}-${sort}`}
        query={threads}
        skeleton={<ThreadRowsSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="threads" onRetry={retry} />
        )}
      >
        {(data) => (
          <ThreadList
            {...{ data, community, threadId, me, sort }}
            more={threads}
            onNewThread={start}
            onShowAll={() => setSort("activity")}
          />
        )}
      </QueryContent>
      {starting && (
        <Suspense>
          <NewThreadDialog community={community} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </section>
  );
}

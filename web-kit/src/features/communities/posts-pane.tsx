import { t } from "@lingui/core/macro";
import { hasPassed } from "../../api/server-clock.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import type { Community, Me, Thread } from "../../api/types.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { Note } from "../../ui/note.tsx";
import { formatMoment } from "../../ui/time.ts";
import { postsQuery } from "../posts/queries.ts";
import type { PostPages } from "../posts/post-list.tsx";
import { formatClock } from "../../language/clock.ts";
import { PostsArea } from "../posts/posts-area.tsx";
import { PostsSkeleton } from "../posts/posts-skeleton.tsx";
import { QueryContent } from "./query-content.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { threadQuery } from "./queries.ts";
import { ThreadHead } from "./thread-head.tsx";
import { HiddenPosts } from "./threads/hidden-posts.tsx";
import { isNotFound, MovedThread } from "./threads/moved-thread.tsx";
import { ThreadMenu } from "./threads/thread-menu.tsx";
import { useDeparture } from "./threads/use-departure.ts";
import { useHeadingOutOfView } from "./use-heading-out-of-view.ts";
import { useOpenedState } from "./use-opened-state.ts";
import { personCountLabel, postCountLabel } from "./labels.ts";

const ClosedNote = lazy(async () => ({
  default: (await import("./threads/closed-note.tsx")).ClosedNote,
}));

export interface PostsPaneProps {
  community: Community;
  threadId: string;
  me: Me;
  phone: boolean;
}

/** The third pane: one thread. */
export function PostsPane(props: PostsPaneProps) {
  const { community, threadId, phone } = props;
  const thread = useQuery(threadQuery(community.id, threadId));
  const posts = useInfiniteQuery(postsQuery(community.id, threadId));
  const head = phone && (
    <MobileHeader title={community.name} back={`/communities/${community.id}`} />
  );
  const skeleton = (
    <>
      {head}
      <PostsSkeleton />
    </>
  );
  const renderFailure = (error: Error, retry: () => void) => {
    const failure = (
      <>
        {head}
        <PaneFailure error={error} what="posts" onRetry={retry} />
      </>
    );
    if (!isNotFound(error)) return failure;
    return (
      <MovedThread communityId={community.id} {...{ threadId, skeleton }}>
        {failure}
      </MovedThread>
    );
  };
  return (
    <section
      aria-label={t`Posts`}
      data-pane="posts"
      className="flex min-h-0 min-w-0 flex-1 flex-col max-md:bg-surface"
    >
      <QueryContent query={thread} {...{ skeleton, renderFailure }}>
        {(opened) => (
          <QueryContent query={posts} {...{ skeleton, renderFailure }}>
            {(data) => (
              <OpenThread key={threadId} {...props} thread={opened} posts={{ ...posts, data }} />
            )}
          </QueryContent>
        )}
      </QueryContent>
    </section>
  );
}

function OpenThread(props: PostsPaneProps & { thread: Thread; posts: PostPages }) {
  const { community, threadId, me, phone, thread, posts } = props;
  const opened = useOpenedState(thread);
  useDeparture(community.id, threadId);
  const online = useOnline();
  const loadedAt = online ? null : posts.dataUpdatedAt;
  const meta = `${postCountLabel(thread.numposts)} · ${personCountLabel(thread.participantCount)}`;
  const { ref: headingRef, isOutOfView } = useHeadingOutOfView();
  const refusal = refusalOf(community);
  const menu = <ThreadMenu {...{ community, thread, me, phone }} />;
  return (
    <>
      {phone ? (
        <MobileHeader
          title={isOutOfView ? <bdi>{thread.caption}</bdi> : community.name}
          subtitle={loadedAt === null ? meta : t`Loaded at ${{ time: formatClock(loadedAt) }}`}
          back={`/communities/${community.id}`}
          actions={menu}
        />
      ) : (
        <ThreadHead
          {...{ thread, loadedAt }}
          own={thread.startedBy.userId === me.id}
          isMember={community.viewer.isMember}
        >
          {menu}
        </ThreadHead>
      )}
      <PostsArea
        key={threadId}
        {...{ thread, me, opened, posts }}
        isMember={community.viewer.isMember}
        refusal={
          thread.closed === null ? (
            refusal
          ) : (
            <Suspense fallback={<Note>{t`This thread is closed`}</Note>}>
              <ClosedNote {...{ thread, me }} closed={thread.closed} />
            </Suspense>
          )
        }
        canEdit={refusal === null}
        heading={
          <>
            {phone && (
              <h1 ref={headingRef} className="heading-voice pt-4 pb-2 text-20 font-semibold">
                <bdi>{thread.caption}</bdi>
              </h1>
            )}
            {!posts.hasNextPage && thread.hiddenPosts > 0 && (
              <HiddenPosts count={thread.hiddenPosts} />
            )}
          </>
        }
      />
    </>
  );
}

/** The reason why the viewer cannot write here, shown instead of the composer. */
function refusalOf(community: Community): ReactNode | null {
  const { timeout, isMember } = community.viewer;
  if (timeout !== null && !hasPassed(timeout.endDate)) {
    const { reason } = timeout;
    const end = formatMoment(timeout.endDate);
    return (
      <Note tone="warning">
        {t`You are currently timed out from this community`}
        <span className="block">
          {reason === "" ? t`Until ${end}` : t`Until ${end}: ${reason}`}
        </span>
      </Note>
    );
  }
  return isMember ? null : <Note>{t`Only members can write here.`}</Note>;
}

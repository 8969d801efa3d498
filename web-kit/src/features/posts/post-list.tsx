import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import type { Me, Post, Thread } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { dayOf } from "./days.ts";
import { FeedRow } from "./feed-row.tsx";
import { estimatedHeight } from "./row-height.ts";
import { NewPostsNotice, SearchingNotice, OlderPostsNotice } from "./thread-notices.tsx";
import { buildTimeline, type OpenedState, type TimelineRow } from "./timeline.ts";
import { useFeedKeys, useTabStop } from "../../ui/use-feed-focus.ts";
import { useHighlight } from "./use-highlight.ts";
import { useLike } from "./use-like.ts";
import { NextUnread } from "./next-unread-button.tsx";
import { useNow } from "./use-now.ts";
import { SelectionQuote } from "./selection-quote.tsx";
import { usePostReaction } from "./use-post-reaction.ts";
import { usePostShortcuts } from "./use-post-shortcuts.ts";
import type { Posting } from "./use-posting.ts";
import { useReadMark } from "./use-read-mark.ts";
import { useScroll } from "../../ui/use-feed-scroll.ts";
import { useVirtualRows } from "../../ui/use-virtual-rows.ts";

/** The loaded posts of a thread, and how to load older ones. */
export type PostPages = Pick<
  UseInfiniteQueryResult,
  | "hasNextPage"
  | "isFetchingNextPage"
  | "fetchNextPage"
  | "dataUpdatedAt"
  | "errorUpdateCount"
  | "error"
> & { data: LoadedPages<Post> };

export interface PostListProps {
  query: PostPages;
  thread: Thread;
  me: Me;
  /** False for staff who are not members. */
  isMember: boolean;
  /** The read state of the thread before it was opened. */
  opened: OpenedState;
  posting: Posting;
  canWrite: boolean;
  canEdit: boolean;
  onReply: (post: Post) => void;
  /** Adds a quotation of this text to the draft. */
  onQuote: (post: Post, text: string) => void;
  /** The title, if the pane has no header. */
  heading?: ReactNode;
  empty: ReactNode;
}

/** Use the thread's id as the key: the initial scroll position is set once per thread. */
export function PostList(props: PostListProps) {
  const { query, me, posting, thread, isMember } = props;
  const { posts, ids, rows, places } = useThread(props);
  const has = useCallback((postId: string) => places.has(postId), [places]);
  const stop = useTabStop(ids, has);
  const box = useRef<HTMLDivElement>(null);
  const stored = places.get(stop.current ?? "") ?? -1;
  const { feed, above, virtual } = useVirtualRows({
    box,
    rows,
    estimate: estimatedHeight,
    kept: stored,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const lastIsOwn = isOwn(rows.at(-1), me.id);
  const scroll = useScroll({ box, virtual, rows, lastIsOwn, onNearStart: loadOlder });
  const { reveal, atEnd } = scroll;
  const onRead = useReadMark({
    thread,
    viewerId: me.id,
    isMember,
    posts,
    rows,
    box,
    virtual,
    atEnd,
  });
  const centre = useCallback((id: string) => reveal(places.get(id) ?? 0), [reveal, places]);
  const bring = useCallback((id: string) => reveal(places.get(id) ?? 0, "auto"), [reveal, places]);
  const found = useHighlight({ query, has, loadOlder, reveal: centre });
  const onKeyDown = useFeedKeys({ feed, ids, stop, reveal: bring });
  const order = useMemo(() => new Map(ids.map((id, at) => [id, at])), [ids]);
  const onLike = useLike(me.id);
  const onReact = usePostReaction(me.id);
  usePostShortcuts({
    ...props,
    onLike,
    find: (id) => posts[order.get(id) ?? -1],
  });
  const now = useNow();
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        onScroll={() => {
          scroll.onScroll();
          onRead();
        }}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-8 [overflow-anchor:none] max-md:px-4"
      >
        <div className="flex min-h-full max-w-[46rem] flex-col justify-end pb-2 max-md:justify-start">
          {props.heading}
          {rows.length === 0 && props.empty}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys
              of a feed */}
          <div
            ref={feed}
            {...(rows.length > 0 && {
              role: "feed",
              "aria-label": t`Posts`,
              "aria-busy": isFetchingNextPage,
            })}
            onKeyDown={onKeyDown}
            className="relative shrink-0"
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const post = row.kind === "post" ? row.post : null;
              return (
                <div
                  key={String(key)}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="absolute inset-x-0"
                  style={{ top: start - above }}
                >
                  <FeedRow
                    {...{ row, now, me, posting, onLike, onReact }}
                    parent={posts[order.get(post?.parentPostId ?? "") ?? -1] ?? null}
                    place={(order.get(row.key) ?? 0) + 1}
                    total={hasNextPage ? -1 : posts.length}
                    isTabStop={row.key === stop.current}
                    canReply={props.canWrite}
                    canEdit={props.canEdit}
                    highlighted={found.highlighted === row.key}
                    onFocus={stop.setActive}
                    onReply={props.onReply}
                    onShow={found.show}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {props.canWrite && (
        <SelectionQuote
          onQuote={(id, text) => {
            const post = posts[order.get(id) ?? -1];
            if (post !== undefined) props.onQuote(post, text);
          }}
        />
      )}
      {found.isLooking ? (
        <SearchingNotice onStop={found.stop} />
      ) : (
        isFetchingNextPage && <OlderPostsNotice />
      )}
      <NewPostsNotice missed={scroll.missed} atEnd={atEnd} onJump={() => scroll.toEnd("smooth")} />
      {atEnd && <NextUnread {...{ me, thread }} />}
    </div>
  );
}

/** The thread's loaded rows from oldest to newest, with their positions. */
function useThread({ query, posting, me, opened }: PostListProps) {
  const { data, hasNextPage } = query;
  const posts = useMemo(() => data.pages.toReversed().flatMap((page) => page.items), [data]);
  const rows = useMemo(
    () =>
      buildTimeline(posts, posting.pending, {
        viewerId: me.id,
        opened,
        hasOlder: hasNextPage,
        dayOf,
      }),
    [posts, posting.pending, me.id, opened, hasNextPage],
  );
  const ids = useMemo(() => posts.map((post) => post.id), [posts]);
  const places = useMemo(() => new Map(rows.map((row, at) => [row.key, at])), [rows]);
  return { posts, ids, rows, places };
}

function isOwn(row: TimelineRow | undefined, viewerId: string): boolean {
  return row?.kind === "pending" || (row?.kind === "post" && row.post.authorId === viewerId);
}

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Me, Post } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { dayLabel, dayOf } from "./days.ts";
import { PendingRow } from "./pending-row.tsx";
import { PostRow } from "./post-row.tsx";
import { timeline, type TimelineRow } from "./timeline.ts";
import { DayLine, NewLine } from "./timeline-lines.tsx";
import { useHighlight } from "./use-highlight.ts";
import { useLike } from "./use-like.ts";
import { useNow } from "./use-now.ts";
import type { Posting } from "./use-posting.ts";
import { useScroll } from "./use-scroll.ts";

/** The posts of a thread, as far as they are loaded, and the way to the older ones. */
export type PostPages = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "dataUpdatedAt"
> & { data: LoadedPages<Post> };

export interface PostListProps {
  query: PostPages;
  threadId: string;
  me: Me;
  /** How many posts of others were unread when the thread was opened. */
  unread: number;
  posting: Posting;
  canWrite: boolean;
  onReply: (post: Post) => void;
  /** The title, where the pane has no header of its own. */
  heading?: ReactNode;
  empty: ReactNode;
}

export function PostList(props: PostListProps) {
  const { query, threadId, me, unread, posting } = props;
  const posts = useMemo(
    () => query.data.pages.toReversed().flatMap((page) => page.items),
    [query.data],
  );
  const rows = useMemo(
    () => timeline(posts, posting.pending, { viewerId: me.id, unread, dayOf }),
    [posts, posting.pending, me.id, unread],
  );
  const loadOlder = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  const last = rows.at(-1);
  const { box, atEnd, missed, toEnd, onScroll } = useScroll({
    place: threadId,
    firstKey: posts[0]?.id ?? "",
    keys: rows.map((row) => row.key),
    lastIsOwn: isOwn(last, me.id),
    onNearStart: loadOlder,
  });
  const found = useHighlight(box, posts, loadOlder, query.hasNextPage);
  const roving = useRoving(
    posts.map((post) => post.id),
    posts.at(-1)?.id ?? null,
  );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-8 [overflow-anchor:none] max-md:px-4"
      >
        <div className="flex min-h-full max-w-[46rem] flex-col justify-end pb-2 max-md:justify-start">
          {props.heading}
          {posts.length === 0 && posting.pending.length === 0 && props.empty}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of a feed */}
          <div
            role="feed"
            aria-label="Posts"
            aria-busy={query.isFetchingNextPage}
            onKeyDown={roving.onKeyDown}
          >
            <Rows {...{ rows, posts, roving, list: props, found }} />
          </div>
        </div>
      </div>
      {query.isFetchingNextPage && <Older />}
      <Arrivals missed={missed} atEnd={atEnd} onJump={() => toEnd("smooth")} />
    </div>
  );
}

function isOwn(row: TimelineRow | undefined, viewerId: string): boolean {
  return row?.kind === "pending" || (row?.kind === "post" && row.post.authorId === viewerId);
}

interface RowsProps {
  rows: readonly TimelineRow[];
  posts: readonly Post[];
  roving: ReturnType<typeof useRoving>;
  list: PostListProps;
  found: ReturnType<typeof useHighlight>;
}

function Rows({ rows, posts, roving, list, found }: RowsProps) {
  const { me, posting } = list;
  const like = useLike(me.id);
  const now = useNow();
  const byId = useMemo(() => new Map(posts.map((post) => [post.id, post])), [posts]);
  return rows.map((row) => {
    if (row.kind === "day") return <DayLine key={row.key} label={dayLabel(row.at, now)} />;
    if (row.kind === "new") return <NewLine key={row.key} count={row.count} />;
    if (row.kind === "pending") {
      const { pending, connected } = row;
      return (
        <PendingRow
          key={row.key}
          {...{ pending, connected, me }}
          onEdit={posting.edit}
          onDiscard={posting.discard}
        />
      );
    }
    const { post, connected } = row;
    return (
      <article
        key={row.key}
        id={`post-${post.id}`}
        aria-label={`${post.author.displayName} wrote`}
        className="rounded-md outline-offset-0"
        {...roving.item(post.id)}
      >
        <PostRow
          {...{ post, connected }}
          parent={post.parentPostId === null ? null : (byId.get(post.parentPostId) ?? null)}
          own={post.authorId === me.id}
          canReply={list.canWrite}
          highlighted={found.highlighted === post.id}
          onLike={like}
          onReply={list.onReply}
          onShow={found.show}
        />
      </article>
    );
  });
}

function Older() {
  return (
    <div
      role="status"
      className="pop absolute top-2 left-1/2 flex h-8 -translate-x-1/2 animate-fade items-center gap-2 rounded-full px-3 text-12 text-ink-2 shadow-e2"
    >
      <Spinner size={14} /> Loading older posts
    </div>
  );
}

/** What came while the reader was further up. Said aloud too, but the focus stays. */
function Arrivals(props: { missed: number; atEnd: boolean; onJump: () => void }) {
  const words = props.missed === 1 ? "1 new post" : `${props.missed} new posts`;
  return (
    <>
      <span role="status" className="sr-only">
        {props.missed > 0 && words}
      </span>
      {!props.atEnd && (
        <button
          type="button"
          onClick={props.onJump}
          className={clsx(
            "pop absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 animate-rise items-center gap-1.5 rounded-full px-3 text-12 font-strong shadow-e2 max-md:h-10 max-md:px-4",
            props.missed > 0 ? "text-brand-text" : "text-ink-2",
          )}
        >
          <ArrowDown size={14} aria-hidden />
          {props.missed > 0 ? words : "Jump to newest"}
        </button>
      )}
    </>
  );
}

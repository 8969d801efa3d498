import { t } from "@lingui/core/macro";
import { memo } from "react";
import type { Me, Post } from "../../api/types.ts";
import { dayLabel } from "./days.ts";
import { PendingRow } from "./pending-row.tsx";
import { PostRow } from "./post-row.tsx";
import type { TimelineRow } from "./timeline.ts";
import { DayLine, NewLine } from "./timeline-lines.tsx";
import type { Posting } from "./use-posting.ts";

export interface FeedRowProps {
  row: TimelineRow;
  now: number;
  me: Me;
  /** The loaded post that this one replies to. */
  parent: Post | null;
  /** Position among the posts, from 1, and their number; -1 while unknown. */
  place: number;
  total: number;
  isTabStop: boolean;
  canReply: boolean;
  canEdit: boolean;
  highlighted: boolean;
  posting: Posting;
  onFocus: (postId: string) => void;
  onLike: (post: Post) => void;
  onReact: (post: Post, emoji: string) => void;
  onReply: (post: Post) => void;
  onShow: (postId: string) => void;
}

const TOMBSTONE_LABELS: Record<NonNullable<Post["removed"]>, string> = {
  deleted: t`A deleted post`,
  removed: t`A removed post`,
};

/** One row of a thread. Memoised: it re-renders when its data changes, but not on scroll. */
export const FeedRow = memo(function FeedRow(props: FeedRowProps) {
  const { row, me } = props;
  if (row.kind === "day") return <DayLine label={dayLabel(row.at, props.now)} />;
  if (row.kind === "new") return <NewLine count={row.count} />;
  if (row.kind === "pending") {
    return (
      <PendingRow
        {...{ me }}
        pending={row.pending}
        connected={row.connected}
        withdrawal={props.posting.withdrawal}
      />
    );
  }
  const { post, connected } = row;
  return (
    <article
      id={`post-${post.id}`}
      aria-label={
        post.removed === null
          ? t`${{ name: post.author.displayName }} wrote`
          : TOMBSTONE_LABELS[post.removed]
      }
      aria-posinset={props.place}
      aria-setsize={props.total}
      className="rounded-md outline-offset-0"
      {...focusable(post.id, props)}
    >
      <PostRow
        {...{ post, connected }}
        parent={props.parent}
        own={post.authorId === me.id}
        canReply={props.canReply}
        canEdit={props.canEdit}
        highlighted={props.highlighted}
        onLike={props.onLike}
        onReact={props.onReact}
        onReply={props.onReply}
        onShow={props.onShow}
      />
    </article>
  );
});

function focusable(postId: string, { isTabStop, onFocus }: FeedRowProps) {
  return {
    "data-roving": postId,
    tabIndex: isTabStop ? 0 : -1,
    onFocus: () => onFocus(postId),
  };
}

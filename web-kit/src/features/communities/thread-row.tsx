import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { Thread } from "../../api/types.ts";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/dot.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { shortCount } from "../../ui/short-count.ts";
import type { useRoving } from "../../ui/use-roving.ts";
import { postCountLabel } from "./labels.ts";
import { ThreadMarks } from "./threads/thread-marks.tsx";

export interface ThreadRowProps {
  thread: Thread;
  selected: boolean;
  /** The viewer, who is shown as "You". */
  viewerId: string;
  roving: ReturnType<ReturnType<typeof useRoving>["item"]>;
}

export function ThreadRow({ thread, selected, viewerId, roving }: ThreadRowProps) {
  const unread = thread.unreadMessages;
  // What a viewer muted does not draw their attention.
  const isNew = unread > 0 && thread.subscription !== "muted";
  const face = threadAvatar(thread);
  return (
    <Link
      to={`/communities/${thread.communityId}/threads/${thread.id}`}
      aria-current={selected ? "page" : undefined}
      className={clsx(
        "flex items-start gap-3 rounded-md px-3 py-2.5 hover:bg-hover max-md:px-4 max-md:py-3",
        selected && "bg-selected hover:bg-selected",
      )}
      {...roving}
    >
      <span className="mt-0.5">
        <Avatar name={face.displayName} src={face.profilePicture} size={28} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-2">
          <span
            dir="auto"
            title={thread.caption}
            className={clsx(
              "line-clamp-2 flex-1 text-14 leading-[1.1875rem] wrap-anywhere",
              isNew || selected ? "font-semibold" : "font-medium",
            )}
          >
            {thread.caption}
          </span>
          <ThreadMarks thread={thread} />
          {isNew && <Dot tone="brand" className="mt-1.5" />}
        </span>
        <span className="mt-0.5 block truncate text-13 text-ink-2">
          {lastPostPreview(thread, viewerId)}
        </span>
        <span className="mt-1 block text-12 text-ink-3 tabular-nums">
          <RelativeTime time={thread.lastUpdated} style="short" />
          <span className="meta-dot">{postCountLabel(thread.numposts)}</span>
          {unread > 0 && (
            <span className="meta-dot">
              <span className={clsx(isNew && "font-semibold text-brand-text")}>
                {t`${{ count: shortCount(unread) }} new`}
              </span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** The avatar of a thread: its last author or, before the first post, the member who started it. */
function threadAvatar(thread: Thread) {
  const { lastPost, participants, startedBy } = thread;
  if (lastPost === null) return startedBy;
  // Names are not unique, so the author is matched by id.
  const speaker = participants.find(({ userId }) => userId === lastPost.authorId);
  return speaker ?? { displayName: lastPost.authorName, profilePicture: null };
}

function lastPostPreview({ lastPost, startedBy }: Thread, viewerId: string): ReactNode {
  if (lastPost === null) {
    if (startedBy.userId === viewerId) return t`Started by you`;
    return (
      <Trans>
        Started by <PersonName name={startedBy.displayName} />
      </Trans>
    );
  }
  const { authorId, authorName, excerpt } = lastPost;
  const called = authorId === viewerId ? t`You` : (authorName.split(" ")[0] ?? authorName);
  return (
    // The excerpt is a box of its own, so that it is cut at its end in either direction.
    <span className="flex">
      <span className="max-w-[60%] shrink-0 overflow-hidden text-ellipsis whitespace-pre">
        <PersonName name={called} />
        {": "}
      </span>
      <bdi className="min-w-0 truncate">{excerptOrAttachment(excerpt)}</bdi>
    </span>
  );
}

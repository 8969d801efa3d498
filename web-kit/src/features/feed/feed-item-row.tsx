import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { FeedItem } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { likeCountLabel, replyCountLabel } from "../communities/labels.ts";

/** A post in the feed. A click anywhere opens the post, except on its community's name. */
export function FeedItemRow(props: { item: FeedItem; heading: "h2" | "h3" }) {
  const { item, heading: Heading } = props;
  const { author, communityId, threadId } = item;
  return (
    <li className="relative flex gap-3 px-3 py-4 hover:bg-hover max-md:px-0">
      <Avatar name={author.displayName} src={author.profilePicture} size={36} />
      <article className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-14">
          <span className="font-semibold wrap-anywhere">
            <PersonName name={author.displayName} />
          </span>
          {author.isVerified && <VerifiedTick />}
          <span className="text-12 text-ink-3">
            {item.parentPostId === null ? (
              <RelativeTime time={item.created} />
            ) : (
              <Trans>
                replied <RelativeTime time={item.created} />
              </Trans>
            )}
          </span>
        </p>
        <Heading className="mt-0.5 text-15 font-semibold wrap-anywhere">
          <Link
            data-row
            to={`/communities/${communityId}/threads/${threadId}#post-${item.postId}`}
            className="after:absolute after:inset-0 hover:underline"
          >
            <bdi>{item.threadCaption}</bdi>
          </Link>
        </Heading>
        <p className="mt-1 line-clamp-4 max-w-[66ch] text-14 wrap-anywhere text-ink-2" dir="auto">
          {item.content}
        </p>
        <p className="mt-1.5 text-12 text-ink-3 tabular-nums">
          <Link
            to={`/communities/${communityId}`}
            className="relative font-medium text-ink-2 hover:underline"
          >
            {item.communityName}
          </Link>
          {item.likes > 0 && <span className="meta-dot">{likeCountLabel(item.likes)}</span>}
          {item.replyCount > 0 && (
            <span className="meta-dot">{replyCountLabel(item.replyCount)}</span>
          )}
        </p>
      </article>
    </li>
  );
}

import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { FeedItem } from "../../api/types.ts";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { VerifiedTick } from "../../ui/mark.tsx";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { likeCountLabel, replyCountLabel } from "../communities/labels.ts";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { LikeCount } from "./like-count.tsx";

/** A post in the feed. A click opens the post, except on its author, its likes or its community. */
export function FeedItemRow(props: { item: FeedItem; heading: "h2" | "h3" }) {
  const { item, heading: Heading } = props;
  const { author, communityId, threadId } = item;
  return (
    <li className="relative flex gap-3 px-3 py-4 hover:bg-hover max-md:px-0">
      <PersonPicture person={author} size={36} className="relative z-1 self-start" />
      <article className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-14">
          <PersonTrigger person={author} className="relative z-1 font-semibold wrap-anywhere" />
          {author.isVerified && <VerifiedTick />}
          <AffiliationBadges affiliations={author.affiliations} />
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
          {excerptOrAttachment(item.content)}
        </p>
        <p className="mt-1.5 text-12 text-ink-3 tabular-nums">
          <Link
            to={`/communities/${communityId}`}
            className="relative font-medium text-ink-2 hover:underline"
          >
            {item.communityName}
          </Link>
          {item.likes > 0 && (
            <span className="meta-dot">
              <LikeCount
                subject={{ kind: "post", id: item.postId }}
                likes={item.likes}
                count={roundCount(item.likes)}
                className="relative z-1 rounded-xs hover:underline"
              >
                {likeCountLabel(item.likes)}
              </LikeCount>
            </span>
          )}
          {item.replyCount > 0 && (
            <span className="meta-dot">{replyCountLabel(item.replyCount)}</span>
          )}
        </p>
      </article>
    </li>
  );
}

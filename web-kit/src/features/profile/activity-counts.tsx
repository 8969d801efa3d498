import { Plural, Trans } from "@lingui/react/macro";
import type { UserProfile } from "../../api/types.ts";
import { roundCount } from "../../ui/short-count.ts";

/** What a member has done, and how many follow them: rounded counts with their names. */
export function ActivityCounts({ about }: { about: NonNullable<UserProfile["about"]> }) {
  const { followersCount, followingCount, postsCount, commentsCount, likesGiven } = about;
  return (
    <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-13 text-ink-2">
      <li>
        <Trans>
          <Count value={followersCount} />{" "}
          <Plural value={followersCount} one="follower" other="followers" />
        </Trans>
      </li>
      <li>
        <Trans>
          <Count value={followingCount} /> following
        </Trans>
      </li>
      <li>
        <Trans>
          <Count value={postsCount} /> <Plural value={postsCount} one="post" other="posts" />
        </Trans>
      </li>
      <li>
        <Trans>
          <Count value={commentsCount} />{" "}
          <Plural value={commentsCount} one="comment" other="comments" />
        </Trans>
      </li>
      <li>
        <Trans>
          <Count value={likesGiven} />{" "}
          <Plural value={likesGiven} one="like given" other="likes given" />
        </Trans>
      </li>
    </ul>
  );
}

function Count({ value }: { value: number }) {
  return <strong className="font-semibold text-ink tabular-nums">{roundCount(value)}</strong>;
}

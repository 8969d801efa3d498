import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage } from "../../api/problem.ts";
import type { Like } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { isFormerMember, PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { type LikeSubject, likesQuery } from "./queries.ts";

/** Who liked a post or an Insight, the latest first. */
export function LikesDialog({ subject, onClose }: { subject: LikeSubject; onClose: () => void }) {
  const query = useInfiniteQuery(likesQuery(subject));
  return (
    <Dialog open title={t`Who liked this`} onOpenChange={(open) => open || onClose()}>
      <div className="min-h-[min(16rem,40dvh)] pb-6">
        <Paged
          query={query}
          waiting={<PeopleSkeleton rowClassName="h-14" />}
          failure={(error) => errorMessage(error, t`Failed to load the likes. Please try again.`)}
          empty={
            <p className="py-6 text-center text-14 text-ink-2">{t`No likes that you can see.`}</p>
          }
        >
          {(likes) => (
            <ul aria-label={t`Who liked this`} className="divide-y divide-line-soft">
              {likes.map((like) => (
                <li key={like.person.userId}>
                  <LikeRow {...{ like, onClose }} />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </Dialog>
  );
}

function LikeRow({ like, onClose }: { like: Like; onClose: () => void }) {
  const { person, at } = like;
  const row = "flex min-h-14 items-center gap-3 py-2";
  const content = (
    <>
      <Avatar name={person.displayName} src={person.profilePicture} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold">
          <PersonName name={person.displayName} /> {person.isVerified && <VerifiedTick size={13} />}
        </span>
        <span className="block truncate text-12 text-ink-3">
          {[person.handle && `@${person.handle}`, person.affiliationName]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <RelativeTime time={at} style="short" className="shrink-0 text-12 text-ink-3" />
    </>
  );
  if (isFormerMember(person)) return <span className={row}>{content}</span>;
  return (
    <Link
      to={`/profile/${person.handle ?? person.userId}`}
      className={`${row} rounded-sm hover:bg-hover`}
      onClick={onClose}
    >
      {content}
    </Link>
  );
}

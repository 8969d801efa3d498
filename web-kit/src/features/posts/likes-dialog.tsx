import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { PersonRow } from "../../ui/person-row.tsx";
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
                  <PersonRow
                    person={like.person}
                    aside={<RelativeTime time={like.at} style="short" />}
                    onOpen={onClose}
                  />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </Dialog>
  );
}

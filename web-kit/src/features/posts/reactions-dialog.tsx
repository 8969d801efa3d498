import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { PersonRow } from "../../ui/person-row.tsx";
import { type LikeSubject, reactorsQuery } from "./queries.ts";

export interface ReactionsDialogProps {
  subject: LikeSubject;
  onClose: () => void;
}

/** Who reacted to a post or an Insight, and with which emoji; the latest first. */
export function ReactionsDialog({ subject, onClose }: ReactionsDialogProps) {
  const query = useInfiniteQuery(reactorsQuery(subject));
  return (
    <Dialog open title={t`Who reacted`} onOpenChange={(open) => open || onClose()}>
      <div className="min-h-[min(16rem,40dvh)] pb-6">
        <Paged
          query={query}
          waiting={<PeopleSkeleton rowClassName="h-14" />}
          failure={(error) =>
            errorMessage(error, t`Failed to load the reactions. Please try again.`)
          }
          empty={
            <p className="py-6 text-center text-14 text-ink-2">{t`No reactions that you can see.`}</p>
          }
        >
          {(reactors) => (
            <ul aria-label={t`Who reacted`} className="divide-y divide-line-soft">
              {reactors.map(({ person, emoji }) => (
                <li key={`${person.userId} ${emoji}`}>
                  <PersonRow
                    person={person}
                    aside={<span className="text-18 leading-none">{emoji}</span>}
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

import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../api/problem.ts";
import type { PollOption, Post } from "../../../api/types.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { PeopleSkeleton } from "../../../ui/people-skeleton.tsx";
import { PersonRow } from "../../../ui/person-row.tsx";
import { votersQuery } from "./poll-requests.ts";

export interface VotersDialogProps {
  post: Post;
  option: PollOption;
  onClose: () => void;
}

/** Who voted for an option of a named poll. */
export function VotersDialog({ post, option, onClose }: VotersDialogProps) {
  const query = useInfiniteQuery(votersQuery(post, option.id));
  return (
    <Dialog
      open
      title={t`Who voted for this`}
      description={<bdi>{option.text}</bdi>}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="min-h-[min(16rem,40dvh)] pb-6">
        <Paged
          query={query}
          waiting={<PeopleSkeleton rowClassName="h-14" />}
          failure={(error) => errorMessage(error, t`Failed to load votes`)}
          empty={
            <p className="py-6 text-center text-14 text-ink-2">{t`No votes that you can see.`}</p>
          }
        >
          {(people) => (
            <ul aria-label={t`Who voted for this`} className="divide-y divide-line-soft">
              {people.map((person) => (
                <li key={person.userId}>
                  <PersonRow person={person} onOpen={onClose} />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </Dialog>
  );
}

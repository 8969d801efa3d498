import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { MemberTimeout, Person } from "../../../api/types.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { ManageList, PersonRow } from "./parts.tsx";
import { useManage } from "./manage-context.ts";
import { liftTimeout, timeoutsQuery } from "./queries.ts";
import { TimeoutDialog } from "./timeout-dialog.tsx";
import { useAction } from "./use-action.ts";

/** Members with a timeout, who cannot write. */
export function TimeoutsTab() {
  const { community } = useManage();
  const [changing, setChanging] = useState<Person | null>(null);
  return (
    <>
      <ManageList
        query={useInfiniteQuery(timeoutsQuery(community.id))}
        failure={t`Failed to load timeouts. Please try again.`}
        empty={
          <EmptyState
            className="py-8"
            picture="square"
            title={t`No timeouts`}
            text={t`Time a member out from the list of members.`}
            action={
              <ButtonLink
                to={`/communities/${community.id}/manage`}
              >{t`Choose a member`}</ButtonLink>
            }
          />
        }
      >
        {(timeouts) => (
          <ul aria-label={t`Timeouts`} className="divide-y divide-line-soft">
            {timeouts.map((timeout) => (
              <li key={timeout.userId}>
                <Row timeout={timeout} onChange={() => setChanging(timeout.person)} />
              </li>
            ))}
          </ul>
        )}
      </ManageList>
      {changing !== null && <TimeoutDialog person={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

/** Moderators cannot change their own timeout. */
function Row({ timeout, onChange }: { timeout: MemberTimeout; onChange: () => void }) {
  const { me } = useManage();
  const { person, communityId } = timeout;
  const own = timeout.userId === me.id;
  const name = person.displayName;
  const lift = useAction({
    run: () => liftTimeout(communityId, timeout.userId),
    done: t`${name} can write again`,
    failed: t`An error occurred. Please try again.`,
    changes: [keys.timeouts(communityId)],
  });
  return (
    <PersonRow
      person={person}
      own={own}
      meta={t`Until ${{ end: formatMoment(timeout.endDate) }}`}
      text={timeout.reason}
      actions={
        own ? undefined : (
          <>
            <Button
              aria-label={t`Change the timeout of ${name}`}
              onClick={onChange}
            >{t`Change`}</Button>
            <Button
              aria-label={t`Lift the timeout of ${name}`}
              busy={lift.isPending}
              onClick={() => lift.mutate(undefined)}
            >{t`Lift`}</Button>
          </>
        )
      }
    />
  );
}

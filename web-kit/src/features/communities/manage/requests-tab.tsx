import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { JoinRequest } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ManageList, PersonRow, personSubtitle } from "./parts.tsx";
import { useManage } from "./manage-context.ts";
import { answerRequest, joinRequestsQuery } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { useAction } from "./use-action.ts";

/** Join requests. Admins answer them; trustees and staff can only read them. */
export function RequestsTab() {
  const { community } = useManage();
  const [rejecting, setRejecting] = useState<JoinRequest | null>(null);
  return (
    <>
      {!community.viewer.isAdmin && (
        <Note className="mx-4 mt-4 md:mx-6">{t`Only community admins can handle join requests`}</Note>
      )}
      <ManageList
        query={useInfiniteQuery(joinRequestsQuery(community.id))}
        failure={t`Failed to load join requests. Please try again.`}
        empty={
          <EmptyState
            className="py-8"
            picture="square"
            title={t`No pending requests`}
            text={t`Requests to join appear here.`}
          />
        }
      >
        {(requests) => (
          <ul aria-label={t`Join requests`} className="divide-y divide-line-soft">
            {requests.map((request) => (
              <li key={request.id}>
                <Row request={request} onReject={() => setRejecting(request)} />
              </li>
            ))}
          </ul>
        )}
      </ManageList>
      {rejecting !== null && (
        <RejectDialog
          request={rejecting}
          name={rejecting.person.displayName}
          onClose={() => setRejecting(null)}
        />
      )}
    </>
  );
}

function Row({ request, onReject }: { request: JoinRequest; onReject: () => void }) {
  const { community } = useManage();
  const { person, communityId } = request;
  const approve = useAction({
    run: () => answerRequest(request, "approve", ""),
    done: t`User has been added to the community`,
    failed: t`Failed to process join request`,
    changes: [
      keys.joinRequests(communityId),
      keys.members(communityId),
      keys.community(communityId),
    ],
  });
  const who = personSubtitle(person);
  return (
    <PersonRow
      person={person}
      meta={
        <>
          {who}
          <span className={who === "" ? undefined : "meta-dot"}>
            <Trans>
              Asked <RelativeTime time={request.createdAt} />
            </Trans>
          </span>
        </>
      }
      text={request.message}
      actions={
        community.viewer.isAdmin && (
          <>
            <Button
              aria-label={t`Reject ${{ name: person.displayName }}`}
              onClick={onReject}
            >{t`Reject`}</Button>
            <Button
              variant="tint"
              aria-label={t`Approve ${{ name: person.displayName }}`}
              busy={approve.isPending}
              onClick={() => approve.mutate(undefined)}
            >{t`Approve`}</Button>
          </>
        )
      }
    />
  );
}

import { t } from "@lingui/core/macro";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import type { ActivityItem } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { answerRequest } from "../communities/manage/queries.ts";
import { RejectDialog } from "../communities/manage/reject-dialog.tsx";
import { useAction } from "../communities/manage/use-action.ts";

/** Answers a join request within its notification. The answer itself removes the notification. */
export function RequestAnswer({ item }: { item: ActivityItem }) {
  const [rejecting, setRejecting] = useState(false);
  const request = { id: item.requestId ?? "", communityId: item.communityId ?? "" };
  const name = item.authorName ?? t`this person`;
  const approve = useAction({
    run: () => answerRequest(request, "approve", ""),
    done: t`User has been added to the community`,
    failed: t`Failed to process join request`,
    changes: [keys.activity, keys.badges, keys.joinRequests(request.communityId)],
  });
  return (
    <div className="relative mt-3 flex w-fit gap-2">
      <Button
        size="sm"
        variant="primary"
        aria-label={t`Approve ${name}`}
        busy={approve.isPending}
        onClick={() => approve.mutate(undefined)}
      >{t`Approve`}</Button>
      <Button
        size="sm"
        aria-label={t`Reject ${name}`}
        onClick={() => setRejecting(true)}
      >{t`Reject`}</Button>
      {rejecting && <RejectDialog {...{ request, name }} onClose={() => setRejecting(false)} />}
    </div>
  );
}

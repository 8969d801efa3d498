import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { Community } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { mayConfirmDeletion, useManage } from "./manage-context.ts";
import { useCancelDeletion } from "./use-cancel-deletion.ts";
import { useConfirmDeletion } from "./use-confirm-deletion.ts";

/** Requests the community's deletion, and cancels it within a week. */
export function DeletionPart({ community }: { community: Community }) {
  const [asking, setAsking] = useState(false);
  const place = useManage();
  const cancel = useCancelDeletion(community.id);
  const confirm = useConfirmDeletion(community.id);
  const { isPending, scheduledFor } = community.deletionStatus;
  if (isPending && scheduledFor !== null) {
    return (
      <>
        <Note tone="danger">{t`Scheduled for deletion on ${{ time: formatMoment(scheduledFor) }}. Until then any admin can cancel it.`}</Note>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            busy={cancel.isPending}
            onClick={() => cancel.mutate(undefined)}
          >{t`Cancel deletion`}</Button>
          {mayConfirmDeletion(place) && (
            <Button
              variant="danger"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(undefined)}
            >{t`Confirm deletion`}</Button>
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <p className="max-w-[60ch] text-14 text-ink-2">{t`The community is deleted with its threads, posts and announcements. Its members are notified, and any admin can cancel the deletion for 7 days. A community without other members is deleted immediately.`}</p>
      <Button
        variant="danger"
        className="mt-4"
        onClick={() => setAsking(true)}
      >{t`Delete community`}</Button>
      {asking && <DeleteDialog community={community} onClose={() => setAsking(false)} />}
    </>
  );
}

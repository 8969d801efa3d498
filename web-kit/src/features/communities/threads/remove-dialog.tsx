import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { applyDeparture } from "../../../live/thread-events.ts";
import { ReasonForm } from "../../reports/reason-form.tsx";
import { removeThread } from "./queries.ts";
import type { ThreadDialogProps } from "./thread-dialog.tsx";

/** Removes a thread with its posts; the screen that shows it leads back to the community. */
export function RemoveDialog({ thread, onClose }: ThreadDialogProps) {
  const cache = useQueryClient();
  const { communityId, id: threadId } = thread;
  return (
    <ReasonForm
      title={t`Remove this thread?`}
      description={t`The thread and all its posts are deleted for everyone. This cannot be undone.`}
      hint={t`Shown to the member who started it`}
      confirm={t`Remove`}
      failed={t`An error occurred. Please try again.`}
      run={async (reason) => {
        await removeThread(thread, reason);
        applyDeparture(cache, { communityId, threadId, toCommunityId: null });
      }}
      onClose={onClose}
    />
  );
}

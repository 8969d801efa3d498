import { t } from "@lingui/core/macro";
import { keys } from "../../../api/keys.ts";
import { requestDeletion } from "./queries.ts";
import { useAction } from "./use-action.ts";

/**
 * Confirms, as staff, the deletion that an admin requested: a second request by staff counts as
 * approval.
 */
export function useConfirmDeletion(communityId: string) {
  return useAction({
    run: () => requestDeletion(communityId),
    done: t`Community deletion confirmed`,
    failed: t`Failed to initiate community deletion`,
    changes: [keys.community(communityId), keys.communityLists],
  });
}

import { t } from "@lingui/core/macro";
import { keys } from "../../../api/keys.ts";
import { cancelDeletion } from "./queries.ts";
import { useAction } from "./use-action.ts";

/** Cancels a scheduled deletion. */
export function useCancelDeletion(communityId: string) {
  return useAction({
    run: () => cancelDeletion(communityId),
    done: t`Community deletion cancelled`,
    failed: t`Failed to cancel community deletion`,
    changes: [keys.community(communityId), keys.communityLists],
  });
}

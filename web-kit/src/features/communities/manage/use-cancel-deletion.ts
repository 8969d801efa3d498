import { keys } from "../../../api/keys.ts";
import { cancelDeletion } from "./queries.ts";
import { useDeed } from "./use-deed.ts";

/** Cancels a scheduled deletion. */
export function useCancelDeletion(communityId: string) {
  return useDeed({
    run: () => cancelDeletion(communityId),
    done: "Community deletion cancelled",
    failed: "Failed to cancel community deletion",
    changes: [keys.community(communityId), keys.communityLists],
  });
}

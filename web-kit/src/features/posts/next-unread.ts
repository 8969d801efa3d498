import { t } from "@lingui/core/macro";
import { matchPath, useLocation, useNavigate } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";
import { loadNextUnread } from "../communities/queries.ts";

/**
 * Returns a function that opens the next thread with unread posts, at its first unread one: first in
 * the given or open community, then in the others.
 */
export function useOpenNextUnread(): (communityId?: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (communityId) => {
    try {
      const { thread } = await loadNextUnread(startingPoint(pathname, communityId));
      if (thread === null) {
        toast.info(t`You're all caught up`);
        return;
      }
      await navigate(`/communities/${thread.communityId}/threads/${thread.threadId}`);
    } catch (error) {
      toast.error(errorMessage(error, t`Failed to find the next unread thread`));
    }
  };
}

function startingPoint(pathname: string, communityId: string | undefined) {
  if (communityId !== undefined) return { after: null, community: communityId };
  const thread = matchPath("/communities/:communityId/threads/:threadId", pathname);
  const community = matchPath("/communities/:communityId/*", pathname);
  return {
    after: thread?.params.threadId ?? null,
    community: community?.params.communityId ?? null,
  };
}

import { t } from "@lingui/core/macro";
import { useMatch, useNavigate } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";

interface NextUnread {
  thread: { communityId: string; threadId: string; caption: string } | null;
}

/** Opens the next thread with unread posts: of the same community first, then of the others. */
export function useOpenNextUnread(): () => Promise<void> {
  const navigate = useNavigate();
  const thread = useMatch("/communities/:communityId/threads/:threadId");
  const community = useMatch("/communities/:communityId/*");
  return async () => {
    try {
      const { thread: next } = await call<NextUnread>("GET", "/api/me/next-unread-thread", {
        query: {
          after: thread?.params.threadId ?? null,
          community: community?.params.communityId ?? null,
        },
      });
      if (next === null) toast.info(t`You have read everything.`);
      else await navigate(`/communities/${next.communityId}/threads/${next.threadId}`);
    } catch (error) {
      toast.error(errorMessage(error, t`Failed to find the next unread thread`));
    }
  };
}

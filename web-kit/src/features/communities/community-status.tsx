import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import type { Community, Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { formatMoment } from "../../ui/time.ts";
import { useNow } from "../posts/use-now.ts";
import { mayDelete } from "./manage/manage-context.ts";
import { useCancelDeletion } from "./manage/use-cancel-deletion.ts";

const CopyButton = lazy(async () => ({
  default: (await import("./manage/export-button.tsx")).ExportButton,
}));

/** Notices about an unusual state of the community or of the viewer in it. */
export function CommunityStatus({ community, me }: { community: Community; me: Me }) {
  return (
    <>
      <CommunityNotices {...{ community, me }} />
      <TimedOut community={community} />
    </>
  );
}

function CommunityNotices({ community, me }: { community: Community; me: Me }) {
  const { deletionStatus, pauseInfo, status } = community;
  if (deletionStatus.isPending && deletionStatus.scheduledFor !== null) {
    return (
      <Note tone="danger" className="mx-3 mt-3">
        {t`Scheduled for deletion on ${{ time: formatMoment(deletionStatus.scheduledFor) }}`}
        {mayDelete({ community, me }) && (
          <span className="mt-2 flex flex-wrap gap-2">
            <Cancel communityId={community.id} />
            {community.viewer.isAdmin && (
              <Suspense>
                <CopyButton communityId={community.id} size="sm" />
              </Suspense>
            )}
          </span>
        )}
      </Note>
    );
  }
  if (status !== "paused") return null;
  const until = pauseInfo?.pausedUntil ?? null;
  return (
    <Note tone="warning" className="mx-3 mt-3">
      {until === null
        ? t`This community is paused.`
        : t`This community is paused until ${{ time: formatMoment(until) }}.`}
      {pauseInfo?.pausedReason && ` ${pauseInfo.pausedReason}`}
    </Note>
  );
}

function Cancel({ communityId }: { communityId: string }) {
  const cancel = useCancelDeletion(communityId);
  return (
    <Button
      size="sm"
      busy={cancel.isPending}
      onClick={() => cancel.mutate(undefined)}
    >{t`Cancel deletion`}</Button>
  );
}

function TimedOut({ community }: { community: Community }) {
  const { timeout } = community.viewer;
  const now = useNow();
  if (timeout === null || Date.parse(timeout.endDate) <= now) return null;
  return (
    <Note tone="warning" className="mx-3 mt-3">
      {t`You are timed out until ${{ time: formatMoment(timeout.endDate) }}`}
      {timeout.reason !== "" && (
        <span className="block" dir="auto">
          {timeout.reason}
        </span>
      )}
    </Note>
  );
}

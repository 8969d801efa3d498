import { t } from "@lingui/core/macro";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";

/** Badges for unusual states of a community; "Active" if there are none. */
export function CommunityStatus({ community }: { community: StaffCommunity }) {
  const { pauseInfo, deletionStatus, isDefaultCommunity } = community;
  const until = pauseInfo?.pausedUntil ?? null;
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        {pauseInfo !== null && <Badge tone="warning">{t`Paused`}</Badge>}
        {deletionStatus.isPending && <Badge tone="danger">{t`To be deleted`}</Badge>}
        {pauseInfo === null && !deletionStatus.isPending && (
          <Badge tone="success">{t`Active`}</Badge>
        )}
        {isDefaultCommunity && <Badge tone="info">{t`Default`}</Badge>}
      </span>
      {pauseInfo !== null && (
        <span className="mt-1 block text-12 text-ink-2 [overflow-wrap:anywhere]" dir="auto">
          {until !== null && `${t`Until ${{ moment: formatMoment(until) }}.`} `}
          {pauseInfo.pausedReason}
        </span>
      )}
    </>
  );
}

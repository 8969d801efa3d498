import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community } from "../../../api/types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { useJoin } from "../discover.tsx";
import { closedReason } from "../labels.ts";
import { useWithdraw } from "./use-requests.ts";

const RequestDialog = lazy(async () => ({
  default: (await import("./request-dialog.tsx")).RequestDialog,
}));

/**
 * A non-member's action: join, request, withdraw the request, or the reason why none is possible.
 */
export function JoinAction({ community }: { community: Community }) {
  const { canJoin, canRequest, joinRequestId } = community.viewer;
  if (joinRequestId !== null) return <Pending community={community} requestId={joinRequestId} />;
  if (canJoin) return <JoinButton community={community} />;
  if (canRequest) return <RequestToJoinButton community={community} />;
  return (
    <p className="mt-6 inline-flex items-center gap-2 text-13 text-ink-2">
      <Lock size={15} aria-hidden className="shrink-0" />
      {closedReason(community)}
    </p>
  );
}

function JoinButton({ community }: { community: Community }) {
  const join = useJoin();
  return (
    <Button
      variant="primary"
      size="lg"
      className="mt-6"
      busy={join.isPending}
      onClick={() => join.mutate(community)}
    >{t`Join`}</Button>
  );
}

function RequestToJoinButton({ community }: { community: Community }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="mt-6"
        onClick={() => setAsking(true)}
      >{t`Request to Join`}</Button>
      <Suspense>
        {asking && <RequestDialog community={community} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

function Pending({ community, requestId }: { community: Community; requestId: string }) {
  const withdraw = useWithdraw(community.id);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
      <Badge tone="warning">{t`Request Pending`}</Badge>
      <Button
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate(requestId)}
      >{t`Withdraw request`}</Button>
    </div>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import type { Invitation, Me } from "../../../api/types.ts";
import { loadWithRetry } from "../../../recovery/load-with-retry.ts";
import { isLoadError } from "../../../recovery/load-errors.ts";
import { isBusy } from "../../../shell/prompts/busy.ts";
import type { InvitationPopupProps } from "./invitation-popup.tsx";
import { answeredInvitationsQuery, invitationQuery, markInvitationAnswered } from "./queries.ts";

const InvitationPopup = lazy<ComponentType<InvitationPopupProps>>(async () => {
  try {
    return {
      default: (await loadWithRetry(() => import("./invitation-popup.tsx"))).InvitationPopup,
    };
  } catch (error) {
    if (!isLoadError(error)) throw error;
    // A failed load must not replace the member's screen: the invitation stays pending until the
    // next visit.
    return { default: () => null };
  }
});

/** Shows a member their newest pending invitation (F-070) on any screen. */
export function InvitationHost({ me }: { me: Me }) {
  const cache = useQueryClient();
  const giveWay = mustYieldToOverlay(me);
  const waiting = usePendingInvitation(me, giveWay);
  const { key: step } = useLocation();
  // Kept until answered, because the server stops returning an invitation once it was seen.
  const [shown, setShown] = useState<Invitation | null>(null);
  if (shown === null) {
    // If the member is busy, the popup opens after their next navigation.
    return waiting && <WhenIdle key={`${waiting.id} ${step}`} run={() => setShown(waiting)} />;
  }
  return (
    <Suspense>
      <InvitationPopup
        key={shown.id}
        open={!giveWay}
        invitation={shown}
        onAnswered={() => {
          markInvitationAnswered(cache, shown.id);
          setShown(null);
        }}
      />
    </Suspense>
  );
}

/** Legal documents and a scheduled account deletion take precedence. */
function mustYieldToOverlay({ legal, deletionDueAt }: Me): boolean {
  return !legal.acknowledged || legal.changed.length > 0 || deletionDueAt !== null;
}

/**
 * The invitation that may be shown now. A failed request counts as none and is not reported
 * (A-182).
 */
function usePendingInvitation(me: Me, giveWay: boolean): Invitation | null {
  const { data: answered } = useQuery(answeredInvitationsQuery);
  const id = me.pendingInvitation;
  const wanted = id !== null && !giveWay && !answered.includes(id);
  const { data } = useQuery({ ...invitationQuery(id ?? ""), enabled: wanted });
  // It may have been seen in another tab, or the member may have joined in the meantime.
  const stands = data?.status === "pending" && data.affiliation.viewer.mayApply;
  return wanted && stands ? data : null;
}

/** Calls `run` immediately, unless the member is busy. */
function WhenIdle({ run }: { run: () => void }) {
  const begin = useEffectEvent(run);
  useEffect(() => {
    // Runs after a dialog that has just closed has returned the focus.
    const timer = setTimeout(() => isBusy() || begin());
    return () => clearTimeout(timer);
  }, []);
  return null;
}

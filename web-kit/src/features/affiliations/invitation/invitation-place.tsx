import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import type { Invitation, Me } from "../../../api/types.ts";
import { loadWithRetry } from "../../../shell/lazy.ts";
import { isLoadError } from "../../../shell/load-errors.ts";
import { isTyping } from "../../../ui/use-roving.ts";
import type { InvitationPopupProps } from "./invitation-popup.tsx";
import { answeredQuery, invitationQuery, markAnswered } from "./queries.ts";

const InvitationPopup = lazy<ComponentType<InvitationPopupProps>>(async () => {
  try {
    return {
      default: (await loadWithRetry(() => import("./invitation-popup.tsx"))).InvitationPopup,
    };
  } catch (error) {
    if (!isLoadError(error)) throw error;
    // An invitation is no reason to take somebody's screen away: it still waits on their next visit.
    return { default: () => null };
  }
});

/** Where the newest invitation that waits for a member is shown to them (F-070), whatever the screen. */
export function InvitationPlace({ me }: { me: Me }) {
  const cache = useQueryClient();
  const giveWay = mustGiveWay(me);
  const waiting = useWaiting(me, giveWay);
  const { key: step } = useLocation();
  // Kept until it is answered: once it was seen the server no longer speaks of it.
  const [shown, setShown] = useState<Invitation | null>(null);
  if (shown === null) {
    // Whoever is in the middle of something is shown it with their next step.
    return waiting && <WhenFree key={`${waiting.id} ${step}`} run={() => setShown(waiting)} />;
  }
  return (
    <Suspense>
      <InvitationPopup
        key={shown.id}
        open={!giveWay}
        invitation={shown}
        onAnswered={() => {
          markAnswered(cache, shown.id);
          setShown(null);
        }}
      />
    </Suspense>
  );
}

/** What stands in everybody's way is answered first. */
function mustGiveWay({ legal, deletionDueAt }: Me): boolean {
  return !legal.acknowledged || legal.changed.length > 0 || deletionDueAt !== null;
}

/** The invitation that may be shown now. One that cannot be read is none, and nothing is said of it. */
function useWaiting(me: Me, giveWay: boolean): Invitation | null {
  const { data: answered } = useQuery(answeredQuery);
  const id = me.pendingInvitation;
  const wanted = id !== null && !giveWay && !answered.includes(id);
  const { data } = useQuery({ ...invitationQuery(id ?? ""), enabled: wanted });
  // In another tab it may have been seen meanwhile, or they may have come to belong.
  const stands = data?.status === "pending" && data.affiliation.viewer.mayApply;
  return wanted && stands ? data : null;
}

/** Does something at once, unless somebody is busy. */
function WhenFree({ run }: { run: () => void }) {
  const begin = useEffectEvent(run);
  useEffect(() => {
    // What was closed just now has given the focus back by then.
    const timer = setTimeout(() => isBusy() || begin());
    return () => clearTimeout(timer);
  }, []);
  return null;
}

const asking = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether what somebody writes or answers would be taken from under their hands. */
function isBusy(): boolean {
  return isTyping(document.activeElement) || document.querySelector(asking) !== null;
}

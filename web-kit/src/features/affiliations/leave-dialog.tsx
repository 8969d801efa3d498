import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Affiliation } from "../../api/types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { endSession } from "../accounts/session.ts";
import { transferTargetsQuery } from "../transfer/queries.ts";
import { leaveAffiliation, markMembershipLeft } from "./queries.ts";

interface LeaveDialogProps {
  affiliation: Affiliation;
  onClose: () => void;
}

/** Confirms leaving; the creator is told why they cannot leave. */
export function LeaveDialog(props: LeaveDialogProps) {
  return props.affiliation.viewer.isCreator ? (
    <CreatorStays {...props} />
  ) : (
    <LeaveForm {...props} />
  );
}

function CreatorStays({ affiliation, onClose }: LeaveDialogProps) {
  return (
    <Dialog
      open
      title={leaveQuestion(affiliation)}
      description={t`The creator of an affiliation cannot leave it until another member has taken it over.`}
      onOpenChange={(open) => open || onClose()}
      footer={<Button size="lg" onClick={onClose}>{t`Close`}</Button>}
    />
  );
}

function LeaveForm({ affiliation, onClose }: LeaveDialogProps) {
  const leave = useLeaving({ affiliation, onClose });
  return (
    <ConfirmDialog
      danger
      title={leaveQuestion(affiliation)}
      text={leaveConsequences(affiliation)}
      confirm={t`Leave`}
      cancel={t`Stay`}
      failed={t`Failed to leave affiliation`}
      run={leave}
      onClose={onClose}
    />
  );
}

const leaveQuestion = ({ name }: Affiliation) => t`Leave ${name}?`;

function leaveConsequences({ subdomainConfig }: Affiliation): string {
  return subdomainConfig?.isActive
    ? t`You will no longer be listed as a member, and you will leave the communities that you are in only because of this membership. Its portal will be closed to you.`
    : t`You will no longer be listed as a member, and you will leave the communities that you are in only because of this membership.`;
}

function useLeaving({ affiliation, onClose }: LeaveDialogProps): () => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { portal } = useBoot();
  return async () => {
    try {
      await leaveAffiliation(affiliation.id);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) await endSession(error.detail);
      throw error;
    }
    toast.success(t`Left ${{ name: affiliation.name }}`);
    onClose();
    markMembershipLeft(cache, affiliation.id);
    await cache.invalidateQueries({ queryKey: keys.me });
    // Only the portal's front door is left to the viewer; it replaces the home screen.
    if (portal !== null) await navigate("/home");
    await refetchMemberships(cache);
  };
}

/** Invalidates everything that depends on the viewer's memberships. */
function refetchMemberships(cache: QueryClient): Promise<unknown> {
  const shown = [["affiliations"], keys.users, keys.communityLists, transferTargetsQuery.queryKey];
  return Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

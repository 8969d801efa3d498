import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { StaffAffiliation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { ReasonDialog } from "../../staff/reason-dialog.tsx";
import { staffKey } from "../../staff/queries.ts";
import { NewPortalDialog } from "../../tenants/list/new-portal-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { changeStaffAffiliation, staffAffiliationKey } from "./queries.ts";

type Action = "pause" | "merge" | "portal";

/** The actions that the affiliation's state allows, the dangerous ones last. */
export function AffiliationActions({ affiliation }: { affiliation: StaffAffiliation }) {
  const [requested, setRequested] = useState<Action | null>(null);
  const { state, isPaused, portal } = affiliation;
  const home = affiliationPath(affiliation);
  const close = () => setRequested(null);
  if (state === "merged") return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 max-md:*:flex-1 md:px-6">
      <ButtonLink to={home}>{t`View Affiliation Page`}</ButtonLink>
      <ButtonLink to={`${home}/manage`}>{t`Manage`}</ButtonLink>
      {portal === null ? (
        <Button onClick={() => setRequested("portal")}>{t`New portal`}</Button>
      ) : (
        <ButtonLink to={`/staff/tenants/${portal.tenantId}`}>{t`Portal`}</ButtonLink>
      )}
      <Button onClick={() => setRequested("pause")}>
        {isPaused ? t`Lift the pause` : t`Pause`}
      </Button>
      <Button onClick={() => setRequested("merge")}>{t`Merge into another`}</Button>
      {requested === "pause" && <PauseDialog affiliation={affiliation} onClose={close} />}
      {requested === "merge" && <MergeDialog affiliation={affiliation} onClose={close} />}
      {requested === "portal" && <NewPortalDialog affiliation={affiliation} onClose={close} />}
    </div>
  );
}

/** Pauses the affiliation and its portal with a reason, or lifts the pause. */
function PauseDialog(props: { affiliation: StaffAffiliation; onClose: () => void }) {
  const { affiliation, onClose } = props;
  const { id, name, isPaused } = affiliation;
  const cache = useQueryClient();
  const proof = useProof();
  return (
    <>
      <ReasonDialog
        required={!isPaused}
        danger={!isPaused}
        title={isPaused ? t`Lift the pause of ${name}` : t`Pause ${name}`}
        description={
          isPaused
            ? t`Its page and its portal open again. Members sign in as before.`
            : t`Its page is hidden, and its portal shows a notice immediately, in open tabs too. Nothing is deleted.`
        }
        confirm={isPaused ? t`Lift the pause` : t`Pause`}
        onConfirm={async (reason) => {
          const changed = await proof.withProof(() =>
            changeStaffAffiliation(id, { isPaused: !isPaused, ...(reason !== "" && { reason }) }),
          );
          cache.setQueryData(staffAffiliationKey(id), changed);
          toast.success(isPaused ? t`Pause lifted` : t`Affiliation paused`);
          for (const queryKey of [staffKey, keys.openAffiliations, keys.affiliations]) {
            // Not awaited: it would wait while offline.
            void cache.invalidateQueries({ queryKey });
          }
        }}
        onClose={onClose}
      />
      <ProofDialog requested={proof.requested} />
    </>
  );
}
